import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** How long an account wants its records kept, where that is shorter than the service keeps them. */
export const retention = ({ integer, ...engine }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await engine
      .createTable(db, 'account_retention')
      .addColumn('account_id', integer, (c) =>
        c.primaryKey().notNull().references('account.account_id').onDelete('cascade'),
      )
      .addColumn('log_days', integer)
      .addColumn('reservation_days', integer)
      .addColumn('mail_days', integer)
      .execute()
  },
})
