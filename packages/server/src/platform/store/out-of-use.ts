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

/** Refuses a database that was moved elsewhere, and one that a move has not finished reading or filling. */
export async function refuseMoved(db: Db): Promise<void> {
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
