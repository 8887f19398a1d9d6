import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Endpoints of central webhooks, when an endpoint last took something, and the calls that callbacks answer. */
export const centralWebhooks = ({ text, integer, long }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    const endpoint = () => db.schema.alterTable('webhook_endpoint')
    // D58: the central webhook ends with the advanced key, and for an account with what it granted (D85).
    await endpoint()
      .addColumn('central_key_id', integer, (c) =>
        c.references('advanced_api_key.api_key_id').onDelete('cascade'),
      )
      .execute()
    await endpoint()
      .addColumn('grant_id', text, (c) => c.references('oauth_grant.id').onDelete('cascade'))
      .execute()
    await endpoint().addColumn('succeeded_at', long).execute()
    await db.schema.alterTable('operation').addColumn('request_sealed', text).execute()
    const index = (name: string) => db.schema.createIndex(name).on('webhook_endpoint')
    await index('webhook_endpoint_central').columns(['central_key_id', 'account_id']).execute()
    await index('webhook_endpoint_grant').column('grant_id').execute()
  },
})
