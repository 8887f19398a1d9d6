import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../startup-error.ts'
import { giveToOwner } from '../data-owner.ts'
import { BUSY_TIMEOUT_MS } from '../sqlite-connection.ts'
import {
  isMoved,
  keyColumns,
  type MovedTable,
  type Owners,
  ofOwners,
  quoted,
  quotedList,
  type Row,
} from './moved-table.ts'
import { SQLITE_STEPS, sqliteTables } from './sqlite-steps.ts'
import type { Change, MoveState, Pause, Snapshot, Source } from './stores.ts'

/** Runs statements in one transaction, in whichever process holds the file. */
export type RunSteps = (step: SqliteStep) => Promise<void>
export type SqliteStep =
  | { readonly name: 'begin'; readonly moveId: string; readonly target: string }
  | { readonly name: 'pause'; readonly untilMs: number }
  | { readonly name: 'handOver'; readonly position: string }
  | { readonly name: 'forget' }

export const statementsOf = (step: SqliteStep, tables: readonly MovedTable[]): string[] => {
  if (step.name === 'begin') return SQLITE_STEPS.begin(tables, step)
  if (step.name === 'pause') return SQLITE_STEPS.pause(step.untilMs)
  if (step.name === 'handOver') return SQLITE_STEPS.handOver(step.position)
  return SQLITE_STEPS.forget(tables)
}

const JOURNAL_BATCH = 2000
/** A pause ends by itself when nobody ends it: the command may have been killed. */
const PAUSE_MS = 20_000

/** Reads the file beside the process that holds it; that one makes all changes. */
export function openSqliteSource(dataDir: string, run: RunSteps): Source {
  const path = join(dataDir, 'latchwork.db')
  if (!existsSync(path)) throw new StartupError(`There is no database in ${dataDir}.`)
  const reader = openReader(path)
  const ask = async (text: string) => reader.prepare(text).all() as Record<string, unknown>[]
  const state = async () => stateIn(reader)
  return {
    tables: () => sqliteTables(ask),
    async migrations() {
      return (await ask('select name from kysely_migration order by name')).map(({ name }) => String(name))
    },
    state,
    begin: ({ moveId, target }) => run({ name: 'begin', moveId, target }),
    snapshot: async () => openSnapshot(path),
    async pause() {
      await run({ name: 'pause', untilMs: Date.now() + PAUSE_MS })
      return pauseOf(run, state)
    },
    forget: () => run({ name: 'forget' }),
    async close() {
      reader.close()
      giveFiles(dataDir, path)
    },
  }
}

/** What SQLite made beside the file, for a command that root typed. */
export function giveFiles(dataDir: string, path: string): void {
  for (const suffix of ['-wal', '-shm']) if (existsSync(path + suffix)) giveToOwner(dataDir, path + suffix)
}

const pauseOf = (run: RunSteps, state: () => Promise<MoveState | undefined>): Pause => ({
  async handOver({ position }) {
    await run({ name: 'handOver', position })
    return (await state())?.phase === 'moved'
  },
  end: () => run({ name: 'pause', untilMs: 0 }),
})

function openReader(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  database.exec('pragma cache_size = -16384')
  return database
}

function stateIn(reader: DatabaseSync): MoveState | undefined {
  const hasState = reader.prepare(`select 1 from sqlite_master where name = 'move_state'`).get()
  const row =
    hasState &&
    (reader.prepare('select move_id, target, phase from move_state').get() as Record<string, string>)
  return (
    row && { moveId: row.move_id ?? '', target: row.target ?? '', phase: row.phase as MoveState['phase'] }
  )
}

/** Prepared once for each text, with rows as lists. */
export function rowReader(database: DatabaseSync) {
  const known = new Map<string, StatementSync>()
  const statement = (text: string) => {
    const found = known.get(text) ?? database.prepare(text)
    found.setReturnArrays(true)
    known.set(text, found)
    return found
  }
  return {
    all: (text: string, values: readonly unknown[] = []) =>
      statement(text).all(...(values as SQLInputValue[])) as unknown as Row[],
    rowsAfter(table: MovedTable, after: Row | undefined, limit: number, owners?: Owners): Row[] {
      const key = quotedList(keyColumns(table))
      const marks = keyColumns(table).map(() => '?')
      const isAfter = after ? `and (${key}) > (${marks})` : ''
      return this.all(
        `select ${quotedList(table.columns)} from ${quoted(table.name)}
         where ${isMoved(table.name)} ${ofOwners(owners)} ${isAfter} order by ${key} limit ?`,
        [...(after ?? []), limit],
      )
    },
    rowsOf(table: MovedTable, keys: readonly Row[]): Row[] {
      const isIt = keyColumns(table).map((column) => `${quoted(column)} = ?`)
      const text = `select ${quotedList(table.columns)} from ${quoted(table.name)} where ${isIt.join(' and ')}`
      return keys.flatMap((key) => this.all(text, key))
    },
  }
}

function openSnapshot(path: string): Snapshot {
  const database = openReader(path)
  // The first read takes the snapshot, which stays for as long as the transaction.
  database.exec('begin')
  const rows = rowReader(database)
  const first = (text: string) => rows.all(text)[0]?.[0]
  // Before a move has begun there is no journal, and what is there can be counted all the same.
  const hasJournal = first(`select count(*) from sqlite_master where name = 'move_journal'`) === 1
  const position = hasJournal ? String(first('select coalesce(max(seq), 0) from move_journal')) : '0'
  return {
    position,
    takenAt: performance.now(),
    async *changesSince(since) {
      for (let from = Number(since); ; ) {
        const batch = rows.all(
          'select seq, tbl, row_key from move_journal where seq > ? order by seq limit ?',
          [from, JOURNAL_BATCH],
        )
        if (batch.length === 0) return
        yield batch.map(([, table, key]): Change => ({ table: String(table), key: JSON.parse(String(key)) }))
        from = Number(batch.at(-1)?.[0])
        await sleep(0)
      }
    },
    rowsAfter: async (table, after, limit, owners) => rows.rowsAfter(table, after, limit, owners),
    rowsOf: async (table, keys) => rows.rowsOf(table, keys),
    count: async ({ name }) => Number(first(`select count(*) from ${quoted(name)} where ${isMoved(name)}`)),
    async numbersGivenOut() {
      return new Map(
        rows.all('select name, seq from sqlite_sequence').map(([name, n]) => [String(name), Number(n)]),
      )
    },
    close: async () => database.close(),
  }
}
