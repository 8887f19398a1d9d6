import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/**
 * Devices log in with a key derived from their secret (LDP/1.1). All that exist so far log in with the secret itself: they
 * are served until their credentials are replaced, and shown with a warning.
 */
export const deviceLogins = ({ text, integer, long }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    const credential = () => db.schema.alterTable('device_credential')
    await credential()
      .addColumn('login_derived', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await credential().addColumn('broker_hash', text).execute()
    await credential().addColumn('exposed_at', long).execute()
    await db.schema.alterTable('smartlock').addColumn('credentials_warning', text).execute()
    await db
      .updateTable('smartlock')
      .set({ credentials_warning: 'legacy' })
      .where('smartlock_id', 'in', (e: typeof db) => e.selectFrom('device_credential').select('smartlock_id'))
      .execute()
  },
})
