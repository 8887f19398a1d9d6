import { AUTOMATION } from '@latchwork/contract'
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
  if (stay.issue_state === 'none') return { ...schedule, ...outlook(stay, times, from, isOver, now) }
  const due = isOver ? now : Math.min(until, warningAt(stay, from, isReady, now) ?? until)
  return { ...schedule, due_at: due }
}

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

/** As much of it as an authorization's name holds (D82). */
export const codeNameOf = (guest: string): string => [...guest].slice(0, 32).join('').trim() || 'Guest'
