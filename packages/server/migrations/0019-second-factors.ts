import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** What people prove themselves with beside a password, and what they were warned of. */
export const secondFactors = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createNotices(db, engine)
    await createPasskeys(db, engine)
    await createChallenges(db, engine)
    // Sessions that are open now are not asked how they began: none of them lives longer than twelve hours.
    await db.schema
      .alterTable('session')
      .addColumn('second_factor', engine.integer, (c) => c.notNull().defaultTo(0))
      .execute()
  },
})

const ofAccount = (c: ColumnDefinitionBuilder) =>
  c.notNull().references('account.account_id').onDelete('cascade')
const required = (c: ColumnDefinitionBuilder) => c.notNull()

async function createNotices(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'account_network')
    .addColumn('account_id', integer, ofAccount)
    .addColumn('network', text, required)
    .addColumn('seen_at', long, required)
    .addPrimaryKeyConstraint('account_network_pk', ['account_id', 'network'])
    .execute()
  await engine
    .createTable(db, 'security_notice')
    .addColumn('account_id', integer, ofAccount)
    .addColumn('notice', text, required)
    .addColumn('started_at', long, required)
    .addColumn('sent', integer, required)
    .addColumn('held', integer, required)
    .addColumn('recipient', text)
    .addColumn('lines', text)
    .addPrimaryKeyConstraint('security_notice_pk', ['account_id', 'notice'])
    .execute()
}

async function createPasskeys(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'passkey_user')
    .addColumn('account_id', integer, (c) => ofAccount(c).primaryKey())
    .addColumn('user_handle', text, (c) => c.notNull().unique())
    .execute()
  await engine
    .createTable(db, 'passkey')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, ofAccount)
    .addColumn('credential_id', text, (c) => c.notNull().unique())
    .addColumn('rp_id', text, required)
    .addColumn('public_key', text, required)
    .addColumn('counter', long, required)
    .addColumn('transports', text)
    .addColumn('backed_up', integer, required)
    .addColumn('name', text, required)
    .addColumn('created_at', long, required)
    .addColumn('last_used_at', long)
    .execute()
  await db.schema.createIndex('passkey_account').on('passkey').columns(['account_id', 'id']).execute()
  await engine
    .createTable(db, 'recovery_code')
    .addColumn('account_id', integer, ofAccount)
    .addColumn('code_hash', text, required)
    .addColumn('created_at', long, required)
    .addPrimaryKeyConstraint('recovery_code_pk', ['account_id', 'code_hash'])
    .execute()
}

async function createChallenges(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'passkey_challenge')
    .addColumn('challenge_hash', text, (c) => c.primaryKey().notNull())
    .addColumn('purpose', text, required)
    // Nobody's at a sign-in: who it will be is not known before the answer.
    .addColumn('account_id', integer, (c) => c.references('account.account_id').onDelete('cascade'))
    // The token that asked for it; nobody else can answer.
    .addColumn('token_id', text)
    .addColumn('expires_at', long, required)
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('passkey_challenge')
  await index('passkey_challenge_token').column('token_id').execute()
  await index('passkey_challenge_expiry').column('expires_at').execute()
}
