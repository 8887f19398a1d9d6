import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { OperatorError } from '../operator-error.ts'
import { bootOfMachine, noteClosed, noteOpened } from './power-loss.ts'
import { type Seal, sealWith } from './seal.ts'

const FORMAT = 1

/**
 * `adoption`: locks this gateway serves, and what a device of LDP/1 has to remember. `access`: what the service ordered.
 * `slot`: places on locks that are ours, written down before anything is written there. `foreign_code`: places of others.
 * `event`: what the service has not stored yet. `lock_timer`: whether the lock's own clock is trusted.
 * `speaker`: who is believed to stand beside a lock.
 */
const TABLES = `
  create table adoption (
    lock text primary key,
    device_id text not null,
    smartlock_id integer not null,
    type integer not null,
    name text not null,
    username text,
    secret text,
    epoch text not null,
    last_event integer not null default 0,
    states_reserved integer not null default 0,
    last_number integer not null default 0,
    time_zone integer,
    sight text,
    about text,
    hub_number integer,
    knows_foreign integer not null default 0,
    is_leaving integer not null default 0
  ) strict;
  create table access (
    lock text not null,
    key text not null,
    number integer not null,
    entry text not null,
    previous text,
    is_gone integer not null default 0,
    repairs integer not null default 0,
    primary key (lock, key)
  ) strict, without rowid;
  create table slot (
    lock text not null,
    slot integer not null,
    key text not null,
    held text,
    wanted text,
    is_erasing integer not null default 0,
    proof text,
    attempts integer not null default 0,
    primary key (lock, slot)
  ) strict, without rowid;
  create table foreign_code (
    lock text not null,
    slot integer not null,
    primary key (lock, slot)
  ) strict, without rowid;
  create table event (
    lock text not null,
    seq integer not null,
    body text not null,
    primary key (lock, seq)
  ) strict, without rowid;
`

/** Came later; a gateway from before does not look at it, so the format is the same. */
const LATER_TABLES = `
  create table if not exists lock_timer (
    lock text primary key,
    trust text not null
  ) strict, without rowid;
  create table if not exists speaker (
    lock text primary key,
    address text not null,
    name text not null
  ) strict, without rowid;
`

/** What only the end of the whole machine could undo is on the disk after this at the latest. */
const SYNC_WITHIN_MS = 20

type Row = Record<string, SQLInputValue>

/** The gateway's memory: one SQLite file that survives whatever the process does not. */
export class Book {
  readonly seal: Seal
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  #isInTransaction = false
  #syncing: NodeJS.Timeout | undefined

  constructor(db: DatabaseSync, seal: Seal) {
    this.#db = db
    this.seal = seal
  }

  rows<R>(sql: string, ...values: SQLInputValue[]): R[] {
    return this.#prepared(sql).all(...values) as R[]
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepared(sql).run(...values)
  }

  /** Puts a whole row in the place of the one with its key. */
  put(table: string, row: Row): void {
    const names = Object.keys(row)
    this.run(
      `insert or replace into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      ...Object.values(row),
    )
  }

  /** All of it or nothing, and on the disk when it returns. */
  atomically<R>(change: () => R): R {
    if (this.#isInTransaction) return change()
    this.#db.exec('begin immediate')
    this.#isInTransaction = true
    try {
      const result = change()
      this.#db.exec('commit')
      return result
    } catch (error) {
      this.#db.exec('rollback')
      throw error
    } finally {
      this.#isInTransaction = false
    }
  }

  /**
   * All of it or nothing, and no end of this process undoes it; that of the machine may within the next moments. For what
   * somebody waits for at a door: nobody stands there until a disk has answered. `power-loss.ts` sees to the rest.
   */
  promptly<R>(change: () => R): R {
    if (this.#isInTransaction) return change()
    this.#db.exec('pragma synchronous = normal')
    try {
      return this.atomically(change)
    } finally {
      this.#db.exec('pragma synchronous = full')
      this.#syncing ??= setTimeout(() => this.#sync(), SYNC_WITHIN_MS)
    }
  }

  close(): void {
    clearTimeout(this.#syncing)
    noteClosed(this.#db)
    this.#db.close()
  }

  /** Any write that is synced takes everything before it along. */
  #sync(): void {
    this.#syncing = undefined
    this.run('update machine set syncs = syncs + 1')
  }

  #prepared(sql: string) {
    return this.#statements.getOrInsertComputed(sql, () => this.#db.prepare(sql))
  }
}

/** Opens the book in the data directory; a second gateway on the same directory is turned away. */
export function openBook(dataDir: string, key: Buffer, boot = bootOfMachine()): Book {
  const path = join(dataDir, 'book.db')
  const db = new DatabaseSync(path)
  try {
    // In this order: the mode of locking decides how the write-ahead log is opened.
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full')
    chmodSync(path, 0o600)
    prepareTables(db, path)
    noteOpened(db, boot)
  } catch (error) {
    db.close()
    if (/database is locked/.test(String(error)))
      throw new OperatorError(`another gateway is running on ${dataDir}`)
    throw error
  }
  return new Book(db, sealWith(key))
}

function prepareTables(db: DatabaseSync, path: string): void {
  db.exec('begin immediate')
  const { user_version: format } = db.prepare('pragma user_version').get() as { user_version: number }
  if (format > FORMAT) throw new OperatorError(`${path} was written by a newer version of the gateway`)
  if (format === 0) db.exec(`${TABLES}; pragma user_version = ${FORMAT}`)
  db.exec(LATER_TABLES)
  db.exec('commit')
}
