import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** What locks are told to be like, what they report of it, and logins that must end although their lock is gone. */
export const deviceSettings = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await addLockColumns(db, engine)
    await createDesired(db, engine)
    await createRevokedLogins(db, engine)
    await indexQueuedActions(db)
  },
})

async function addLockColumns(db: UntypedDb, { text }: MigrationEngine): Promise<void> {
  for (const column of ['advanced_config', 'web_config', 'admin_pin_sealed'])
    await db.schema.alterTable('smartlock').addColumn(column, text).execute()
}

async function createDesired(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'lock_desired')
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('smartlock_id', long, (c) => c.notNull())
    .addColumn('section', text, (c) => c.notNull())
    .addColumn('revision', long, (c) => c.notNull())
    .addColumn('changes', text, (c) => c.notNull())
    .addColumn('operation_id', text)
    .addColumn('due_at', long)
    .addPrimaryKeyConstraint('lock_desired_pk', ['account_id', 'smartlock_id', 'section'])
    .addForeignKeyConstraint(
      'lock_desired_smartlock',
      ['account_id', 'smartlock_id'],
      'smartlock',
      ['account_id', 'smartlock_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  // What waits for locks that are away is not due, however much there is of it.
  await db.schema
    .createIndex('lock_desired_due')
    .on('lock_desired')
    .column('due_at')
    .where('due_at', 'is not', null)
    .execute()
}

async function createRevokedLogins(db: UntypedDb, { text, long, ...engine }: MigrationEngine): Promise<void> {
  await engine
    .createTable(db, 'revoked_login')
    .addColumn('username', text, (c) => c.primaryKey().notNull())
    .addColumn('revoked_at', long, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('revoked_login_at').on('revoked_login').column('revoked_at').execute()
}

/** Settings may wait for months; the dispatcher of actions must not have to step over them. */
async function indexQueuedActions(db: UntypedDb): Promise<void> {
  await db.schema.dropIndex('operation_queued').execute()
  await db.schema
    .createIndex('operation_queued_action')
    .on('operation')
    .column('id')
    .where(sql<boolean>`status = 'queued' and type = 'action'`)
    .execute()
}
