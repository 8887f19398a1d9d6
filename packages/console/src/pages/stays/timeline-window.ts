import { addDays, daysBetween, firstOfMonth, mondayOf } from '../../kit/language/days.ts'
import type { StaySpan } from './stays-search.ts'

/** The days a timeline shows. */
export interface Window {
  days: readonly string[]
  /** The first day of the window before this one and of the one after it. */
  previous: string
  next: string
  /** In all time zones at once: an hour at the edge too many is not drawn. */
  from: string
  until: string
}

/** The week or the month of a day. */
export function windowOf(day: string, span: StaySpan): Window {
  const first = span === 'week' ? mondayOf(day) : firstOfMonth(day)
  const next = span === 'week' ? addDays(first, 7) : firstOfMonth(first, 1)
  const days = Array.from({ length: daysBetween(first, next) }, (_, index) => addDays(first, index))
  return {
    days,
    previous: span === 'week' ? addDays(first, -7) : firstOfMonth(first, -1),
    next,
    from: `${addDays(first, -1)}T00:00:00.000Z`,
    until: `${addDays(next, 1)}T00:00:00.000Z`,
  }
}
