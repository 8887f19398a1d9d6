import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Users of an account, the rest of the account itself, and the one-time codes and tokens that are mailed. */
export const people = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createAccountUsers(db, engine)
    await completeAccounts(db, engine)
    await createMailedSecrets(db, engine)
    await widenAttempts(db)
  },
})

async function createAccountUsers(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'account_user')
    .addColumn('account_user_id', integer, engine.generatedKey)
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('email_key', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('type', integer, (c) => c.notNull())
    .addColumn('language', text)
    .addColumn('operation_id', text)
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('updated_at', long, (c) => c.notNull())
    .addUniqueConstraint('account_user_account', ['account_id', 'account_user_id'])
    .addUniqueConstraint('account_user_email', ['account_id', 'email_key'])
    .execute()
}

async function completeAccounts(db: UntypedDb, { text, integer, ...engine }: MigrationEngine): Promise<void> {
  const add = (column: string) => db.schema.alterTable('account').addColumn(column, text).execute()
  await db.schema
    .alterTable('account')
    .addColumn('email_verified', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  await add('config_sealed')
  await add('profile')
  await engine
    .createTable(db, 'account_setting')
    .addColumn('account_id', integer, (c) =>
      c.primaryKey().notNull().references('account.account_id').onDelete('cascade'),
    )
    .addColumn('web', text, (c) => c.notNull())
    .execute()
}

async function createMailedSecrets(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'email_code')
    .addColumn('account_id', integer, (c) =>
      c.primaryKey().notNull().references('account.account_id').onDelete('cascade'),
    )
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('code_hash', text, (c) => c.notNull())
    .addColumn('tries', integer, (c) => c.notNull())
    .addColumn('expires_at', long, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('email_code_expires_at').on('email_code').column('expires_at').execute()

  await engine
    .createTable(db, 'password_reset')
    .addColumn('token_hash', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('delete_api_tokens', integer, (c) => c.notNull())
    .addColumn('expires_at', long, (c) => c.notNull())
    .execute()
  const resetIndex = (name: string) => db.schema.createIndex(name).on('password_reset')
  await resetIndex('password_reset_account').column('account_id').execute()
  await resetIndex('password_reset_expires_at').column('expires_at').execute()
}

/** Not only log-ins are counted: requests that send mail are too. */
async function widenAttempts(db: UntypedDb): Promise<void> {
  await db.schema.alterTable('login_attempt').renameTo('attempt').execute()
}
