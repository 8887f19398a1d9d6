import type { AuthRow } from '../store.ts'
import type { VersionRow } from './store.ts'

/** What decides whether somebody comes in, and who it is. */
const DECIDING = [
  'smartlock_id',
  'type',
  'name',
  'account_user_id',
  'enabled',
  'from_date',
  'until_date',
  'week_days',
  'from_time',
  'until_time',
  'sync_state',
  'device_number',
  'place',
  'unproven',
  'error',
  'pending_since',
] as const satisfies readonly (keyof AuthRow & keyof VersionRow)[]

export type Deciding = Pick<AuthRow, (typeof DECIDING)[number]>

export const decidingOf = (row: Deciding): Deciding =>
  Object.fromEntries(DECIDING.map((name) => [name, row[name]])) as Deciding

export const isSame = (one: Deciding, other: Deciding): boolean =>
  DECIDING.every((name) => one[name] === other[name])

/** What the hash of a version covers: all of it but its end, which the next one tells, and through it all before. */
export const chained = (previousHash: string, version: Omit<VersionRow, 'hash' | 'until_at'>): string =>
  JSON.stringify([
    previousHash,
    version.account_id,
    version.auth_id,
    version.number,
    version.from_at,
    ...DECIDING.map((name) => version[name]),
  ])

/** As a right that is gone stands in its last version. */
export const GONE = 'gone'
