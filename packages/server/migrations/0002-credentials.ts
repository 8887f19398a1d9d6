import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/migration-engine.ts'

/** Advanced keys and the audit log. */
export const credentials = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createAdvancedKeys(db, engine)
    await createAudit(db, engine)
  },
})

async function createAdvancedKeys(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'advanced_api_key')
    .addColumn('api_key_id', integer, (c) =>
      c.primaryKey().notNull().references('api_key.api_key_id').onDelete('cascade'),
    )
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('country', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('url', text, (c) => c.notNull())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('webhook_url', text)
    .addColumn('webhook_features', text)
    .addColumn('restricted', integer, (c) => c.notNull())
    .addColumn('webhook_status', text)
    .addColumn('secret_sealed', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('updated_at', long, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('advanced_api_key_account')
    .on('advanced_api_key')
    .columns(['account_id', 'api_key_id'])
    .execute()
}

/** No reference to the account: what was done stays on record when the account is gone. */
async function createAudit(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'audit')
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('seq', long, (c) => c.notNull())
    .addColumn('at', long, (c) => c.notNull())
    .addColumn('actor_account_id', integer)
    .addColumn('actor_name', text, (c) => c.notNull())
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('subject', text)
    .addColumn('detail', text)
    .addColumn('request_id', text)
    .addColumn('hash', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_pk', ['account_id', 'seq'])
    .execute()
  await engine
    .createTable(db, 'audit_head')
    .addColumn('account_id', integer, (c) => c.primaryKey().notNull())
    .addColumn('seq', long, (c) => c.notNull())
    .addColumn('hash', text, (c) => c.notNull())
    .addColumn('proof', text, (c) => c.notNull())
    .execute()
}
