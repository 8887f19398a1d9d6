import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Who made a webhook, and until when, from where and for which doors a token works. */
export const tokenLimits = ({ text, long }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    const endpoint = () => db.schema.alterTable('webhook_endpoint')
    // D117: a webhook ends with the token that made it. What is there already has no maker, and goes on.
    await endpoint()
      .addColumn('token_id', text, (c) => c.references('api_token.id').onDelete('cascade'))
      .execute()
    // Not a reference: a session that runs out takes nothing along.
    await endpoint().addColumn('session_id', text).execute()
    await db.schema.createIndex('webhook_endpoint_token').on('webhook_endpoint').column('token_id').execute()
    const token = () => db.schema.alterTable('api_token')
    await token().addColumn('expires_at', long).execute()
    await token().addColumn('networks', text).execute()
    await token().addColumn('smartlock_ids', text).execute()
    await token().addColumn('address_ids', text).execute()
  },
})
