import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/**
 * Adds account-management tokens and the networks they were used from. Existing tokens stay program tokens. It also adds
 * when the secret of an advanced key was shown; existing secrets can be read once more.
 */
export const managementTokens = ({ integer, long, text }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema
      .alterTable('api_token')
      .addColumn('management', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('api_token').addColumn('known_networks', text).execute()
    await db.schema.alterTable('advanced_api_key').addColumn('secret_shown_at', long).execute()
  },
})
