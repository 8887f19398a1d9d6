import type { AccessWindow } from '@latchwork/access-window'
import type { SmartlockAuth } from '@latchwork/contract'
import { wallMinutes, wallMinutesOf } from '../../kit/language/wall-clock.ts'

const DAY_MINUTES = 1440
const WEEK_MINUTES = 7 * DAY_MINUTES
const EVERY_DAY = 127
const MONDAY = 64

type Limits = Pick<
  SmartlockAuth,
  'allowedFromDate' | 'allowedUntilDate' | 'allowedWeekDays' | 'allowedFromTime' | 'allowedUntilTime'
>

/** The limits of an access right as the rules of windows have them. */
export const windowOf = (limits: Limits): AccessWindow => ({
  ...(limits.allowedFromDate !== undefined && { fromDate: Date.parse(limits.allowedFromDate) }),
  ...(limits.allowedUntilDate !== undefined && { untilDate: Date.parse(limits.allowedUntilDate) }),
  ...(limits.allowedWeekDays !== undefined && { weekDays: limits.allowedWeekDays }),
  ...(limits.allowedFromTime !== undefined && { fromTime: limits.allowedFromTime }),
  ...(limits.allowedUntilTime !== undefined && { untilTime: limits.allowedUntilTime }),
})

/** A stretch of one day, in minutes from its midnight on the wall. */
export interface Segment {
  from: number
  until: number
}

/**
 * Minutes since the week began on the wall. Far from the week, where a day more or less makes no difference, the wall
 * clock, which is slow to read, is left alone.
 */
function minuteOfWeek(instant: number, zone: string, start: number): number {
  const minutes = instant / 60_000 - start
  const isNear = minutes > -DAY_MINUTES && minutes < WEEK_MINUTES + DAY_MINUTES
  return isNear ? wallMinutes(instant, zone) - start : minutes
}

/** When an access right holds in a week, day by day from its Monday, on the wall at the lock (D53). */
export function segmentsOf(window: AccessWindow, zone: string, monday: string): Segment[][] {
  const start = wallMinutesOf(monday)
  const { weekDays = 0, fromTime = 0, untilTime = 0 } = window
  const mask = weekDays === 0 ? EVERY_DAY : weekDays
  const length = untilTime > fromTime ? untilTime - fromTime : untilTime + DAY_MINUTES - fromTime
  const first = window.fromDate === undefined ? 0 : minuteOfWeek(window.fromDate, zone, start)
  const last = window.untilDate === undefined ? WEEK_MINUTES : minuteOfWeek(window.untilDate, zone, start)
  const days: Segment[][] = Array.from({ length: 7 }, () => [])
  // A night that began on the Sunday before reaches into this week.
  for (let day = -1; day < 7; day++) {
    if ((mask & (MONDAY >> ((day + 7) % 7))) === 0) continue
    const from = day * DAY_MINUTES + fromTime
    addSegments(days, Math.max(from, first, 0), Math.min(from + length, last, WEEK_MINUTES))
  }
  return days.map(joined)
}

/** Cuts a stretch of the week at its midnights. */
function addSegments(days: Segment[][], from: number, until: number): void {
  for (let at = from; at < until; ) {
    const day = Math.floor(at / DAY_MINUTES)
    const end = Math.min(until, (day + 1) * DAY_MINUTES)
    days[day]?.push({ from: at - day * DAY_MINUTES, until: end - day * DAY_MINUTES })
    at = end
  }
}

/** Stretches that touch are one. */
function joined(segments: readonly Segment[]): Segment[] {
  const result: Segment[] = []
  for (const segment of segments.toSorted((a, b) => a.from - b.from)) {
    const before = result.at(-1)
    if (before && before.until >= segment.from) before.until = Math.max(before.until, segment.until)
    else result.push({ ...segment })
  }
  return result
}
