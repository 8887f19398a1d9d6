import { createHash, randomBytes } from 'node:crypto'
import { StartupError } from '../../platform/startup-error.ts'
import { countRows, type Link, pages } from '../link/link.ts'
import { quoted, type TableShape } from '../link/tables.ts'
import type { Source, Target } from './ends.ts'
import { estimate, inWords } from './estimate.ts'
import { addRows, findCopied, makeReady, makeSlowParts } from './progress.ts'

export interface MoveOptions {
  /** The names of all migrations that this version knows. */
  readonly migrations: readonly string[]
  /** Tables whose ids begin with the time. */
  readonly growing: readonly string[]
  readonly isDryRun: boolean
  say(line: string): void
}

interface MoveState {
  readonly moveId: string
  readonly target: string
  readonly phase: string
}

const SAY_EVERY_MS = 5000

/** The source keeps in the table `move_state` that a move of it has begun, and later that it was moved. */
export async function findState(source: Link): Promise<MoveState | undefined> {
  if (!(await source.hasTable('move_state'))) return undefined
  const [row] = await source.ask('select move_id, target, phase from move_state')
  return row && { moveId: String(row[0]), target: String(row[1]), phase: String(row[2]) }
}

export const forgetMove = (source: Link) => source.ask('drop table move_state')

/**
 * Copies every table while no service runs, compares the copy with the source, and marks the source as moved. When it was
 * interrupted, the next call goes on after the last row that was copied.
 */
export async function move(source: Source, target: Target, options: MoveOptions): Promise<void> {
  const state = await findState(source)
  await assertSameVersion(source, options.migrations)
  const begun = await target.findMoveId()
  if (state?.phase === 'moved') {
    if (begun !== state.moveId || options.isDryRun)
      throw new StartupError(`This database was moved to ${state.target} already.`)
    // The command was interrupted after it had marked the source.
    return target.release(await target.open(state.moveId, undefined))
  }
  assertSameMove(state, begun, target)
  if (begun === undefined) await target.assertEmpty()
  const tables = await source.tables()
  if (options.isDryRun) return announce(source, target, tables, options)

  await source.assertUnused()
  if (begun === undefined) await announce(source, target, tables, options)
  else options.say('Going on with the move that was begun.')
  const moveId = state?.moveId ?? randomBytes(12).toString('hex')
  if (!state) await beginMove(source, moveId, target.described)
  await source.freeze(tables)
  const copy = await target.open(moveId, await oldestOf(source, options.growing))
  await makeReady(copy, tables)
  await copyAll({ source, copy, tables, say: options.say })
  await compareAll({ source, copy, tables, say: options.say })
  options.say('Every row is the same on both sides. Making the indexes.')
  await makeSlowParts(copy)
  for (const table of tables)
    if (table.generated) await copy.setLastNumber(table, await source.lastNumber(table))
  await target.check(copy)
  // A service that came up just before the move began would have been waiting to write since then.
  await source.assertUnused()
  await source.ask(`update move_state set phase = 'moved'`)
  await source.ask('commit')
  await target.release(copy)
}

async function beginMove(source: Link, moveId: string, target: string): Promise<void> {
  await source.ask(
    'create table if not exists move_state (id integer primary key, move_id text not null, target text not null, phase text not null)',
  )
  await source.ask(`insert into move_state values (1, ?, ?, 'begun')`, [moveId, target])
}

async function assertSameVersion(source: Link, known: readonly string[]): Promise<void> {
  if (!(await source.hasTable('kysely_migration')))
    throw new StartupError('There is nothing in this database that could be moved.')
  const applied = (await source.ask('select name from kysely_migration')).map(([name]) => String(name))
  const different = [...new Set(known).symmetricDifference(new Set(applied))]
  if (different.length > 0)
    throw new StartupError(
      `The database is of another version than this command (${different.sort().join(', ')}): start this version with it once, or use the command of that version.`,
    )
}

