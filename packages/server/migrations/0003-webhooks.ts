import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Where events are posted to, what could not be delivered yet, and what every attempt came to. */
export const webhooks = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createEndpoints(db, engine)
    await createDeliveries(db, engine)
    await createLog(db, engine)
  },
})

async function createEndpoints(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'webhook_endpoint')
    .addColumn('endpoint_id', integer, engine.generatedKey)
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('event_account_id', integer, (c) =>
      c.notNull().references('account.account_id').onDelete('cascade'),
    )
    // D58: an API key goes with its webhooks.
    .addColumn('api_key_id', integer, (c) => c.notNull().references('api_key.api_key_id').onDelete('cascade'))
    .addColumn('url', text, (c) => c.notNull())
    .addColumn('features', text, (c) => c.notNull())
    .addColumn('secret_sealed', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('last_event_id', text, (c) => c.notNull())
    .addColumn('failing_since', long)
    .addColumn('leased_until', long)
    .addColumn('lease_owner', text)
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('updated_at', long, (c) => c.notNull())
    // D48: one webhook per key and URL.
    .addUniqueConstraint('webhook_endpoint_url', ['api_key_id', 'account_id', 'url'])
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('webhook_endpoint')
  await index('webhook_endpoint_account').columns(['account_id', 'api_key_id', 'endpoint_id']).execute()
  await index('webhook_endpoint_event_account').column('event_account_id').execute()
}

async function createDeliveries(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'webhook_delivery')
    .addColumn('endpoint_id', integer, (c) =>
      c.notNull().references('webhook_endpoint.endpoint_id').onDelete('cascade'),
    )
    .addColumn('event_id', text, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('next_at', long, (c) => c.notNull())
    .addPrimaryKeyConstraint('webhook_delivery_pk', ['endpoint_id', 'event_id'])
    .execute()
  await db.schema
    .createIndex('webhook_delivery_due')
    .on('webhook_delivery')
    .columns(['endpoint_id', 'next_at'])
    .execute()
}

async function createLog(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine): Promise<void> {
  await engine
    .createTable(db, 'webhook_log')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('api_key_id', integer, (c) => c.notNull().references('api_key.api_key_id').onDelete('cascade'))
    // Not a reference: the log outlives the webhook.
    .addColumn('endpoint_id', integer, (c) => c.notNull())
    .addColumn('event_id', text)
    .addColumn('event_account_id', integer, (c) => c.notNull())
    .addColumn('request_id', text)
    .addColumn('attempt', integer, (c) => c.notNull())
    .addColumn('succeeded', integer, (c) => c.notNull())
    .addColumn('response_status', integer)
    .addColumn('duration', long, (c) => c.notNull())
    .addColumn('url', text, (c) => c.notNull())
    .addColumn('headers', text, (c) => c.notNull())
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('updated_at', long, (c) => c.notNull())
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('webhook_log')
  await index('webhook_log_key').columns(['api_key_id', 'id']).execute()
  await index('webhook_log_endpoint').columns(['endpoint_id', 'id']).execute()
  await index('webhook_log_account').column('account_id').execute()
}
