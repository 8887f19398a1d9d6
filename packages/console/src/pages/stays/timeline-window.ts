import { addDays } from '../../kit/language/days.ts'
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

const LENGTHS: Record<StaySpan, number> = { week: 7, month: 30 }

/** From that day on; where none was chosen, from yesterday, so that who has just left is in sight. */
export function windowOf(day: string | undefined, today: string, span: StaySpan): Window {
  const first = day ?? addDays(today, -1)
  const length = LENGTHS[span]
  const next = addDays(first, length)
  return {
    days: Array.from({ length }, (_, index) => addDays(first, index)),
    previous: addDays(first, -length),
    next,
    from: `${addDays(first, -1)}T00:00:00.000Z`,
    until: `${addDays(next, 1)}T00:00:00.000Z`,
  }
}
