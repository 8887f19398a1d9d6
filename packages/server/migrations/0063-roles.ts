import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** What a sub-account may do on which doors; null for its rights on the whole account. And whom it added. */
export const roles = ({ text, integer }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema.alterTable('account').addColumn('roles', text).execute()
    await db.schema.alterTable('account_user').addColumn('made_by_account_id', integer).execute()
  },
})
