import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Apps, fobs and the like that locks know by themselves. */
export const pairings = ({ text, integer, long, ...engine }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await engine
      .createTable(db, 'pairing')
      .addColumn('account_id', integer, (c) => c.notNull())
      .addColumn('smartlock_id', long, (c) => c.notNull())
      .addColumn('pairing_id', long, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('name', text)
      .addColumn('enabled', integer, (c) => c.notNull())
      .addColumn('remote_allowed', integer, (c) => c.notNull())
      .addColumn('is_own', integer, (c) => c.notNull())
      .addColumn('time_limited', integer, (c) => c.notNull())
      .addColumn('times', text)
      .addColumn('first_seen_at', long, (c) => c.notNull())
      .addPrimaryKeyConstraint('pairing_pk', ['account_id', 'smartlock_id', 'pairing_id'])
      .addForeignKeyConstraint(
        'pairing_smartlock',
        ['account_id', 'smartlock_id'],
        'smartlock',
        ['account_id', 'smartlock_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
  },
})
