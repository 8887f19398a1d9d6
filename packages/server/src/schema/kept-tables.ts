import type { KeptTable } from '../platform/store/engine.ts'

/** What the answers about locks are made of. On PostgreSQL the migrations have put a trigger on each. */
export const KEPT_TABLES: readonly KeptTable[] = [
  { name: 'smartlock', owner: 'account_id', id: 'smartlock_id' },
  { name: 'lock_desired', owner: 'account_id', id: 'smartlock_id' },
]
