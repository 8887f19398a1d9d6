import { sql } from 'kysely'
import { StartupError } from '../startup-error.ts'
import { type Db, engineOf } from './engine.ts'

async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } =
    engineOf(db) === 'postgres'
      ? await sql`select 1 as found where to_regclass(${name}) is not null`.execute(db)
      : await sql`select 1 as found from sqlite_master where type = 'table' and name = ${name}`.execute(db)
  return rows.length > 0
}

/**
 * Refuses a database that was moved elsewhere, and one that a move or a restore has not finished with. The commands that do
 * that leave these tables in it (`storage/move`, `storage/backup`).
 */
export async function refuseOutOfUse(db: Db): Promise<void> {
  // Without its last marks a restored database would pass for one that was never away, with all its old connections.
  if (await hasTable(db, 'unfinished_restore'))
    throw new StartupError(
      'A restore into this PostgreSQL database is under way, or was interrupted: wait for it, or restore into an empty one.',
    )
  if (await hasTable(db, 'move_progress'))
    throw new StartupError(
      'A move into this database is under way, or was interrupted: run "latchwork move" again, with the settings of the old database.',
    )
  if (!(await hasTable(db, 'move_state'))) return
  const { rows } = await sql<{ target: string; phase: string }>`select target, phase from move_state`.execute(
    db,
  )
  const [state] = rows
  if (state?.phase === 'begun')
    throw new StartupError(
      `A move of this database to ${state.target} was begun and has not ended: run "latchwork move" again to go on with it. ` +
        'To give it up and use this database, run: latchwork move cancel',
    )
  if (state?.phase === 'moved')
    throw new StartupError(
      `This database was moved to ${state.target}, and what happened since is there: use that one (LATCHWORK_DATABASE_URL). ` +
        'If the move did not come to its end, run "latchwork move" again. To go back to this one and lose what happened since, ' +
        'run: latchwork move cancel --although-moved',
    )
}
