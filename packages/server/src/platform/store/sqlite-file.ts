import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../startup-error.ts'
import { BUSY_TIMEOUT_MS, SqliteConnection } from './sqlite-connection.ts'
import { type Disk, SqliteDisk } from './sqlite-disk.ts'
import { explainedTrouble } from './store-trouble.ts'

const SQLITE_BUSY = 5
/** The reader drops its cache with every commit, and commits are slower from a larger one (ADR 92). */
const CACHE_KIB = 4096
/** A write-ahead log that grew during a long read shrinks to this when SQLite begins it anew. */
const LOG_LIMIT_BYTES = 64 * 1024 * 1024

/** `synchronous = normal` syncs where a log begins anew; commits and checkpoints are left to `Disk`. */
const WRITER_SETTINGS = `pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0;
  pragma foreign_keys = on; pragma journal_size_limit = ${LOG_LIMIT_BYTES}`

/** The database file, opened for one writer and one reader. */
export interface SqliteFile {
  readonly writer: SqliteConnection
  readonly reader: SqliteConnection
  readonly disk: Disk
  close(): Promise<void>
}

export interface FileOptions {
  /** Looks at the files before anybody writes to them, and throws where they must be left alone. */
  readonly inspect?: (() => void) | undefined
  /** False: a commit is answered when the operating system has it, which survives a kill but no loss of power. */
  readonly isSynced?: boolean
}

/** Opens `latchwork.db` in the directory and holds it against every other process until closed. */
export function openSqliteFile(dataDir: string, { inspect, isSynced = true }: FileOptions = {}): SqliteFile {
  const path = join(dataDir, 'latchwork.db')
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    lock = holdLock(dataDir)
    inspect?.()
    createPrivately(path)
    const held = lock
    const writer = open(path, false, WRITER_SETTINGS)
    const reader = open(path, true)
    const disk = new SqliteDisk(path, isSynced)
    const close = async () => {
      await disk.close()
      // The writer goes last: only it can move the write-ahead log into the file.
      reader.close()
      writer.close()
      held.close()
    }
    return { writer, reader, disk, close }
  } catch (error) {
    lock?.close()
    const explained = explainedTrouble(error, `the database in ${dataDir}`)
    if (explained instanceof StartupError) throw explained
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The database in the data directory ${dataDir} cannot be opened: ${reason}.`, {
      cause: error,
    })
  }
}

function open(path: string, readOnly: boolean, settings = ''): SqliteConnection {
  const database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS })
  try {
    database.exec(`pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory; ${settings}`)
    return new SqliteConnection(database)
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * A second process would read its own stale caches and miss the wake-ups of the first. The lock is an open transaction
 * on a file of its own: the operating system drops it with the process, however that ends.
 */
export function holdLock(dataDir: string): DatabaseSync {
  const path = join(dataDir, 'latchwork.lock')
  createPrivately(path)
  const lock = new DatabaseSync(path)
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new StartupError(
      `The data directory ${dataDir} is in use by another Latchwork process: one SQLite file serves one process, ` +
        'several need PostgreSQL (set LATCHWORK_DATABASE_URL).',
      { mayPass: true },
    )
  }
}

/** Never opens a file that exists: closing it again would drop the locks this process has on it (POSIX). */
function createPrivately(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
