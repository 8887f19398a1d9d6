import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Windows that the service keeps, weekdays and minutes too; whether a right failed for want of a proof. */
export const keptWindows = ({ integer }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema
      .alterTable('smartlock_auth')
      .addColumn('keeps_weekly', integer, (c) => c.notNull().defaultTo(1))
      .execute()
    await db.schema
      .alterTable('smartlock_auth')
      .addColumn('unproven', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    // Until now only the text told it.
    await db
      .updateTable('smartlock_auth')
      .set({ unproven: 1 })
      .where('sync_state', '=', 'failed')
      .where('error', 'like', '%(f5)')
      .execute()
  },
})
