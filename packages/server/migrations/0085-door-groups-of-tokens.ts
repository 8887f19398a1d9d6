import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Tokens can be limited to groups of doors. A version that does not know the column finds an empty list of locks. */
export const doorGroupsOfTokens = ({ text }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema.alterTable('api_token').addColumn('door_group_ids', text).execute()
  },
})
