import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** When the person behind a session last proved who they are. */
export const stepUp = ({ long }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema
      .alterTable('session')
      .addColumn('verified_at', long, (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update session set verified_at = created_at`.execute(db)
  },
})
