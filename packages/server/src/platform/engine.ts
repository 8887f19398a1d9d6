import { type Kysely, PostgresAdapter } from 'kysely'
import type { Schema } from './schema.ts'

/** The database or an open transaction: a store function does not care which. */
export type Db = Kysely<Schema>

export type Engine = 'sqlite' | 'postgres'

/** Which engine a database or a transaction runs on. */
export const engineOf = (db: Db): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
