import { AUTOMATION, RIGHTS } from '@latchwork/contract'
import type { Principal } from '../../../platform/context.ts'
import type { ReservationRow } from './store.ts'
import { type StayTimes, windowOf } from './window-rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A code that is not on its lock this long before arrival is worth a warning. */
const WARN_BEFORE_MS = HOUR_MS
/** How long a lock that is online may take. */
export const LATE_GRACE_MS = 5 * MINUTE_MS
/** What could not be issued may be possible later: a full lock is emptied, a keypad is paired. */
export const RETRY_MS = 15 * MINUTE_MS

/** How the address times a stay. */
export interface AddressTimes extends StayTimes {
  autoIssueHours: number | undefined
  messageHours: number | undefined
}

type Stay = Pick<
  ReservationRow,
  | 'starts_at'
  | 'ends_at'
  | 'check_in_time'
  | 'check_out_time'
  | 'state'
  | 'issue_state'
  | 'automation'
  | 'auto_off'
  | 'warned'
>

/** Its own times before the address's (#91). */
const timesOf = (stay: Stay, times: AddressTimes): StayTimes => ({
  timeZone: times.timeZone,
  checkInTime: stay.check_in_time ?? times.checkInTime,
  checkOutTime: stay.check_out_time ?? times.checkOutTime,
})

/** What follows from a stay's facts and the clock: the window of its codes, and when to look at it next. */
export interface Schedule {
  valid_from: number
  valid_until: number
  automation: number
  due_at: number | null
  /** When its codes are issued by themselves. */
  issueAt?: number
}

/** `isReady`: every code is on its lock, so there is nothing to warn of. */
export function scheduleOf(stay: Stay, times: AddressTimes, isReady: boolean, now: number): Schedule {
  const { from, until } = windowOf(stay.starts_at, stay.ends_at, timesOf(stay, times))
  const schedule = { valid_from: from, valid_until: until, automation: stay.automation }
  const isOver = stay.state === 'canceled' || until <= now
  if (stay.issue_state === 'revoking') return { ...schedule, due_at: null }
  const look = isOver ? undefined : messageLookAt(from, times.messageHours, now)
  if (stay.issue_state === 'none') {
    const plan = outlook(stay, times, from, isOver, now)
    return { ...schedule, ...plan, due_at: earlier(plan.due_at, look) }
  }
  const due = isOver ? now : Math.min(until, warningAt(stay, from, isReady, now) ?? until)
  return { ...schedule, due_at: earlier(due, look) }
}

const earlier = (due: number | null, look: number | undefined): number | null =>
  look === undefined ? due : Math.min(due ?? look, look)

/** When its guest is written to, and until when that waits for the code (D180). */
export function messageTimes(from: number, hoursBefore: number): { at: number; latest: number } {
  const at = from - hoursBefore * HOUR_MS
  return { at, latest: Math.max(at, from - WARN_BEFORE_MS) }
}

/** When messages to the guest are to be looked at next; undefined when that was long ago. */
export function messageLookAt(from: number, hours: number | undefined, now: number): number | undefined {
  if (hours === undefined) return undefined
  const { at, latest } = messageTimes(from, hours)
  return [at, latest].find((time) => time > now)
}

/** Is the time to write to the guest there, and check-out not? */
export const isToBeTold = (from: number, until: number, hours: number | undefined, now: number): boolean =>
  hours !== undefined && until > now && messageTimes(from, hours).at <= now

/** Codes that are on no lock are planned where the address says so, unless somebody took them away (D83). */
function outlook(stay: Stay, times: AddressTimes, from: number, isOver: boolean, now: number) {
  const { automation } = stay
  const isPlanned = automation === AUTOMATION.planned
  if (isOver || stay.auto_off === 1 || times.autoIssueHours === undefined)
    return { automation: isPlanned ? AUTOMATION.none : automation, due_at: null }
  const issueAt = from - times.autoIssueHours * HOUR_MS
  if (automation !== AUTOMATION.failed) return { automation: AUTOMATION.planned, due_at: issueAt, issueAt }
  return { automation, due_at: Math.max(issueAt, now + RETRY_MS), issueAt }
}

function warningAt(stay: Stay, from: number, isReady: boolean, now: number): number | undefined {
  // Whoever was warned of a stay that was put off since is warned again.
  if (!isNear(from, now)) return from - WARN_BEFORE_MS
  return isReady || stay.warned === 1 ? undefined : now + LATE_GRACE_MS
}

/** Is it an hour before arrival, or later? */
export const isNear = (from: number, now: number): boolean => now >= from - WARN_BEFORE_MS

/** Is it time to warn of codes that are not on their locks? */
export const isWarningDue = ({ warned }: ReservationRow, from: number, now: number): boolean =>
  warned === 0 && isNear(from, now)

/**
 * What a guest may be sent whose address this caller sets (D181): nothing that the caller could not make a link to a
 * guest's page for (D175). 0 neither code nor page, 1 both, 2 a page that opens doors, too.
 */
export function contactReachOf(
  { isMaster, rights, scopes, reach }: Principal,
  { addressId }: { addressId: number },
): number {
  if (!scopes.has('smartlock.auth')) return 0
  // A role may give codes at an address and be no operator there (D209).
  const doors = reach?.get('operateSmartlock')
  const isOperator = (rights & RIGHTS.operateSmartlock) !== 0 && (!doors || doors.addressIds.has(addressId))
  const mayOperate = isMaster || isOperator
  return scopes.has('smartlock.action') && mayOperate ? 2 : 1
}

/** The name of a stay's code; a calendar may have a guest of blanks only (D82). */
export const codeNameOf = (guest: string): string => guest.trim() || 'Guest'
