import {
  type Address,
  type AddressUnit,
  AUTOMATION,
  type Reservation,
  type Smartlock,
} from '@latchwork/contract'
import { addDays } from '../../kit/language/days.ts'
import { dayIn } from '../../kit/language/wall-clock.ts'

export const ARRIVAL_DAYS = ['today', 'tomorrow', 'week'] as const
export type ArrivalDay = (typeof ARRIVAL_DAYS)[number]

/** Why a guest cannot come in yet, or that they can. */
export const ARRIVAL_STATES = [
  'ready',
  'partly',
  'planned',
  'failed',
  'noDoor',
  'noKeypad',
  'off',
  'none',
] as const
export type ArrivalState = (typeof ARRIVAL_STATES)[number]

const DAYS_OF_WEEK = 7

/** On which day somebody arrives, by the clocks of the address; undefined for who is there already or comes later. */
export function arrivalDay(stay: Reservation, zone: string, now: number): ArrivalDay | undefined {
  const today = dayIn(now, zone)
  const day = dayIn(Date.parse(stay.allowedFromDate), zone)
  if (day < today || stay.state === 'canceled') return undefined
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  return day < addDays(today, DAYS_OF_WEEK) ? 'week' : undefined
}

export interface Place {
  address: Pick<Address, 'smartlockIds' | 'settings'> | undefined
  unit: Pick<AddressUnit, 'smartlockIds'> | undefined
  doors: ReadonlyMap<number, Pick<Smartlock, 'config'>>
}

const hasKeypad = (lock: Pick<Smartlock, 'config'> | undefined): boolean =>
  lock?.config?.keypadPaired === true || lock?.config?.keypad2Paired === true

/** Never ready before every door with a keypad has said that it has the code. */
export function arrivalState(stay: Reservation, { address, unit, doors }: Place): ArrivalState {
  if (stay.readiness === 1) return 'ready'
  if (stay.readiness !== undefined) return 'partly'
  const ids = [...(address?.smartlockIds ?? []), ...(unit?.smartlockIds ?? [])]
  if (ids.length === 0) return 'noDoor'
  if (!ids.some((id) => hasKeypad(doors.get(id)))) return 'noKeypad'
  if (stay.automation === AUTOMATION.failed) return 'failed'
  if (stay.automation === AUTOMATION.planned) return 'planned'
  return address?.settings?.autoIssueHours === undefined ? 'off' : 'none'
}

/** Can a click give them a code? */
export const canIssue = (state: ArrivalState): boolean =>
  state === 'planned' || state === 'failed' || state === 'off' || state === 'none'

/** Two stays that have the same flat at the same time; a calendar of each platform can be the cause. */
export type Collision = readonly [earlier: Reservation, later: Reservation]

/** The night somebody else has: by the days that are booked, so that who leaves in the morning collides with nobody. */
export function collisionsOf(stays: readonly Reservation[]): Collision[] {
  const flats = Map.groupBy(
    stays.filter(({ state }) => state === 'accepted'),
    ({ addressId, unitId = '' }) => `${addressId} ${unitId}`,
  )
  return [...flats.values()].flatMap((ofFlat) => {
    const inOrder = ofFlat.toSorted((a, b) => Date.parse(a.allowedFromDate) - Date.parse(b.allowedFromDate))
    const found: Collision[] = []
    let longest: Reservation | undefined
    for (const stay of inOrder) {
      if (longest && Date.parse(stay.allowedFromDate) < Date.parse(longest.allowedUntilDate))
        found.push([longest, stay])
      if (!longest || Date.parse(stay.allowedUntilDate) > Date.parse(longest.allowedUntilDate)) longest = stay
    }
    return found
  })
}
