import { type Kysely, PostgresAdapter } from 'kysely'
import type { Clock } from './clock.ts'
import type { Schema } from './schema.ts'

/** The database or an open transaction: a store function does not care which. */
export type Db = Kysely<Schema>

export type Engine = 'sqlite' | 'postgres'

/** Which engine a database or a transaction runs on. */
export const engineOf = (db: Db): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** SQLITE_CONSTRAINT_FOREIGNKEY and foreign_key_violation. */
const MISSING_REFERENCE = { sqlite: 787, postgres: '23503' }

/** A row names another that is not there, because somebody removed it a moment ago. */
export function isMissingReference(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown }
  return errcode === MISSING_REFERENCE.sqlite || code === MISSING_REFERENCE.postgres
}

export interface Database {
  readonly db: Db
  readonly engine: Engine
  /** PostgreSQL only: the address, for connections of one's own (LISTEN/NOTIFY). */
  readonly url?: string
  /** SQLite only: how many transactions were made durable by how many commits. */
  readonly groupCommit?: () => { transactions: number; commits: number }
  /**
   * SQLite only, where one process does all the writing: goes up with every commit that may have changed the table.
   * What was read at one number holds while the number stays.
   */
  readonly versionOf?: (table: keyof Schema) => number
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

/** A transaction that runs no statement for so long is undone, unless told otherwise. */
export const DEFAULT_TRANSACTION_IDLE_LIMIT_MS = 10_000
