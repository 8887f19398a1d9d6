import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/**
 * Alerts to people. Their channels are receivers like those of notifications, and what is sent to them waits in the same
 * place; what a person chose, what was told already, and what other areas raised is new.
 */
export const alerts = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    const { text } = engine
    for (const column of ['channel', 'label'])
      await db.schema.alterTable('notification').addColumn(column, text).execute()
    await db.schema.alterTable('notification_delivery').addColumn('topic', text).execute()
    await createChoices(db, engine)
    await createMarks(db, engine)
    await createRaised(db, engine)
  },
})

const createChoices = (db: UntypedDb, { text, integer, ...engine }: MigrationEngine) =>
  engine
    .createTable(db, 'alert_choice')
    .addColumn('account_id', integer, (c) =>
      c.primaryKey().notNull().references('account.account_id').onDelete('cascade'),
    )
    .addColumn('choices', text, (c) => c.notNull())
    .execute()

const createMarks = (db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) =>
  engine
    .createTable(db, 'alert_mark')
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('at', long, (c) => c.notNull())
    .addColumn('count', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('alert_mark_pk', ['account_id', 'key'])
    .execute()

/** Only added until the feed takes them: whoever raises an alert may hold anything. */
async function createRaised(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'raised_alert')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('alert', text, (c) => c.notNull())
    .addColumn('created_at', long, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('raised_alert_account')
    .on('raised_alert')
    .columns(['account_id', 'id'])
    .execute()
}
