import { Kysely } from 'kysely'
import { MovableClock } from '../movable-clock.ts'
import { LocalChanges } from './changes.ts'
import { COMMITS, type CommitMark, createCommitMark } from './commit-mark.ts'
import {
  type Database,
  type DatabaseOptions,
  DEFAULT_TRANSACTION_IDLE_LIMIT_MS,
  type Tables,
} from './engine.ts'
import { findMark, insertMark } from './marks.ts'
import { migrate } from './migrate.ts'
import { refuseOutOfUse } from './out-of-use.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { StoreHealth } from './store-health.ts'

export type { Database, DatabaseOptions, Db, Engine, Tables } from './engine.ts'

/** Opens the store and brings its schema up to date. Throws a StartupError where the operator has to act. */
export async function openStore(options: DatabaseOptions): Promise<Database> {
  if (!options.url) return openSqlite(options)
  // Loaded only where it is used: it costs time and memory at every start.
  const { openPostgres } = await import('./postgres-database.ts')
  return openPostgres(options.url, options)
}

/** What comes now would rest on what may be lost. Whoever watches over the process starts it anew. */
function endAtOnce(error: Error): void {
  setImmediate(() => {
    throw error
  })
}

async function openSqlite(options: DatabaseOptions): Promise<Database> {
  // A moved clock makes the commits of months in seconds, and no real door depends on them.
  const isSynced = !(options.clock instanceof MovableClock)
  const file = openSqliteFile(options.dataDir, { inspect: options.inspect, isSynced })
  const { reader, disk } = file
  const changes = new LocalChanges()
  const health = new StoreHealth()
  let mark: CommitMark | undefined
  const writer = new SqliteWriter(file.writer, {
    idleLimitMs: options.transactionIdleLimitMs ?? DEFAULT_TRANSACTION_IDLE_LIMIT_MS,
    reader,
    disk,
    mark: () => mark,
    onCommit: () => changes.take(),
    onDiskFailure: options.onDiskFailure ?? endAtOnce,
  })
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(file, writer, health) })
  try {
    await refuseOutOfUse(db)
    await migrate(db, options.schema.migrations)
    reader.forgetStatements()
    file.writer.watchRows(options.schema.kept, (ownerId, id) => changes.note(ownerId, id))
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    reports: db,
    engine: 'sqlite',
    changes,
    health,
    makeRoom: () => writer.checkpoint('truncate'),
    async keepMark(seal) {
      // Without syncs nobody knows what is on the disk.
      if (!isSynced) return
      await insertMark(db, COMMITS, '')
      const counted = await findMark(db, COMMITS)
      mark = createCommitMark({ dataDir: options.dataDir, connection: file.writer, seal, counted })
    },
    join: async () => {},
    async close() {
      await db.destroy()
      await mark?.close()
    },
  }
}
