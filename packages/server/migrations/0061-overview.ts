import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** What batteries had left, one number a day while it changes; and which codes failed, without looking at all of them. */
export const overview = ({ integer, long, ...engine }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await engine
      .createTable(db, 'battery_reading')
      .addColumn('account_id', integer, (c) => c.notNull())
      .addColumn('smartlock_id', long, (c) => c.notNull())
      .addColumn('day', integer, (c) => c.notNull())
      .addColumn('charge', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('battery_reading_pk', ['account_id', 'smartlock_id', 'day'])
      .addForeignKeyConstraint(
        'battery_reading_smartlock',
        ['account_id', 'smartlock_id'],
        'smartlock',
        ['account_id', 'smartlock_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await db.schema.createIndex('battery_reading_day').on('battery_reading').columns(['day']).execute()
    await db.schema
      .createIndex('smartlock_auth_failed')
      .on('smartlock_auth')
      .columns(['account_id', 'smartlock_id'])
      .where(sql<boolean>`sync_state = 'failed'`)
      .execute()
  },
})
