import { createHash } from 'node:crypto'
import { StartupError } from '../../startup-error.ts'
import { keyOf, type MovedTable, type Row } from './moved-table.ts'
import { batchSize, catchUp } from './round.ts'
import type { Snapshot, Source, Target } from './stores.ts'

export interface Compared {
  readonly table: string
  readonly rows: number
  /** Over all rows in the order of their keys. */
  readonly sha256: string
}

type ReadRows = (table: MovedTable, after: Row | undefined, limit: number) => Promise<Row[]>

async function digestOf(read: ReadRows, table: MovedTable): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  let count = 0
  let after: Row | undefined
  for (let limit = batchSize([]); ; ) {
    const rows = await read(table, after, limit)
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`)
    count += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < limit) return { rows: count, sha256: hash.digest('hex') }
    after = keyOf(table, last)
    limit = batchSize(rows)
  }
}

/**
 * Compares every table, row for row, at one moment each: the source is in use, so what changed until then is brought over
 * first.
 */
export async function* compareAll(
  source: Source,
  target: Target,
  tables: ReadonlyMap<string, MovedTable>,
): AsyncGenerator<Compared> {
  for (const table of tables.values()) {
    const snapshot = await source.snapshot()
    try {
      await bringUp(snapshot, target, tables)
      const [there, here] = await Promise.all([
        digestOf(target.rowsAfter, table),
        digestOf(snapshot.rowsAfter, table),
      ])
      if (there.rows !== here.rows || there.sha256 !== here.sha256)
        throw new StartupError(
          `The table ${table.name} was not copied as it is: ${here.rows} rows with ${here.sha256.slice(0, 12)} became ${there.rows} with ${there.sha256.slice(0, 12)}. Nothing was handed over.`,
        )
      yield { table: table.name, ...here }
    } finally {
      await snapshot.close()
    }
  }
}

export async function bringUp(
  snapshot: Snapshot,
  target: Target,
  tables: ReadonlyMap<string, MovedTable>,
): Promise<number> {
  const progress = await target.progress()
  if (!progress) throw new Error('the target was not prepared')
  return catchUp(snapshot, target, tables, progress)
}

const asText = (table: MovedTable, rows: readonly Row[]) =>
  new Map(rows.map((row) => [JSON.stringify(keyOf(table, row)), JSON.stringify(row)]))

/** Compares the rows that changed since a position, one by one; returns how many there were. */
export async function compareChanged(
  snapshot: Snapshot,
  target: Target,
  tables: ReadonlyMap<string, MovedTable>,
  since: string,
): Promise<number> {
  let count = 0
  for await (const changes of snapshot.changesSince(since))
    for (const [name, some] of Map.groupBy(changes, ({ table }) => table)) {
      const table = tables.get(name)
      if (!table) continue
      const keys = [...new Map(some.map(({ key }) => [JSON.stringify(key), key])).values()]
      const here = asText(table, await snapshot.rowsOf(table, keys))
      const there = asText(table, await target.rowsOf(table, keys))
      const isSame = here.size === there.size && [...here].every(([key, row]) => there.get(key) === row)
      if (!isSame)
        throw new StartupError(`The last changes of ${name} were not copied. Nothing was handed over.`)
      count += keys.length
    }
  return count
}
