import type { SlotEntry } from '../../family.ts'
import type { LockWindow } from './hub-topics.ts'

/** From Monday on; the bits go from 64 down, as in the API. */
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const BEGINNING = '2020-01-01 00:00:00'
const END = '2099-12-31 23:59:59'
const MINUTES_OF_A_DAY = 1440

/** Whether the lock's own dates are in UTC, or in the time of its place. */
export type Timebase = 'utc' | 'local'

/** What the lock is told of a window; all of it every time, because what is left out would stay as it was. */
export function lockWindowOf(window: SlotEntry['window'], timebase: Timebase): LockWindow {
  if (!window) return { timeLimited: 0 }
  const { fromDate, untilDate, weekDays, fromTime = 0, untilTime = 0, zone } = window
  const date = (instant: number | undefined, otherwise: string) =>
    instant === undefined ? otherwise : shownAt(instant, timebase === 'utc' ? 'UTC' : zone)
  return {
    timeLimited: 1,
    allowedFrom: date(fromDate, BEGINNING),
    allowedUntil: date(untilDate, END),
    // None named means every day.
    allowedWeekdays: WEEKDAYS.filter((_, i) => weekDays && weekDays & (64 >> i)),
    allowedFromTime: clockTime(fromTime),
    allowedUntilTime: clockTime(untilTime),
  }
}

/** Without a window the lock keeps whatever was there before, and does not look at it. */
export function isSameWindow(one: LockWindow, other: LockWindow): boolean {
  if (one.timeLimited !== other.timeLimited) return false
  if (one.timeLimited === 0) return true
  const textOf = ({
    allowedFrom,
    allowedUntil,
    allowedWeekdays,
    allowedFromTime,
    allowedUntilTime,
  }: LockWindow) =>
    JSON.stringify([allowedFrom, allowedUntil, allowedWeekdays, allowedFromTime, allowedUntilTime])
  return textOf(one) === textOf(other)
}

/** How far a clock may be off and still be the same one; and how far the time of a place may be from UTC. */
const OFF_MS = 7 * 60_000
const CLOSE_MS = 2 * 60_000
const MOST_OFF_MS = 15 * 3_600_000

const QUARTER_MS = 15 * 60_000

/** Told by what the lock's clock shows now: UTC, or another time that is whole quarters of an hour off. */
export function timebaseOf(shown: number, now: number): Timebase | undefined {
  const off = shown - now
  if (Math.abs(off) < OFF_MS) return 'utc'
  const rest = Math.abs(off - Math.round(off / QUARTER_MS) * QUARTER_MS)
  return Math.abs(off) < MOST_OFF_MS && rest < CLOSE_MS ? 'local' : undefined
}

function shownAt(instant: number, zone: string): string {
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return form.format(instant)
}

function clockTime(minutes: number): string {
  const [hours, rest] = [Math.floor((minutes % MINUTES_OF_A_DAY) / 60), minutes % 60]
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}
