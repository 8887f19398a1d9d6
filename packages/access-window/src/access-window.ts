/**
 * When an access right holds (D15, D53). What is absent does not limit. Dates are instants in milliseconds UTC, weekdays
 * a mask (6.16: 64 is Monday, 1 Sunday), times of day minutes from midnight; weekdays and times count in a zone.
 */
export interface AccessWindow {
  readonly fromDate?: number
  readonly untilDate?: number
  readonly weekDays?: number
  readonly fromTime?: number
  readonly untilTime?: number
}

/** What cannot be meant, by the field that is at fault. */
export interface WindowProblem {
  readonly field: 'untilDate' | 'untilTime'
  readonly rule: 'not_after_from' | 'same_as_from'
}

/** D53: dates have to be in order; a day may end before it starts, across midnight, but not where it starts. */
export function checkWindow({
  fromDate,
  untilDate,
  fromTime = 0,
  untilTime = 0,
}: AccessWindow): WindowProblem[] {
  const problems: WindowProblem[] = []
  if (fromDate !== undefined && untilDate !== undefined && fromDate >= untilDate)
    problems.push({ field: 'untilDate', rule: 'not_after_from' })
  if (fromTime === untilTime && fromTime !== 0) problems.push({ field: 'untilTime', rule: 'same_as_from' })
  return problems
}

/** Whether two windows can hold at the same time, by their dates alone (D52). */
export const overlaps = (a: AccessWindow, b: AccessWindow): boolean =>
  startOf(a) < endOf(b) && startOf(b) < endOf(a)

const startOf = ({ fromDate = Number.NEGATIVE_INFINITY }: AccessWindow) => fromDate
const endOf = ({ untilDate = Number.POSITIVE_INFINITY }: AccessWindow) => untilDate

export const MINUTE_MS = 60_000
export const DAY_MINUTES = 1440
export const DAY_MS = DAY_MINUTES * MINUTE_MS
const EVERY_DAY = 127

/** A window with nothing left open, in the form the other rules calculate with. */
export interface WindowLimits {
  readonly fromDate: number
  readonly untilDate: number
  /** As 6.16, never 0. */
  readonly weekDays: number
  /** Minutes after the midnight that starts the day it belongs to; `untilMinute` is greater, and may be on the next day. */
  readonly fromMinute: number
  readonly untilMinute: number
}

/** D53: mask 0 is every day; both times 0 is the whole day; a time alone has 0 as its other end. */
export function limitsOf(window: AccessWindow): WindowLimits {
  const { weekDays = 0, fromTime = 0, untilTime = 0 } = window
  return {
    fromDate: startOf(window),
    untilDate: endOf(window),
    weekDays: weekDays === 0 ? EVERY_DAY : weekDays,
    fromMinute: fromTime,
    untilMinute: untilTime > fromTime ? untilTime : untilTime + DAY_MINUTES,
  }
}

/** Whether it goes on after the midnight of a day it belongs to. */
export const crossesMidnight = (window: AccessWindow): boolean => limitsOf(window).untilMinute > DAY_MINUTES

/** Whether a window holds at all times between its dates. */
export const isEveryMinute = ({ weekDays, fromMinute, untilMinute }: WindowLimits) =>
  weekDays === EVERY_DAY && untilMinute - fromMinute === DAY_MINUTES

/** Whether the mask has the weekday of this day, counted from 1 January 1970, which was a Thursday. */
export const hasDay = (weekDays: number, day: number): boolean => {
  const sinceMonday = (((day + 3) % 7) + 7) % 7
  return (weekDays & (64 >> sinceMonday)) !== 0
}
