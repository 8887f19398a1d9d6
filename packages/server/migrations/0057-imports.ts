import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Accounts that are brought over, and what each of their things is here. */
export const imports = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createRuns(db, engine)
    await createItems(db, engine)
  },
})

async function createRuns(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'import_run')
    .addColumn('id', text, (c) => c.notNull().primaryKey())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('url', text, (c) => c.notNull())
    .addColumn('token_sealed', text)
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('phase', text)
    .addColumn('position', text)
    .addColumn('cursor', text)
    .addColumn('done', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('total', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('log_days', integer, (c) => c.notNull())
    .addColumn('counts', text, (c) => c.notNull().defaultTo('{}'))
    .addColumn('lines', text, (c) => c.notNull().defaultTo('[]'))
    .addColumn('more_lines', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('taken', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('error', text)
    .addColumn('actor_account_id', integer)
    .addColumn('actor_name', text, (c) => c.notNull())
    .addColumn('failures', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('gap_ms', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('next_at', long)
    .addColumn('leased_until', long)
    .addColumn('lease_owner', text)
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('ended_at', long)
    .execute()
  await db.schema.createIndex('import_run_account').on('import_run').columns(['account_id', 'id']).execute()
  await db.schema
    .createIndex('import_run_due')
    .on('import_run')
    .column('next_at')
    .where('next_at', 'is not', null)
    .execute()
}

/** By where it comes from: the same thing is known again whenever it is brought over. */
async function createItems(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'import_item')
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('source', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('source_id', text, (c) => c.notNull())
    .addColumn('own_id', text, (c) => c.notNull())
    .addColumn('log_until', long)
    .addPrimaryKeyConstraint('import_item_pk', ['account_id', 'source', 'kind', 'source_id'])
    .execute()
  await db.schema
    .createIndex('import_item_own')
    .on('import_item')
    .columns(['account_id', 'kind', 'own_id'])
    .execute()
}
