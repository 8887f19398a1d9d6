import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Accounts, keys and tokens, locks and their credentials, and the tables that record what happens. */
export const foundation = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createAccounts(db, engine)
    await createApiKeys(db, engine)
    await createSmartlocks(db, engine)
    await createSmartlockLog(db, engine)
    await createOperations(db, engine)
    await createEvents(db, engine)
    await createJobs(db, engine)
    await createIdempotency(db, engine)
    await createServiceMarks(db, engine)
  },
})

async function createAccounts(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'account')
    .addColumn('account_id', integer, engine.generatedKey)
    // D73: a master account goes with its sub-accounts.
    .addColumn('master_account_id', integer, (c) => c.references('account.account_id').onDelete('cascade'))
    .addColumn('type', integer, (c) => c.notNull())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('email_key', text, (c) => c.notNull().unique())
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('rights', integer, (c) => c.notNull())
    .addColumn('language', text)
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('updated_at', long, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('account_master')
    .on('account')
    .columns(['master_account_id', 'account_id'])
    .where('master_account_id', 'is not', null)
    .execute()
}

async function createApiKeys(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'api_key')
    .addColumn('api_key_id', integer, engine.generatedKey)
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('client_id', text, (c) => c.notNull().unique())
    .addColumn('description', text)
    .addColumn('redirect_uris', text)
    .addColumn('created_at', long, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('api_key_account').on('api_key').columns(['account_id', 'api_key_id']).execute()

  await engine
    .createTable(db, 'api_token')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('api_key_id', integer, (c) => c.notNull().references('api_key.api_key_id').onDelete('cascade'))
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('prefix', text, (c) => c.notNull())
    .addColumn('description', text)
    .addColumn('scopes', text, (c) => c.notNull())
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('last_used_at', long)
    .execute()
  await db.schema
    .createIndex('api_token_account')
    .on('api_token')
    .columns(['account_id', 'api_key_id', 'id'])
    .execute()
  // Deleting a key looks for its tokens by the key alone, also those of other accounts (OAuth).
  await db.schema.createIndex('api_token_api_key').on('api_token').column('api_key_id').execute()
}

