import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Db, engineOf } from './engine.ts'

/** So many rows are looked at in one go: on SQLite nobody else is served meanwhile, elsewhere the way there costs more. */
const CANDIDATES = { sqlite: 2000, postgres: 10_000 } as const

/** A list that an index brings in order, and a condition that no index knows. */
export interface Sliced<Row, Place> {
  limit: number
  /** The place of the nth row after this one, in the order of the index; undefined when there are not so many. */
  nth(after: Place | undefined, n: number): Promise<Place | undefined>
  /** The rows behind `after`, up to and including `upTo`, that meet the condition. */
  fitting(after: Place | undefined, upTo: Place | undefined, limit: number): Promise<Row[]>
  /** So many rows in one go, where an index alone tells whether one meets the condition: that is quick. */
  size?: number
  /** Gives up after so many rows. Unless given, the list is gone through to its end. */
  lookAtMost?: number
}

export interface Slices<Row, Place> {
  rows: Row[]
  /** Where looking was given up; undefined when the list is full or over. */
  stoppedAt: Place | undefined
}

/** Reads bit by bit, however few rows meet the condition, and lets others work in between. */
export async function readInSlices<Row, Place>(
  db: Db,
  {
    limit,
    nth,
    fitting,
    size = CANDIDATES[engineOf(db)],
    lookAtMost = Number.POSITIVE_INFINITY,
  }: Sliced<Row, Place>,
): Promise<Slices<Row, Place>> {
  const rows: Row[] = []
  let after: Place | undefined
  for (let looked = 0; ; looked += size) {
    if (looked >= lookAtMost) return { rows, stoppedAt: after }
    if (looked > 0) await nextTurn()
    const upTo = await nth(after, size)
    rows.push(...(await fitting(after, upTo, limit - rows.length)))
    if (upTo === undefined || rows.length >= limit) return { rows, stoppedAt: undefined }
    after = upTo
  }
}
