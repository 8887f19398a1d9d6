import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

const SHARES = 61

/**
 * Which process serves which locks: locks are divided into shares, a share belongs to one process, and a process that
 * serves locks says again and again that it is there. And, for each share, what waits for its locks.
 */
export const lockShares = ({ text, integer, long, ...engine }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await engine
      .createTable(db, 'serving_process')
      .addColumn('process_id', text, (c) => c.primaryKey().notNull())
      .addColumn('beat', long, (c) => c.notNull())
      .addColumn('is_linked', integer, (c) => c.notNull())
      .execute()
    await engine
      .createTable(db, 'lock_share')
      .addColumn('share', integer, (c) => c.primaryKey().notNull())
      .addColumn('process_id', text)
      .addColumn('term', long, (c) => c.notNull())
      .execute()
    await db
      .insertInto('lock_share')
      .values(Array.from({ length: SHARES }, (_, share) => ({ share, process_id: null, term: 0 })))
      .execute()
    for (const table of ['lock_desired', 'lock_access'])
      await sql`create index ${sql.ref(`${table}_share_due`)} on ${sql.table(table)}
        (((smartlock_id % 4294967296) % 61), due_at) where due_at is not null`.execute(db)
  },
})
