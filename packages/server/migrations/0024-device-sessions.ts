import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/**
 * The connections that each lock has announced: none of them comes back, and no memory that was lost does. And the
 * version of the protocol by which it did: what its messages have to name depends on it.
 */
export const deviceSessions = ({ text, integer, long, ...engine }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema
      .alterTable('smartlock')
      .addColumn('protocol_minor', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await engine
      .createTable(db, 'device_session')
      .addColumn('account_id', integer, (c) => c.notNull())
      .addColumn('smartlock_id', long, (c) => c.notNull())
      .addColumn('session_id', text, (c) => c.notNull())
      .addColumn('epoch', text, (c) => c.notNull())
      .addColumn('seen_at', long, (c) => c.notNull())
      .addPrimaryKeyConstraint('device_session_pk', ['account_id', 'smartlock_id', 'session_id'])
      .addForeignKeyConstraint(
        'device_session_smartlock',
        ['account_id', 'smartlock_id'],
        'smartlock',
        ['account_id', 'smartlock_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('device_session_seen_at')
      .on('device_session')
      .columns(['account_id', 'smartlock_id', 'seen_at'])
      .execute()
  },
})
