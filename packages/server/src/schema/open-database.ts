import { type Database, type DatabaseOptions, openStore } from '../platform/store/database.ts'
import { GROWING_TABLES } from './growing-tables.ts'
import { KEPT_TABLES } from './kept-tables.ts'
import { MIGRATIONS } from './migrations.ts'
import type {} from './tables.ts'

export type OpenOptions = Omit<DatabaseOptions, 'schema'>

/** Opens the store with all tables of the service. */
export const openDatabase = (options: OpenOptions): Promise<Database> =>
  openStore({
    ...options,
    schema: { migrations: MIGRATIONS, growing: Object.values(GROWING_TABLES), kept: KEPT_TABLES },
  })
