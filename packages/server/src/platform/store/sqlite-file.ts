import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../startup-error.ts'
import { BUSY_TIMEOUT_MS, SqliteConnection } from './sqlite-connection.ts'
import { type Disk, SqliteDisk } from './sqlite-disk.ts'
import { SqliteReader } from './sqlite-reader.ts'
import { explainedTrouble } from './store-trouble.ts'

const SQLITE_BUSY = 5
/**
 * What SQLite does not keep the system does. The reader drops all of it with every commit of the writer, and the writer's
 * commits take longer from a cache that the processor's own does not hold: by half, with 16 MiB (ADR 89).
 */
const CACHE_KIB = 4096
/** A write-ahead log that grew during a long read shrinks back to this at the next checkpoint. */
const WAL_LIMIT_BYTES = 64 * 1024 * 1024

/** The database file, opened for one writer and one reader. */
export interface SqliteFile {
  readonly writer: SqliteConnection
  readonly reader: SqliteReader
  /** Only where a commit has to reach it. */
  readonly disk: Disk | undefined
  /** A further read-only connection with a snapshot of its own; the caller closes it. */
  openReader(): SqliteConnection
  close(): Promise<void>
}

/**
 * When a commit is answered. `disk`: once it would survive a loss of power. `system`: once the operating system has it,
 * which a killed process survives as well.
 */
export type CommitReaches = 'disk' | 'system'

/**
 * Opens `latchwork.db` in the directory and holds it against every other process until closed. Its write-ahead log is
 * folded into the file at `foldBytes`.
 */
export function openSqliteFile(
  dataDir: string,
  commitReaches: CommitReaches,
  foldBytes?: number,
  /** Looks at the files before anybody writes to them, and throws where they must be left alone. */
  inspect: () => void = () => undefined,
): SqliteFile {
  const path = join(dataDir, 'latchwork.db')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const lock = holdLock(dataDir)
    try {
      inspect()
      createPrivately(path)
      const writer = openWriter(path, commitReaches)
      const openReader = () => open(path, true)
      const reader = new SqliteReader(openReader())
      const disk = commitReaches === 'disk' ? new SqliteDisk(path, foldBytes) : undefined
      const close = async () => {
        await disk?.close()
        // The writer goes last: only it can fold the write-ahead log back into the file.
        reader.connection.close()
        writer.close()
        lock.close()
      }
      return { writer, reader, disk, openReader, close }
    } catch (error) {
      lock.close()
      throw error
    }
  } catch (error) {
    const explained = explainedTrouble(error, `the database in ${dataDir}`)
    if (explained instanceof StartupError) throw explained
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The database in the data directory ${dataDir} cannot be opened: ${reason}.`, {
      cause: error,
    })
  }
}

/**
 * `normal` syncs the head of the write-ahead log and the file wherever the order matters, and leaves the commits to us.
 * Where we wait for the disk ourselves we fold the log ourselves, too: SQLite would do it inside a COMMIT.
 */
const openWriter = (path: string, commitReaches: CommitReaches): SqliteConnection =>
  open(
    path,
    false,
    `pragma journal_mode = wal;
     pragma synchronous = normal;
     pragma wal_autocheckpoint = ${commitReaches === 'disk' ? 0 : 1000};
     pragma foreign_keys = on;
     pragma journal_size_limit = ${WAL_LIMIT_BYTES}`,
  )

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
 * A second process would read its own stale caches and miss the first one's wake-ups. The lock is an open transaction
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
