import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../startup-error.ts'
import { bringUp, compareAll, compareChanged } from './compare.ts'
import type { MovedTable } from './moved-table.ts'
import { copyAll } from './round.ts'
import type { MoveState, Pause, Source, Target } from './stores.ts'

export interface MoveOptions {
  /** Every migration this version knows, by name. */
  readonly migrations: readonly string[]
  /** Tables that grow, whose ids begin with the time. */
  readonly growing: readonly string[]
  /** Copies and compares, and leaves the source in use. */
  readonly copyOnly: boolean
}

/** So often the last changes are brought over before the pause, so that few of them are left for it. */
const ROUNDS = 5
const FEW_CHANGES = 500
const MOST_ATTEMPTS = 20
const SAY_EVERY_MS = 5000

/** Checks what can be checked without changing anything, and says what is there. */
export async function* dryRun(source: Source, target: Target, options: MoveOptions): AsyncGenerator<string> {
  const state = await source.state()
  await assertSameVersion(source, options)
  await target.inspect(state?.moveId)
  const snapshot = await source.snapshot()
  const tables = await source.tables()
  let rows = 0
  try {
    for (const table of tables) {
      const count = await snapshot.count(table)
      rows += count
      if (count > 0) yield `  ${table.name.padEnd(24)} ${String(count).padStart(9)} rows`
    }
  } finally {
    await snapshot.close()
  }
  yield `${rows} rows in ${tables.length} tables would be moved to ${target.described}. Nothing was changed.`
}

/**
 * Copies everything while the source is in use, compares it, and hands over in a pause in which nobody can write. Killed
 * anywhere, it goes on where it was.
 */
export async function* move(source: Source, target: Target, options: MoveOptions): AsyncGenerator<string> {
  const before = await source.state()
  await assertSameVersion(source, options)
  await target.inspect(before?.moveId)
  if (before?.phase === 'moved') return yield* finish(before, target)
  const moveId = before?.moveId ?? randomBytes(12).toString('hex')
  yield before ? 'Going on with the move that was begun.' : `Moving to ${target.described}.`
  await source.begin({ moveId, target: target.described })
  if (!(await target.progress())?.position) await target.prepare(moveId, await oldestOf(source, options))
  const tables = sameTables(await source.tables(), await target.tables())
  yield* copied((say) => copyAll(source, target, tables, say))
  const indexes: string[] = []
  await target.index((name) => indexes.push(name))
  if (indexes.length > 0) yield `Indexes made: ${indexes.length}.`
  for await (const { table, rows, sha256 } of compareAll(source, target, tables))
    if (rows > 0)
      yield `  ${table.padEnd(24)} ${String(rows).padStart(9)} rows  sha256 ${sha256.slice(0, 16)}`
  if (options.copyOnly)
    return yield 'Copied and compared. Changes are still noted: run it again without --copy-only to bring them over and hand over.'
  const { pausedMs, changed } = await handOver(source, target, tables)
  await target.release()
  yield `${changed} rows that changed meanwhile were brought over in the last pause and compared one by one.`
  yield `Handed over. Writes were refused for ${(pausedMs / 1000).toFixed(1)} s until then, and are from now on.`
}

/** When the oldest row of the tables that grow was made: months that had one get a partition. */
async function oldestOf(source: Source, { growing }: MoveOptions): Promise<number | undefined> {
  const snapshot = await source.snapshot()
  try {
    const tables = (await source.tables()).filter(({ name }) => growing.includes(name))
    const times: number[] = []
    for (const table of tables)
      for (const [id] of await snapshot.rowsAfter(table, undefined, 1))
        times.push(Number.parseInt(String(id).slice(0, 12), 16))
    return times.length > 0 ? Math.min(...times) : undefined
  } finally {
    await snapshot.close()
  }
}

async function* finish({ target: described }: MoveState, target: Target): AsyncGenerator<string> {
  if (!(await target.progress())) throw new StartupError(`This database was moved to ${described} already.`)
  await target.release()
  yield `Handed over to ${described}; what was left to do is done.`
}

async function assertSameVersion(source: Source, { migrations }: MoveOptions): Promise<void> {
  const applied = await source.migrations()
  const missing = migrations.filter((name) => !applied.includes(name))
  const unknown = applied.filter((name) => !migrations.includes(name))
  if (missing.length + unknown.length === 0) return
  throw new StartupError(
    `The database is of another version than this command (${[...missing, ...unknown].join(', ')}): start this version with it once, or use the command of that version.`,
  )
}

function sameTables(here: readonly MovedTable[], there: readonly MovedTable[]): Map<string, MovedTable> {
  const shape = ({ columns, keyLength }: MovedTable) => `${keyLength} ${columns}`
  const shapes = new Map(there.map((table) => [table.name, shape(table)]))
  const different = here.filter((table) => shapes.get(table.name) !== shape(table))
  if (different.length > 0 || here.length !== there.length)
    throw new StartupError(
      `The tables of both databases differ: ${different.map(({ name }) => name).join(', ')}.`,
    )
  return new Map(here.map((table) => [table.name, table]))
}

/** Says now and then how far it has come. */
async function* copied(
  work: (say: (table: MovedTable, rows: number) => void) => Promise<void>,
): AsyncGenerator<string> {
  let rows = 0
  let at = ''
  let isOver = false
  const done = work((table, some) => {
    rows += some
    at = table.name
  }).finally(() => {
    isOver = true
  })
  done.catch(() => undefined)
  while (!isOver) {
    await Promise.race([done.catch(() => undefined), sleep(SAY_EVERY_MS, undefined, { ref: false })])
    if (!isOver) yield `  ${rows} rows copied, at ${at}`
  }
  await done
  yield `Copied ${rows} rows.`
}

/** Less and less is left to bring over; the rest of it is brought over while nobody can write. */
async function handOver(
  source: Source,
  target: Target,
  tables: ReadonlyMap<string, MovedTable>,
): Promise<{ pausedMs: number; changed: number }> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    for (let round = 0; round < ROUNDS; round++)
      if ((await bringUpNow(source, target, tables)) < FEW_CHANGES) break
    const begin = performance.now()
    const pause = await source.pause()
    if (pause) {
      const changed = await inPause(source, target, tables, pause)
      if (changed !== undefined) return { pausedMs: performance.now() - begin, changed }
    }
    await sleep(1000)
  }
  throw new StartupError('The service writes too long at a time to be paused: try again when less happens.')
}

async function bringUpNow(
  source: Source,
  target: Target,
  tables: ReadonlyMap<string, MovedTable>,
): Promise<number> {
  const snapshot = await source.snapshot()
  return bringUp(snapshot, target, tables).finally(() => snapshot.close())
}

/** Undefined when somebody wrote after all. */
async function inPause(
  source: Source,
  target: Target,
  tables: ReadonlyMap<string, MovedTable>,
  pause: Pause,
): Promise<number | undefined> {
  try {
    const since = (await target.progress())?.position ?? '0'
    const snapshot = await source.snapshot()
    try {
      await bringUp(snapshot, target, tables)
      const changed = await compareChanged(snapshot, target, tables, since)
      await target.settle(await snapshot.numbersGivenOut([...tables.values()]))
      return (await pause.handOver(snapshot)) ? changed : undefined
    } finally {
      await snapshot.close()
    }
  } finally {
    await pause.end()
  }
}
