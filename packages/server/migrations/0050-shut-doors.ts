import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Doors of a stay from which somebody took its code by hand. */
export const shutDoors = ({ text }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema.alterTable('reservation').addColumn('shut_doors', text).execute()
  },
})
