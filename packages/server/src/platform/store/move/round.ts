import { compareKeys, keyOf, type MovedTable, type Row } from './moved-table.ts'
import type { Change, Progress, Round, Snapshot, Source, TableProgress, Target } from './stores.ts'

/** A snapshot keeps the source from tidying up: a new one is taken so often. */
const SNAPSHOT_MS = 30_000
/** What is read, sent and stored at once, roughly; rows differ in size by a thousand. */
const BATCH_BYTES = 2_000_000
const MOST_ROWS = 5000
const FIRST_ROWS = 50
/** Changed rows of one table that are in memory at once. */
const READ_AGAIN = 200

const NOTHING: TableProgress = { upTo: null, isWhole: false }

/** Was the row of this key copied before, so that it has to follow its changes? */
const isCopied =
  ({ upTo, isWhole }: TableProgress) =>
  (key: Row): boolean =>
    isWhole || (upTo !== null && compareKeys(key, upTo) <= 0)

function byTable(tables: ReadonlyMap<string, MovedTable>, changes: readonly Change[]): [MovedTable, Row[]][] {
  return [...Map.groupBy(changes, ({ table }) => table)].flatMap(([name, some]) => {
    const table = tables.get(name)
    const keys = new Map(some.map(({ key }) => [JSON.stringify(key), key]))
    return table ? [[table, [...keys.values()]]] : []
  })
}

/**
 * Brings what was copied to the moment of the snapshot. Everything that changed is removed first and added then, as it is:
 * in between two rows could claim the same name. What was copied is then a part of the source at one moment, also when the
 * parts were copied at different ones.
 */
export async function catchUp(
  snapshot: Snapshot,
  target: Target,
  tables: ReadonlyMap<string, MovedTable>,
  { position, tables: copied }: Progress,
): Promise<number> {
  let count = 0
  await target.catchUp(snapshot.position, async (round) => {
    if (position === undefined) return
    for await (const changes of snapshot.changesSince(position)) {
      count += changes.length
      for (const [table, keys] of byTable(tables, changes)) await round.remove(table, keys)
    }
    for await (const changes of snapshot.changesSince(position))
      for (const [table, keys] of byTable(tables, changes))
        await addAsTheyAre(snapshot, round, table, keys.filter(isCopied(copied.get(table.name) ?? NOTHING)))
  })
  return count
}

async function addAsTheyAre(snapshot: Snapshot, round: Round, table: MovedTable, keys: readonly Row[]) {
  for (let i = 0; i < keys.length; i += READ_AGAIN) {
    const rows = await snapshot.rowsOf(table, keys.slice(i, i + READ_AGAIN))
    if (rows.length > 0) await round.add(table, rows)
  }
}

/** How many rows make a batch, from how large the last ones were. */
export function batchSize(rows: readonly Row[]): number {
  if (rows.length === 0) return FIRST_ROWS
  let bytes = 0
  for (const row of rows) for (const value of row) bytes += typeof value === 'string' ? value.length + 8 : 8
  return Math.max(1, Math.min(MOST_ROWS, Math.floor((BATCH_BYTES * rows.length) / bytes)))
}

/** Copies everything that is not there yet. It may be killed anywhere: the next call goes on where this one was. */
export async function copyAll(
  source: Source,
  target: Target,
  tables: ReadonlyMap<string, MovedTable>,
  copied: (table: MovedTable, rows: number) => void,
): Promise<void> {
  for (;;) {
    const progress = await target.progress()
    if (!progress) throw new Error('the target was not prepared')
    const snapshot = await source.snapshot()
    try {
      await catchUp(snapshot, target, tables, progress)
      if (await copyFrom(snapshot, target, tables, progress, copied)) return
    } finally {
      await snapshot.close()
    }
  }
}

/** False when the snapshot has become old before everything was copied. */
async function copyFrom(
  snapshot: Snapshot,
  target: Target,
  tables: ReadonlyMap<string, MovedTable>,
  progress: Progress,
  copied: (table: MovedTable, rows: number) => void,
): Promise<boolean> {
  for (const table of tables.values()) {
    const { upTo, isWhole } = progress.tables.get(table.name) ?? NOTHING
    if (isWhole) continue
    let after = upTo
    let limit = FIRST_ROWS
    let storing: Promise<void> = Promise.resolve()
    for (let isOver = false; !isOver; ) {
      const rows = await snapshot.rowsAfter(table, after ?? undefined, limit)
      // The next rows are read while these are being stored.
      await storing
      isOver = rows.length < limit
      const last = rows.at(-1)
      after = last ? keyOf(table, last) : after
      limit = batchSize(rows)
      storing = target.append(table, rows, { upTo: after, isWhole: isOver })
      // Awaited above or below; without this a failure meanwhile would count as nobody's.
      storing.catch(() => undefined)
      copied(table, rows.length)
      if (!isOver && performance.now() - snapshot.takenAt > SNAPSHOT_MS) {
        await storing
        return false
      }
    }
    await storing
  }
  return true
}
