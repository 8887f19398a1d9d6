import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** A page of doors without sorting all of them. */
export const orderOfDoors = (_engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema
      .createIndex('smartlock_order')
      .on('smartlock')
      .columns(['account_id', 'created_at', 'smartlock_id'])
      .execute()
  },
})
