import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Units have doors of their own; those that are there have none, so that nothing changes for their stays. */
export const unitDoors = ({ text }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema.alterTable('address_unit').addColumn('smartlock_ids', text).execute()
    // For the list of all units of an account.
    await db.schema
      .createIndex('address_unit_account')
      .on('address_unit')
      .columns(['account_id', 'id'])
      .execute()
  },
})
