import { hash } from 'node:crypto'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Answers that are kept to be repeated are encrypted, address tokens are; and which keys are in use is known by their ids. */
export const secrets = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await sealAnswers(db, engine)
    await createKeys(db, engine)
    await hashAddressTokens(db, engine)
    await addOldSecrets(db, engine)
  },
})

/** What was kept in clear is not worth more than a day, and goes. */
async function sealAnswers(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await db.schema.dropTable('idempotency').execute()
  await engine
    .createTable(db, 'idempotency')
    .addColumn('token_id', text, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('status', integer, (c) => c.notNull())
    .addColumn('answer_sealed', text, (c) => c.notNull())
    .addColumn('created_at', long, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_pk', ['token_id', 'key'])
    .execute()
  await db.schema.createIndex('idempotency_created_at').on('idempotency').column('created_at').execute()
}

async function createKeys(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine): Promise<void> {
  await engine
    .createTable(db, 'sealing_key')
    .addColumn('key_id', text, (c) => c.primaryKey().notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('since', long, (c) => c.notNull())
    .addColumn('remaining', integer)
    .execute()
  await db.schema
    .createIndex('sealing_key_current')
    .unique()
    .on('sealing_key')
    .column('state')
    .where('state', '=', 'current')
    .execute()
  await engine
    .createTable(db, 'key_holder')
    .addColumn('process_id', text, (c) => c.primaryKey().notNull())
    .addColumn('key_ids', text, (c) => c.notNull())
    .addColumn('current_id', text, (c) => c.notNull())
    .addColumn('seen_at', long, (c) => c.notNull())
    .execute()
}

/** The ids themselves are sealed by the first process that starts: a migration has no key. */
async function hashAddressTokens(db: UntypedDb, { text }: MigrationEngine): Promise<void> {
  await db.schema.alterTable('address_unit').renameColumn('token_id', 'token_sealed').execute()
  await db.schema
    .alterTable('address_unit')
    .addColumn('token_hash', text, (c) => c.notNull().defaultTo(''))
    .execute()
  for (const { id, token_sealed } of await db
    .selectFrom('address_unit')
    .select(['id', 'token_sealed'])
    .execute())
    await db
      .updateTable('address_unit')
      .set({ token_hash: hash('sha256', token_sealed) })
      .where('id', '=', id)
      .execute()
  await db.schema
    .createIndex('address_unit_token_hash')
    .unique()
    .on('address_unit')
    .column('token_hash')
    .execute()
}

/** While the secret of a webhook or of an advanced key is replaced, the one before it counts as well. */
async function addOldSecrets(db: UntypedDb, { text, long }: MigrationEngine): Promise<void> {
  for (const table of ['webhook_endpoint', 'advanced_api_key']) {
    await db.schema.alterTable(table).addColumn('old_secret_sealed', text).execute()
    await db.schema.alterTable(table).addColumn('old_secret_until', long).execute()
  }
}
