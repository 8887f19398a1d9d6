import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Advanced keys, the audit log, console sessions, one-time passwords and OAuth. */
export const credentials = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createAdvancedKeys(db, engine)
    await createAudit(db, engine)
    await createSessions(db, engine)
    await createOauth(db, engine)
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

async function createSessions(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'session')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('expires_at', long, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('session_account').on('session').columns(['account_id', 'id']).execute()
  await db.schema.createIndex('session_expires_at').on('session').column('expires_at').execute()

  await engine
    .createTable(db, 'login_attempt')
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('at', long, (c) => c.notNull())
    .addPrimaryKeyConstraint('login_attempt_pk', ['key', 'id'])
    .execute()
  await db.schema.createIndex('login_attempt_at').on('login_attempt').column('at').execute()

  await engine
    .createTable(db, 'account_otp')
    .addColumn('account_id', integer, (c) =>
      c.primaryKey().notNull().references('account.account_id').onDelete('cascade'),
    )
    .addColumn('secret_sealed', text, (c) => c.notNull())
    .addColumn('requested_at', long, (c) => c.notNull())
    .addColumn('enabled_at', long)
    .addColumn('last_step', long, (c) => c.notNull())
    .addColumn('failures', integer, (c) => c.notNull())
    .addColumn('locked_until', long)
    .execute()
}

async function createOauth(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'oauth_grant')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('api_key_id', integer, (c) => c.notNull().references('api_key.api_key_id').onDelete('cascade'))
    .addColumn('scopes', text, (c) => c.notNull())
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('last_used_at', long)
    .execute()
  const grantIndex = (name: string) => db.schema.createIndex(name).on('oauth_grant')
  await grantIndex('oauth_grant_account').columns(['account_id', 'api_key_id', 'id']).execute()
  await grantIndex('oauth_grant_api_key').columns(['api_key_id', 'account_id']).execute()

  await engine
    .createTable(db, 'oauth_token')
    .addColumn('token_hash', text, (c) => c.primaryKey().notNull())
    .addColumn('grant_id', text, (c) => c.notNull().references('oauth_grant.id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('scopes', text, (c) => c.notNull())
    .addColumn('expires_at', long, (c) => c.notNull())
    .addColumn('replaced_at', long)
    .execute()
  await db.schema.createIndex('oauth_token_grant').on('oauth_token').column('grant_id').execute()
  await db.schema.createIndex('oauth_token_expires_at').on('oauth_token').column('expires_at').execute()

  await engine
    .createTable(db, 'oauth_code')
    .addColumn('code_hash', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('api_key_id', integer, (c) => c.notNull().references('api_key.api_key_id').onDelete('cascade'))
    .addColumn('redirect_uri', text, (c) => c.notNull())
    .addColumn('scopes', text, (c) => c.notNull())
    .addColumn('code_challenge', text)
    .addColumn('expires_at', long, (c) => c.notNull())
    .addColumn('used_at', long)
    .addColumn('grant_id', text)
    .execute()
  const codeIndex = (name: string) => db.schema.createIndex(name).on('oauth_code')
  await codeIndex('oauth_code_account').column('account_id').execute()
  await codeIndex('oauth_code_api_key').column('api_key_id').execute()
  await codeIndex('oauth_code_expires_at').column('expires_at').execute()

  await engine
    .createTable(db, 'oauth_ticket')
    .addColumn('ticket_hash', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('request', text, (c) => c.notNull())
    .addColumn('expires_at', long, (c) => c.notNull())
    .execute()
  const ticketIndex = (name: string) => db.schema.createIndex(name).on('oauth_ticket')
  await ticketIndex('oauth_ticket_account').column('account_id').execute()
  await ticketIndex('oauth_ticket_expires_at').column('expires_at').execute()
}