function assertSameMove(
  state: MoveState | undefined,
  begun: string | undefined,
  { described }: Target,
): void {
  if (begun !== undefined && begun !== state?.moveId)
    throw new StartupError(
      `Another move into ${described} was begun and not ended: name another target, or remove what is there.`,
    )
  if (state && state.target !== described)
    throw new StartupError(
      `A move to ${state.target} was begun: name that target to go on, or run: latchwork move cancel`,
    )
}

/** Says what will be moved, how long that takes and how to go on after an interruption. */
async function announce(
  source: Link,
  target: Target,
  tables: readonly TableShape[],
  { isDryRun, say }: MoveOptions,
): Promise<void> {
  const counts: [table: TableShape, rows: number][] = []
  for (const table of tables) counts.push([table, await countRows(source, table)])
  counts.sort(([, a], [, b]) => b - a)
  for (const [{ name }, rows] of counts)
    if (isDryRun && rows > 0) say(`  ${name.padEnd(24)} ${String(rows).padStart(9)} rows`)
  const total = counts.reduce((sum, [, rows]) => sum + rows, 0)
  const { ms, tried } = await estimate(source, target, counts[0]?.[0] as TableShape, total)
  say(
    `${total} rows in ${tables.length} tables ${isDryRun ? 'would be' : 'are'} moved to ${target.described}. That takes ${inWords(ms)}, judged by a trial with ${tried} of them; the service is stopped meanwhile.`,
  )
  say(
    isDryRun
      ? 'Nothing was changed.'
      : 'When this command is interrupted, run it again: it goes on after the last row that was copied. "latchwork move cancel" gives the move up.',
  )
}

/** When the oldest row of the growing tables was made: their ids begin with the time. */
async function oldestOf(source: Link, growing: readonly string[]): Promise<number | undefined> {
  const times: number[] = []
  for (const name of growing)
    for (const [id] of await source.ask(`select min(id) from ${quoted(name)}`))
      if (id != null) times.push(Number.parseInt(String(id).slice(0, 12), 16))
  return times.length > 0 ? Math.min(...times) : undefined
}

function everyFewSeconds(say: (line: string) => void): (line: () => string) => void {
  let saidAt = performance.now()
  return (line) => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return
    saidAt = performance.now()
    say(line())
  }
}

interface Both {
  readonly source: Link
  readonly copy: Link
  readonly tables: readonly TableShape[]
  say(line: string): void
}

async function copyAll({ source, copy, tables, say }: Both): Promise<void> {
  const sayNow = everyFewSeconds(say)
  let total = 0
  for (const table of tables) {
    let copied = await findCopied(copy, table)
    for await (const page of pages(source, table, copied)) {
      copied = await addRows(copy, table, page, copied)
      const { rows } = copied
      sayNow(() => `  ${total + rows} rows copied, at ${table.name}`)
    }
    total += copied.rows
  }
  say(`${total} rows are copied.`)
}

async function digestOf(link: Link, table: TableShape, sayNow: (line: () => string) => void) {
  const hash = createHash('sha256')
  let rows = 0
  for await (const page of pages(link, table)) {
    for (const row of page) hash.update(`${JSON.stringify(row)}\n`)
    rows += page.length
    sayNow(() => `  ${rows} rows compared of ${table.name}`)
  }
  return { rows, sha256: hash.digest('hex') }
}

/** Reads every table on both sides and compares the number of rows and their SHA-256 in the order of the key. */
async function compareAll({ source, copy, tables, say }: Both): Promise<void> {
  const sayNow = everyFewSeconds(say)
  for (const table of tables) {
    const [here, there] = await Promise.all([
      digestOf(source, table, sayNow),
      digestOf(copy, table, () => undefined),
    ])
    if (there.rows !== here.rows || there.sha256 !== here.sha256)
      throw new StartupError(
        `The table ${table.name} was not copied as it is: ${here.rows} rows with ${here.sha256.slice(0, 12)} became ${there.rows} with ${there.sha256.slice(0, 12)}. Nothing was handed over. Run "latchwork move cancel", remove what is in the target, and begin again.`,
      )
    if (here.rows > 0)
      say(
        `  ${table.name.padEnd(24)} ${String(here.rows).padStart(9)} rows  sha256 ${here.sha256.slice(0, 16)}`,
      )
  }
}
