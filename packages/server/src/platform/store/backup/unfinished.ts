import { sql } from 'kysely'
import { StartupError } from '../../startup-error.ts'
import type { Db } from '../engine.ts'

/** A table that is there for as long as a restore into a PostgreSQL database has not come to its end. */
const TABLE = sql.table('unfinished_restore')

export const beginRestore = (db: Db) => sql`create table ${TABLE} (since text)`.execute(db)

export const endRestore = (db: Db) => sql`drop table ${TABLE}`.execute(db)

/** Without its mark a restored database would pass for one that was never away, with all its old connections. */
export async function refuseUnfinishedRestore(db: Db): Promise<void> {
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass('unfinished_restore')::text as found`.execute(db)
  if (rows[0]?.found == null) return
  throw new StartupError(
    'A restore into this PostgreSQL database is under way, or was interrupted: wait for it, or restore into an empty one.',
  )
}
