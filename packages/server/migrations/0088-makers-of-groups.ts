import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Who made a group: whoever is for some doors sees its own before a plan speaks of them. */
export const makersOfGroups = ({ integer }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema.alterTable('access_group').addColumn('made_by_account_id', integer).execute()
  },
})