async function createSmartlocks(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'smartlock')
    .addColumn('smartlock_id', long, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('device_id', text, (c) => c.notNull().unique())
    .addColumn('type', integer, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('favorite', integer, (c) => c.notNull())
    .addColumn('virtual', integer, (c) => c.notNull())
    .addColumn('driver', text, (c) => c.notNull())
    .addColumn('auth_id', long, (c) => c.notNull())
    .addColumn('server_state', integer, (c) => c.notNull())
    .addColumn('admin_pin_state', integer, (c) => c.notNull())
    .addColumn('firmware_version', integer)
    .addColumn('hardware_version', integer)
    .addColumn('state', text)
    .addColumn('config', text)
    .addColumn('error', text)
    .addColumn('action_operation_id', text)
    .addColumn('session_id', text)
    .addColumn('session_username', text)
    .addColumn('session_counter', long, (c) => c.notNull())
    .addColumn('epoch', text)
    .addColumn('state_seq', long, (c) => c.notNull())
    .addColumn('event_seq', long, (c) => c.notNull())
    .addColumn('last_seen_at', long)
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('updated_at', long, (c) => c.notNull())
    .addUniqueConstraint('smartlock_account', ['account_id', 'smartlock_id'])
    .execute()

  await engine
    .createTable(db, 'device_credential')
    .addColumn('username', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('smartlock_id', long, (c) => c.notNull())
    .addColumn('device_id', text, (c) => c.notNull())
    .addColumn('secret_hash', text, (c) => c.notNull())
    .addColumn('secret_sealed', text, (c) => c.notNull())
    .addColumn('valid_until', long)
    .addColumn('created_at', long, (c) => c.notNull())
    // Both columns: a credential can never belong to another account than its lock.
    .addForeignKeyConstraint(
      'device_credential_smartlock',
      ['account_id', 'smartlock_id'],
      'smartlock',
      ['account_id', 'smartlock_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('device_credential_account')
    .on('device_credential')
    .columns(['account_id', 'smartlock_id'])
    .execute()
  await db.schema
    .createIndex('device_credential_device')
    .on('device_credential')
    .column('device_id')
    .execute()
}

async function createSmartlockLog(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine.createGrowingTable(db, 'smartlock_log', (table) =>
    table
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('account_id', integer, (c) => c.notNull())
      .addColumn('smartlock_id', long, (c) => c.notNull())
      .addColumn('device_type', integer, (c) => c.notNull())
      .addColumn('account_user_id', integer)
      .addColumn('auth_id', text)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('action', integer, (c) => c.notNull())
      .addColumn('trigger', integer, (c) => c.notNull())
      .addColumn('state', integer, (c) => c.notNull())
      .addColumn('auto_unlock', integer, (c) => c.notNull())
      .addColumn('source', integer)
      .addColumn('opener_log', text)
      .addColumn('error', text)
      .addColumn('date', long, (c) => c.notNull()),
  )
  const index = (name: string) => db.schema.createIndex(name).on('smartlock_log')
  await index('smartlock_log_account').columns(['account_id', 'id']).execute()
  await index('smartlock_log_smartlock').columns(['account_id', 'smartlock_id', 'id']).execute()
}

async function createOperations(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine.createGrowingTable(db, 'operation', (table) =>
    table
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('account_id', integer, (c) => c.notNull())
      .addColumn('actor_account_id', integer, (c) => c.notNull())
      .addColumn('actor_name', text, (c) => c.notNull())
      .addColumn('api_key_id', integer)
      .addColumn('request_id', text)
      .addColumn('parent_id', text)
      .addColumn('smartlock_id', long)
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('payload', text, (c) => c.notNull())
      .addColumn('auth_ids', text)
      .addColumn('error_code', text)
      .addColumn('error', text)
      .addColumn('deadline_at', long)
      .addColumn('session_id', text)
      .addColumn('created_at', long, (c) => c.notNull())
      .addColumn('updated_at', long, (c) => c.notNull()),
  )
  const index = (name: string) => db.schema.createIndex(name).on('operation')
  // Each ends in the id, because each list is in its order: an index that does not is passed over for one that does.
  await index('operation_account').columns(['account_id', 'id']).execute()
  await index('operation_status').columns(['account_id', 'status', 'id']).execute()
  await index('operation_smartlock').columns(['account_id', 'smartlock_id', 'id']).execute()
  await index('operation_request')
    .columns(['account_id', 'request_id', 'id'])
    .where('request_id', 'is not', null)
    .execute()
  await index('operation_parent')
    .columns(['account_id', 'parent_id', 'id'])
    .where('parent_id', 'is not', null)
    .execute()
  // Few operations are open at any time, however many there have been. A query finds these indexes only when it spells
  // the states out as they do: as parameters the planner does not know them.
  const isOpen = sql<boolean>`status in ('queued', 'sent')`
  await index('operation_queued').columns(['id']).where(sql<boolean>`status = 'queued'`).execute()
  await index('operation_deadline').columns(['deadline_at']).where(isOpen).execute()
  await index('operation_open').columns(['account_id', 'smartlock_id', 'id']).where(isOpen).execute()
}

async function createEvents(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine.createGrowingTable(db, 'event', (table) =>
    table
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('account_id', integer, (c) => c.notNull())
      .addColumn('feature', text, (c) => c.notNull())
      .addColumn('smartlock_id', long)
      .addColumn('api_key_id', integer)
      .addColumn('payload', text, (c) => c.notNull())
      .addColumn('created_at', long, (c) => c.notNull()),
  )
  await db.schema.createIndex('event_account').on('event').columns(['account_id', 'id']).execute()

  await engine
    .createTable(db, 'event_head')
    .addColumn('account_id', integer, (c) => c.primaryKey().notNull())
    .addColumn('last_id', text, (c) => c.notNull())
    .execute()
}

async function createJobs(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine): Promise<void> {
  await engine
    .createTable(db, 'job')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('key', text)
    .addColumn('payload', text, (c) => c.notNull())
    .addColumn('run_at', long, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('leased_until', long)
    .addColumn('lease_owner', text)
    .addColumn('last_error', text)
    .addColumn('created_at', long, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('job_kind_key')
    .unique()
    .on('job')
    .columns(['kind', 'key'])
    .where('key', 'is not', null)
    .execute()
  await db.schema.createIndex('job_run_at').on('job').column('run_at').execute()
}

async function createIdempotency(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'idempotency')
    .addColumn('token_id', text, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('fingerprint', text, (c) => c.notNull())
    .addColumn('status', integer, (c) => c.notNull())
    .addColumn('headers', text, (c) => c.notNull())
    .addColumn('body', text, (c) => c.notNull())
    .addColumn('created_at', long, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_pk', ['token_id', 'key'])
    .execute()
  await db.schema.createIndex('idempotency_created_at').on('idempotency').column('created_at').execute()
}

async function createServiceMarks(db: UntypedDb, { text, ...engine }: MigrationEngine): Promise<void> {
  await engine
    .createTable(db, 'service_mark')
    .addColumn('name', text, (c) => c.primaryKey().notNull())
    .addColumn('value', text, (c) => c.notNull())
    .execute()
}
