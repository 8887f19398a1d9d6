import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Locks are divided into this many shares, which processes own. A prime number: device ids that go up in steps, as those
 * of a maker do, are spread over all of them. It is part of the indexes on shares and never changes.
 */
export const LOCK_SHARES = 61

/** The share of a lock, by its device id: eight hex digits. */
export const shareOfDevice = (deviceId: string): number => Number.parseInt(deviceId, 16) % LOCK_SHARES

/** The same by its smartlock id, which is its type and, in the lower 32 bits, its device id. */
export const shareOfLock = (smartlockId: number): number => (smartlockId % 0x1_0000_0000) % LOCK_SHARES

/** The share of the lock that a row is about, in SQL. */
const shareColumn = (smartlockId: Expression<number | null>) =>
  sql<number>`(${smartlockId} % 4294967296) % ${sql.lit(LOCK_SHARES)}`

/** Is the row about a lock of these shares? PostgreSQL only: elsewhere one process has all of them. */
export const isOfShares = (
  smartlockId: Expression<number | null>,
  shares: readonly number[] | Expression<number[]>,
) => sql<SqlBool>`${shareColumn(smartlockId)} = any(${shares})`
