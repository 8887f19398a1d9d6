import { type CreateTableBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Access rights, how many there are, and what of them waits for which lock; operations that wait for others. */
export const authorizations = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createAuthorizations(db, engine)
    await indexAuthorizations(db)
    await createCounts(db, engine)
    await createQueues(db, engine)
    await addChildCounts(db, engine)
  },
})

async function createAuthorizations(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  const table = engine
    .createTable(db, 'smartlock_auth')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('smartlock_id', long, (c) => c.notNull())
    .addColumn('seq', long, (c) => c.notNull())
    .addColumn('kind', integer, (c) => c.notNull())
    .addColumn('type', integer, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('remote_allowed', integer, (c) => c.notNull())
    .addColumn('enabled', integer, (c) => c.notNull())
    .addColumn('code_sealed', text)
    .addColumn('code_hash', text)
    .addColumn('from_date', long)
    .addColumn('until_date', long)
    .addColumn('week_days', integer)
    .addColumn('from_time', integer)
    .addColumn('until_time', integer)
    .addColumn('account_user_id', integer)
    .addColumn('smart_actions', integer, (c) => c.notNull())
    .addColumn('invite_sealed', text)
    .addColumn('invite_until', long)
    .addColumn('lock_count', integer, (c) => c.notNull())
    .addColumn('last_active_at', long)
    .addColumn('sync_state', text, (c) => c.notNull())
    .addColumn('operation_id', text)
    .addColumn('pending_since', long)
    .addColumn('error', text)
    .addColumn('sent_revision', long)
    .addColumn('delivered', integer, (c) => c.notNull())
    .addColumn('device_number', integer)
    .addColumn('repaired', integer, (c) => c.notNull())
    .addColumn('keeps_dates', integer, (c) => c.notNull())
    .addColumn('switch_at', long)
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('updated_at', long, (c) => c.notNull())
  await ofSmartlock(table, 'smartlock_auth_smartlock').execute()
}

/** What belongs to a lock goes with it. */
const ofSmartlock = <C extends string>(table: CreateTableBuilder<string, C>, name: string) =>
  table.addForeignKeyConstraint(
    name,
    ['account_id', 'smartlock_id'] as never,
    'smartlock',
    ['account_id', 'smartlock_id'],
    (constraint) => constraint.onDelete('cascade'),
  )

async function indexAuthorizations(db: UntypedDb): Promise<void> {
  const index = (name: string) => db.schema.createIndex(`smartlock_auth_${name}`).on('smartlock_auth')
  await index('account').unique().columns(['account_id', 'seq']).execute()
  await index('lock').columns(['account_id', 'smartlock_id', 'seq']).execute()
  await index('kind').columns(['account_id', 'kind', 'seq']).execute()
  await index('user')
    .columns(['account_id', 'account_user_id', 'seq'])
    .where('account_user_id', 'is not', null)
    .execute()
  await index('code')
    .columns(['account_id', 'code_hash', 'smartlock_id'])
    .where('code_hash', 'is not', null)
    .execute()
  await index('number')
    .columns(['account_id', 'device_number', 'smartlock_id'])
    .where('device_number', 'is not', null)
    .execute()
  // Most are as they should be. A query finds this one only when it spells the condition out in the same way.
  await index('waiting')
    .columns(['account_id', 'smartlock_id', 'seq'])
    .where(sql<boolean>`sync_state in ('pending', 'deleting')`)
    .execute()
  await index('switch').columns(['switch_at']).where('switch_at', 'is not', null).execute()
  await index('invite').columns(['invite_until']).where('invite_until', 'is not', null).execute()
}

async function createCounts(db: UntypedDb, { integer, long, ...engine }: MigrationEngine): Promise<void> {
  await engine
    .createTable(db, 'smartlock_auth_head')
    .addColumn('account_id', integer, (c) =>
      c.primaryKey().notNull().references('account.account_id').onDelete('cascade'),
    )
    .addColumn('last_seq', long, (c) => c.notNull())
    .execute()
  await engine
    .createTable(db, 'smartlock_auth_count')
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('level', integer, (c) => c.notNull())
    .addColumn('node', long, (c) => c.notNull())
    .addColumn('kind', integer, (c) => c.notNull())
    .addColumn('n', long, (c) => c.notNull())
    .addPrimaryKeyConstraint('smartlock_auth_count_pk', ['account_id', 'level', 'node', 'kind'])
    .execute()
}

async function createQueues(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  const queues = engine
    .createTable(db, 'lock_access')
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('smartlock_id', long, (c) => c.notNull())
    .addColumn('revision', long, (c) => c.notNull())
    .addColumn('due_at', long)
    .addColumn('attempts', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('lock_access_pk', ['account_id', 'smartlock_id'])
  await ofSmartlock(queues, 'lock_access_smartlock').execute()
  await db.schema
    .createIndex('lock_access_due')
    .on('lock_access')
    .column('due_at')
    .where('due_at', 'is not', null)
    .execute()
  const strays = engine
    .createTable(db, 'stray_access')
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('smartlock_id', long, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('sent_revision', long)
    .addPrimaryKeyConstraint('stray_access_pk', ['account_id', 'smartlock_id', 'key'])
  await ofSmartlock(strays, 'stray_access_smartlock').execute()
}

/** A parent ends with its last child, and must not have to look at all of them each time. */
async function addChildCounts(db: UntypedDb, { integer }: MigrationEngine): Promise<void> {
  await db.schema.alterTable('operation').addColumn('open_children', integer).execute()
  await db.schema
    .alterTable('operation')
    .addColumn('failed_children', integer, (c) => c.notNull().defaultTo(0))
    .execute()
}
