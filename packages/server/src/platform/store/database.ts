import { MovableClock } from '../movable-clock.ts'
import { LocalChanges } from './changes.ts'
import { COMMITS, CommitMark } from './commit-mark.ts'
import { type Database, type DatabaseOptions, DEFAULT_TRANSACTION_IDLE_LIMIT_MS } from './engine.ts'
import { findMark, insertMark } from './marks.ts'
import { migrate } from './migrate.ts'
import { refuseMoved } from './move/guard.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { SqliteDatabase } from './sqlite-transaction.ts'
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
  // A moved clock makes the commits of months in seconds, of doors that nobody stands before.
  const reaches = options.clock instanceof MovableClock ? 'system' : 'disk'
  const file = openSqliteFile(options.dataDir, reaches, undefined, options.inspect)
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
  const db = new SqliteDatabase(new NodeSqliteDialect(file, writer, health))
  try {
    await refuseMoved(db)
    await migrate(db, options.schema.migrations)
    reader.connection.forgetStatements()
    file.writer.watchRows(options.schema.kept, (ownerId, id) => changes.note(ownerId, id))
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    reports: db,
    engine: 'sqlite',
    groupCommit: () => writer.statistics,
    changes,
    health,
    makeRoom: () => writer.fold(),
    async keepMark(seal) {
      // Without a disk to wait for nobody knows what is durable.
      if (!disk) return
      await insertMark(db, COMMITS, '')
      const counted = await findMark(db, COMMITS)
      mark = new CommitMark({ dataDir: options.dataDir, connection: file.writer, seal, counted })
    },
    join: async () => {},
    async close() {
      await db.destroy()
      await mark?.close()
    },
  }
}
