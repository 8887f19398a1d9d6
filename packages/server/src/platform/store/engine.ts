import { type Kysely, PostgresAdapter, type RawBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Clock } from '../clock.ts'
import type { Changes } from './changes.ts'
import type { MigrationEngine } from './migration-engine.ts'
import type { StoreHealth } from './store-health.ts'

/** Every table by its name. The store knows none: `schema/tables.ts` adds them. */
// biome-ignore lint/suspicious/noEmptyInterface: see above
export interface Tables {}

/** The database or an open transaction: a store function does not care which. */
export type Db = Kysely<Tables>

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
  /** For what locks report: on PostgreSQL by a connection of its own, or it would wait behind every call. */
  readonly reports: Db
  readonly engine: Engine
  /** PostgreSQL only: the address, for connections of one's own (LISTEN/NOTIFY). */
  readonly url?: string
  readonly changes: Changes
  /** Whether there is room on the disk, and whether what is there can be read. */
  readonly health: StoreHealth
  /** SQLite only: makes what room there is, by moving the write-ahead log into the file. */
  readonly makeRoom?: () => void
  /** SQLite only: notes from now on how far the database is, beside it. */
  readonly keepMark?: (seal: (text: string) => string) => Promise<void>
  /** PostgreSQL only: whether it answers now, for whoever decides where callers are sent. */
  readonly isReachable?: () => Promise<boolean>
  /** PostgreSQL only: what the names of this process's connections end with. */
  readonly processName?: string
  /** Resolves when every other process knows of this one; nobody changes anything before that. */
  join(): Promise<void>
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
  /** A transaction on PostgreSQL waits for so long for a lock, or for its turn. */
  lockTimeoutMs?: number
  /** A transaction that runs no statement for so long is undone. */
  transactionIdleLimitMs?: number
  /** Called when a PostgreSQL connection is lost. The next query opens another. */
  onConnectionLost?: (error: Error) => void
  /** Called when PostgreSQL cannot be reached any more, and when it can again. */
  onReach?: (isReachable: boolean, error?: Error) => void
  /** Waits for a PostgreSQL that is not there yet, and says so; without it the opening fails. */
  onWaiting?: (sentence: string) => void
  /** SQLite only: looks at the files before anybody writes to them, and throws where they must be left alone. */
  inspect?: () => void
  /** SQLite only: called when the disk does not confirm what was written. Unless given, the process ends. */
  onDiskFailure?: (error: Error) => void
  clock?: Clock
  schema: StoreSchema
}

/** What the tables are made by, and which of them grow for ever. */
export interface StoreSchema {
  readonly migrations: Migrations
  readonly growing: readonly GrowingTable[]
  /** Whose rows are kept in memory; on PostgreSQL the migrations put the triggers on them. */
  readonly kept: readonly KeptTable[]
}

/** A table, and the columns that say whose a row is and which. */
export interface KeptTable {
  readonly name: string
  readonly owner: string
  readonly id: string
}

/** By name. Names ascend; a released one is never changed. */
export type Migrations = Readonly<Record<string, (engine: MigrationEngine) => Migration>>

/** Its ids begin with the time, so that old rows are the low end of the key. */
export interface GrowingTable {
  readonly name: string
  /** Old rows that stay all the same. */
  readonly isNeeded?: (beforeMs: number) => RawBuilder<boolean>
}

/** A transaction that runs no statement for so long is undone, unless told otherwise. */
export const DEFAULT_TRANSACTION_IDLE_LIMIT_MS = 10_000
