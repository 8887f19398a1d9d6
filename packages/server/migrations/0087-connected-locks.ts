import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Since when a lock that was brought over is connected here: its log is ours from then on. */
export const connectedLocks = ({ long }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema.alterTable('smartlock').addColumn('connected_at', long).execute()
  },
})
