import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** The same for many things at once, and what became of each of them. */
export const bulk = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createRuns(db, engine)
    await createItems(db, engine)
  },
})

async function createRuns(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'bulk_run')
    .addColumn('id', text, (c) => c.notNull().primaryKey())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('terms', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('total', integer, (c) => c.notNull())
    .addColumn('done', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('same', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('failed', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('actor_account_id', integer, (c) => c.notNull())
    .addColumn('actor_name', text, (c) => c.notNull())
    .addColumn('api_key_id', integer)
    .addColumn('token_id', text)
    .addColumn('grant_id', text)
    .addColumn('session_id', text)
    .addColumn('next_at', long)
    .addColumn('leased_until', long)
    .addColumn('lease_owner', text)
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('ended_at', long)
    .execute()
  await db.schema.createIndex('bulk_run_account').on('bulk_run').columns(['account_id', 'id']).execute()
  await db.schema
    .createIndex('bulk_run_due')
    .on('bulk_run')
    .column('next_at')
    .where('next_at', 'is not', null)
    .execute()
}

async function createItems(db: UntypedDb, { text, integer, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'bulk_item')
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('run_id', text, (c) => c.notNull().references('bulk_run.id').onDelete('cascade'))
    .addColumn('number', integer, (c) => c.notNull())
    .addColumn('item_id', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('new_name', text)
    .addColumn('outcome', text, (c) => c.notNull())
    .addColumn('error', text)
    .addColumn('operation_id', text)
    .addPrimaryKeyConstraint('bulk_item_pk', ['run_id', 'number'])
    .execute()
  await db.schema
    .createIndex('bulk_item_outcome')
    .on('bulk_item')
    .columns(['run_id', 'outcome', 'number'])
    .execute()
}
