import { Kysely } from 'kysely'
import { type Clock, systemClock } from './clock.ts'
import type { Db, Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { ensurePartitions } from './partitions.ts'
import {
  assertPostgresUrl,
  checkPostgres,
  createPostgresDialect,
  createPostgresPool,
  type PostgresOptions,
} from './postgres-dialect.ts'
import type { Schema } from './schema.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { SqliteWriter } from './sqlite-writer.ts'

export type { Db, Engine } from './engine.ts'

export interface Database {
  readonly db: Db
  readonly engine: Engine
  /** PostgreSQL only: the address, for connections of one's own (LISTEN/NOTIFY). */
  readonly url?: string
  /** SQLite only: how many transactions were made durable by how many commits. */
  readonly groupCommit?: () => { transactions: number; commits: number }
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A PostgreSQL URL; without one the SQLite file in `dataDir` is used. */
  url?: string
  dataDir: string
  /** Connections per process on PostgreSQL. */
  poolSize?: number
  /** A longer statement is cancelled on PostgreSQL. */
  statementTimeoutMs?: number
  /** A transaction that runs no statement for so long is undone. */
  transactionIdleLimitMs?: number
  /** Told when a PostgreSQL connection is lost. The next query opens another. */
  onConnectionLost?: (error: Error) => void
  clock?: Clock
}

const DEFAULT_POOL_SIZE = 10
const DEFAULT_STATEMENT_TIMEOUT_MS = 30_000
const DEFAULT_TRANSACTION_IDLE_LIMIT_MS = 10_000

/** Opens the store and brings its schema up to date. Throws a StartupError where the operator has to act. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url ? openPostgres(options.url, options) : openSqlite(options)
}

async function openSqlite(options: DatabaseOptions): Promise<Database> {
  const file = openSqliteFile(options.dataDir)
  const writer = new SqliteWriter(
    file.writer,
    options.transactionIdleLimitMs ?? DEFAULT_TRANSACTION_IDLE_LIMIT_MS,
  )
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(file, writer) })
  try {
    await migrate(db)
    file.reader.forgetStatements()
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, engine: 'sqlite', groupCommit: () => writer.statistics, close: () => db.destroy() }
}

async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  assertPostgresUrl(url)
  const poolOptions: PostgresOptions = {
    url,
    poolSize: options.poolSize ?? DEFAULT_POOL_SIZE,
    statementTimeoutMs: options.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS,
    transactionIdleLimitMs: options.transactionIdleLimitMs ?? DEFAULT_TRANSACTION_IDLE_LIMIT_MS,
    onConnectionLost: options.onConnectionLost ?? (() => undefined),
  }
  await migratePostgres(poolOptions, options.clock ?? systemClock)
  const pool = createPostgresPool(poolOptions)
  const db = new Kysely<Schema>({ dialect: createPostgresDialect(pool) })
  return { db, engine: 'postgres', url, close: () => db.destroy() }
}

/** Uses a connection of its own, because a migration may take longer than a statement of a request may. */
async function migratePostgres(options: PostgresOptions, clock: Clock): Promise<void> {
  const pool = createPostgresPool({ ...options, poolSize: 1, statementTimeoutMs: 0 })
  const db = new Kysely<Schema>({ dialect: createPostgresDialect(pool) })
  try {
    await checkPostgres(pool, options.url)
    await migrate(db)
    await ensurePartitions(db, clock.now())
  } finally {
    await db.destroy()
    if (!pool.ended) await pool.end()
  }
}
