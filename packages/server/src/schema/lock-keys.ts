import type { Selectable } from 'kysely'
import type { SmartlockTable } from './smartlocks.ts'

/** By what rows name their lock. */
export type LockKey = Pick<Selectable<SmartlockTable>, 'account_id' | 'smartlock_id'>

/** The columns of `areListed` that take the text of `lockKeys`. */
export const LOCK_KEY = { account_id: 'bigint', smartlock_id: 'bigint' } as const

/** Locks, of whatever accounts, as one parameter of a statement. */
export const lockKeys = (locks: readonly LockKey[]): string =>
  JSON.stringify(locks.map(({ account_id, smartlock_id }) => [account_id, smartlock_id]))
