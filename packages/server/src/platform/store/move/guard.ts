import { sql } from 'kysely'
import { StartupError } from '../../startup-error.ts'
import { type Db, engineOf } from '../engine.ts'

async function has(db: Db, table: string): Promise<boolean> {
  const { rows } =
    engineOf(db) === 'postgres'
      ? await sql`select 1 as found where to_regclass(${table}) is not null`.execute(db)
      : await sql`select 1 as found from sqlite_master where type = 'table' and name = ${table}`.execute(db)
  return rows.length > 0
}

/** Refuses a store that was handed over to another, and one into which a move has not come to its end. */
export async function refuseMoved(db: Db): Promise<void> {
  if (await has(db, 'move_progress'))
    throw new StartupError(
      'A move into this database is under way, or was interrupted: run "latchwork move" again, with the settings of the old database.',
    )
  if (!(await has(db, 'move_state'))) return
  const { rows } = await sql<{ target: string; phase: string }>`select target, phase from move_state`.execute(
    db,
  )
  const [state] = rows
  if (state?.phase !== 'moved') return
  throw new StartupError(
    `This database was moved to ${state.target}, and what happened since is there: use that one (LATCHWORK_DATABASE_URL). ` +
      'If the move did not come to its end, run "latchwork move" again. To go back to this one and lose what happened since, ' +
      'run: latchwork move cancel --although-moved',
  )
}

/** Rows that go with a whole partition leave no line in the journal of a move: they stay while one is under way. */
export const isBeingMoved = (db: Db): Promise<boolean> => has(db, 'move_state')
