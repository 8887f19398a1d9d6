import type { Smartlock } from '@latchwork/contract'
import { DOOR_OPEN, isBatteryLow, isOnline, needsBattery, toneOf } from '../../kit/devices/device-look.ts'
import type { SortType } from '../../kit/devices/device-views.ts'
import { byName } from '../../kit/language/by-name.ts'

export const DOOR_FILTERS = [
  'all',
  'open',
  'ajar',
  'jammed',
  'offline',
  'battery',
  'pending',
  'attention',
] as const
export type DoorFilter = (typeof DOOR_FILTERS)[number]

type HasPending = (lock: Smartlock) => boolean

const needsAttention = (lock: Smartlock) =>
  !isOnline(lock) || needsBattery(lock) || toneOf(lock) === 'problem'

const FITS: Record<DoorFilter, (lock: Smartlock, hasPending: HasPending) => boolean> = {
  all: () => true,
  open: (lock) => toneOf(lock) === 'open',
  offline: (lock) => !isOnline(lock),
  ajar: (lock) => lock.state.doorState === DOOR_OPEN,
  jammed: (lock) => toneOf(lock) === 'problem',
  battery: isBatteryLow,
  pending: (lock, hasPending) => hasPending(lock),
  attention: (lock, hasPending) => needsAttention(lock) || hasPending(lock),
}

const ORDERS: Record<SortType, (a: Smartlock, b: Smartlock) => number> = {
  NAME_ASC: byName,
  NAME_DESC: (a, b) => byName(b, a),
  FAVOURITES_FIRST: (a, b) => Number(b.favorite) - Number(a.favorite) || byName(a, b),
  LAST_ADDED_DESC: (a, b) => (b.creationDate ?? '').localeCompare(a.creationDate ?? '') || byName(a, b),
}

export interface DoorSelection {
  search: string
  filter: DoorFilter
  sort: SortType
}

/** The doors somebody wants to see, in the order they like. */
export function selectDoors(
  locks: readonly Smartlock[],
  { search, filter, sort }: DoorSelection,
  hasPending: HasPending,
): Smartlock[] {
  const wanted = search.trim().toLocaleLowerCase()
  return locks
    .filter((lock) => lock.name.toLocaleLowerCase().includes(wanted) && FITS[filter](lock, hasPending))
    .sort(ORDERS[sort])
}
