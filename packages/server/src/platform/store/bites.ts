import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, engineOf } from './engine.ts'

/** Rows of one transaction. On SQLite nobody else is served while they go, with their entries in every index. */
const ROWS = { sqlite: 100, postgres: 1000 } as const
/** Between two, so that what waits is not only let in between, but gets most of the time. */
const PAUSE_MS = 10

/**
 * Removes a lot, a little at a time: `remove` takes away so many rows at most and says how many there were. `goOn` throws
 * when it is no longer ours to do.
 */
export async function inBites(
  db: Db,
  remove: (limit: number) => Promise<number>,
  goOn?: (() => void) | undefined,
): Promise<number> {
  const limit = ROWS[engineOf(db)]
  for (let removed = 0; ; await sleep(PAUSE_MS)) {
    goOn?.()
    const count = await remove(limit)
    removed += count
    if (count < limit) return removed
  }
}
