import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Who is told of what, how far each account's events were looked at for it, and what is still to be delivered. */
export const notifications = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema.alterTable('event').addColumn('notices', engine.text).execute()
    await createNotifications(db, engine)
    await createFeeds(db, engine)
    await createDeliveries(db, engine)
  },
})

async function createNotifications(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'notification')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('event_account_id', integer, (c) =>
      c.notNull().references('account.account_id').onDelete('cascade'),
    )
    .addColumn('reference_id', text)
    .addColumn('push_id', text, (c) => c.notNull())
    .addColumn('secret_sealed', text, (c) => c.notNull())
    .addColumn('os', integer, (c) => c.notNull())
    .addColumn('language', text)
    .addColumn('settings', text, (c) => c.notNull())
    .addColumn('status', integer, (c) => c.notNull())
    .addColumn('error', text)
    .addColumn('is_gone', integer, (c) => c.notNull())
    .addColumn('last_active_at', long)
    .addColumn('leased_until', long)
    .addColumn('lease_owner', text)
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('updated_at', long, (c) => c.notNull())
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('notification')
  await index('notification_account').columns(['account_id', 'id']).execute()
  await index('notification_event_account').column('event_account_id').execute()
}

async function createFeeds(db: UntypedDb, { text, integer, ...engine }: MigrationEngine): Promise<void> {
  await engine
    .createTable(db, 'notification_feed')
    .addColumn('account_id', integer, (c) =>
      c.primaryKey().notNull().references('account.account_id').onDelete('cascade'),
    )
    .addColumn('last_event_id', text, (c) => c.notNull())
    .execute()
}

async function createDeliveries(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'notification_delivery')
    .addColumn('notification_id', text, (c) => c.notNull().references('notification.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('message', text, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('next_at', long, (c) => c.notNull())
    .addPrimaryKeyConstraint('notification_delivery_pk', ['notification_id', 'id'])
    .execute()
  await db.schema
    .createIndex('notification_delivery_due')
    .on('notification_delivery')
    .columns(['next_at', 'notification_id'])
    .execute()
}
