import { AUTOMATION, type Reservation } from '@latchwork/contract'

export const STAY_STATES = [
  'upcoming',
  'planned',
  'notReady',
  'ready',
  'current',
  'arrived',
  'revoking',
  'over',
  'canceled',
] as const
export type StayState = (typeof STAY_STATES)[number]

/**
 * What a stay is like at a glance. Nobody is called ready whose code is missing on a door, and nobody without a code who
 * has it on one.
 */
export function stateOf(stay: Reservation, now: number): StayState {
  if (stay.state === 'canceled') return 'canceled'
  if (isOver(stay, now)) return 'over'
  if (stay.isCurrentlyRevokingAuth) return 'revoking'
  if (stay.checkedIn === true) return 'arrived'
  const mayEnter = Date.parse(stay.allowedFromDate) <= now
  if (stay.readiness === 1) return mayEnter ? 'current' : 'ready'
  const isMissing = stay.readiness !== undefined || stay.automation === AUTOMATION.failed || mayEnter
  if (isMissing) return 'notReady'
  return stay.automation === AUTOMATION.planned ? 'planned' : 'upcoming'
}

export const isOver = (stay: Reservation, now: number): boolean => Date.parse(stay.allowedUntilDate) <= now
