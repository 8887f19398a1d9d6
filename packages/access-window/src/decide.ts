import {
  type AccessWindow,
  DAY_MINUTES,
  DAY_MS,
  hasDay,
  isEveryMinute,
  limitsOf,
  MINUTE_MS,
  type WindowLimits,
} from './access-window.ts'
import { offsetMs } from './zone.ts'

/** What decides about a window at an instant. */
export type WindowRule = 'allowed' | 'not_yet_valid' | 'expired' | 'weekday' | 'time_of_day'

/**
 * Whether a window holds at an instant, in a zone, and if not, which limit says no (D15, D53). Local time is what a
 * clock on the wall shows: where it jumps forward the minutes that it skips do not exist, so that a boundary among them
 * is where it goes on; where it jumps back, minutes that pass twice are allowed twice.
 */
export function decide(window: AccessWindow, zone: string, instant: number): WindowRule {
  const limits = limitsOf(window)
  if (instant < limits.fromDate) return 'not_yet_valid'
  if (instant >= limits.untilDate) return 'expired'
  if (isEveryMinute(limits)) return 'allowed'
  return decideLocally(limits, instant + offsetMs(zone, instant))
}

/** The same for weekday and time of day; `local` counts from midnight of 1 January 1970 on the wall. */
function decideLocally({ weekDays, fromMinute, untilMinute }: WindowLimits, local: number): WindowRule {
  const today = Math.floor(local / DAY_MS)
  const minute = Math.floor((local - today * DAY_MS) / MINUTE_MS)
  if (minute >= fromMinute && minute < untilMinute) return hasDay(weekDays, today) ? 'allowed' : 'weekday'
  // After midnight, in what belongs to the day before.
  if (minute < untilMinute - DAY_MINUTES) return hasDay(weekDays, today - 1) ? 'allowed' : 'weekday'
  return hasDay(weekDays, today) ? 'time_of_day' : 'weekday'
}
