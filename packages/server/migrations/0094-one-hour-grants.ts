import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** A person can allow an app for one hour only: the code remembers the choice, the grant its end. Existing grants have no end. */
export const oneHourGrants = ({ integer, long }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema
      .alterTable('oauth_code')
      .addColumn('is_for_one_hour', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('oauth_grant').addColumn('ends_at', long).execute()
  },
})
