import type { Migration } from 'kysely/migration'
import type { UntypedDb } from '../src/platform/store/migration-engine.ts'

/** The stays of an account in the order of their arrival, whatever the address. */
export const arrivals = (): Migration => ({
  async up(db: UntypedDb) {
    await db.schema
      .createIndex('reservation_account_arrival')
      .on('reservation')
      .columns(['account_id', 'valid_from', 'id'])
      .execute()
  },
})
