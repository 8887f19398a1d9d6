import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** CSV files that are taken in: the run, the file while it is needed, and what became of each row. */
export const sheets = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createRuns(db, engine)
    await createParts(db, engine)
    await createRows(db, engine)
  },
})

async function createRuns(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'sheet_run')
    .addColumn('id', text, (c) => c.notNull().primaryKey())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('mapping', text, (c) => c.notNull())
    .addColumn('revision', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('total', integer, (c) => c.notNull())
    .addColumn('position', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('made', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('changed', integer, (c) => c.notNull().defaultTo(0))
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
  await db.schema
    .createIndex('sheet_run_actor')
    .on('sheet_run')
    .columns(['account_id', 'actor_account_id', 'id'])
    .execute()
  await db.schema
    .createIndex('sheet_run_due')
    .on('sheet_run')
    .column('next_at')
    .where('next_at', 'is not', null)
    .execute()
}

async function createParts(db: UntypedDb, { text, integer, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'sheet_part')
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('run_id', text, (c) => c.notNull().references('sheet_run.id').onDelete('cascade'))
    .addColumn('number', integer, (c) => c.notNull())
    .addColumn('cells_sealed', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('sheet_part_pk', ['run_id', 'number'])
    .execute()
}

async function createRows(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'sheet_row')
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('run_id', text, (c) => c.notNull().references('sheet_run.id').onDelete('cascade'))
    .addColumn('number', integer, (c) => c.notNull())
    .addColumn('outcome', text, (c) => c.notNull())
    .addColumn('smartlock_id', long)
    .addColumn('field', text)
    .addColumn('rule', text)
    .addColumn('operation_id', text)
    .addPrimaryKeyConstraint('sheet_row_pk', ['run_id', 'number'])
    .execute()
  await db.schema
    .createIndex('sheet_row_outcome')
    .on('sheet_row')
    .columns(['run_id', 'outcome', 'number'])
    .execute()
}
