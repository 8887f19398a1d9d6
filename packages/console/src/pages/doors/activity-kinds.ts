import type { SmartlockLog } from '@latchwork/contract'
import { dayIn, instantAt, wallMinutes } from '../../kit/language/wall-clock.ts'

export const ACTIVITY_KINDS = ['opened', 'closed', 'door', 'trouble', 'refused', 'other'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** Unlock, unlatch and both kinds of lock 'n' go; for an opener 1 and 3 let people in as well. */
const OPENING = [1, 3, 4, 5]
const LOCKING = 2
const OF_THE_DOOR = [240, 241]
/** Left open, not matching the lock, a sensor that is stuck: somebody has to go and look. */
const TROUBLE = [208, 209, 242]
/** The motor is blocked. */
const JAMMED = 1

/** What an entry is about at a glance. What did not succeed is told apart first. */
export function kindOf({ action, state }: Pick<SmartlockLog, 'action' | 'state'>): ActivityKind {
  if (state === JAMMED || TROUBLE.includes(action)) return 'trouble'
  if (state !== 0) return 'refused'
  if (OPENING.includes(action)) return 'opened'
  if (action === LOCKING) return 'closed'
  return OF_THE_DOOR.includes(action) ? 'door' : 'other'
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface ActivityBar extends Record<ActivityKind, number> {
  /** Where the bar begins: milliseconds since the epoch. */
  start: number
}

export interface ActivityBars {
  isHourly: boolean
  bars: ActivityBar[]
}

const NONE: Record<ActivityKind, number> = { opened: 0, closed: 0, door: 0, trouble: 0, refused: 0, other: 0 }

/**
 * Entries counted by the hour while they span less than two days, by the day otherwise; empty times are bars too. Hours
 * and days are those of the door.
 */
export function barsOf(entries: readonly SmartlockLog[], zone: string): ActivityBars {
  const times = entries.map(({ date }) => Date.parse(date))
  const isHourly = Math.max(...times) - Math.min(...times) < 2 * DAY_MS
  const startOf = (time: number) => (isHourly ? startOfHour(time, zone) : startOfDay(time, zone))
  const bars = new Map<number, ActivityBar>()
  const last = startOf(Math.max(...times))
  for (let start = startOf(Math.min(...times)); start <= last; start = startOf(start + stepOf(isHourly))) {
    bars.set(start, { ...NONE, start })
  }
  for (const entry of entries) {
    const bar = bars.get(startOf(Date.parse(entry.date)))
    if (bar) bar[kindOf(entry)] += 1
  }
  return { isHourly, bars: [...bars.values()] }
}

/** More than a day, so that the day after a change of the clock is not missed; its start is found again anyway. */
const stepOf = (isHourly: boolean) => (isHourly ? HOUR_MS : DAY_MS + 2 * HOUR_MS)
const startOfHour = (time: number, zone: string) =>
  (Math.floor(time / MINUTE_MS) - (wallMinutes(time, zone) % 60)) * MINUTE_MS
const startOfDay = (time: number, zone: string) => instantAt(dayIn(time, zone), 0, zone)

/** So many lines at most behind the bars, besides the one they stand on. */
const MOST_LINES = 4

/** The numbers beside bars of which the highest has so many entries: 0, and the same round step again and again. */
export function scaleOf(most: number): number[] {
  let step = 1
  // 1, 2, 5, 10, 20, 50…
  while (most / step > MOST_LINES) step *= String(step).startsWith('2') ? 2.5 : 2
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step)
}
