import ICAL from 'ical.js'

/** A calendar that asks for more work than any honest one. */
export class TooComplex extends Error {}

/** The steps one event may take: a daily rule that began 30 years ago, and the time zone it is in. */
const STEPS_PER_EVENT = 40_000
/** And all events of a calendar together. */
const STEPS_PER_CALENDAR = 300_000

let left = { event: Number.POSITIVE_INFINITY, calendar: Number.POSITIVE_INFINITY }

/** An event begins: it gets its own share, and all of them the calendar's. */
export function beginEvent(): void {
  left.event = STEPS_PER_EVENT
}

export function beginCalendar(): void {
  left = { event: STEPS_PER_EVENT, calendar: STEPS_PER_CALENDAR }
}

/** For what takes time without a rule, such as a list of dates. */
export function take(steps: number): void {
  left.calendar -= steps
  left.event -= steps
  if (left.calendar < 0) throw new TooComplex('its rules take more steps than a calendar may')
  if (left.event < 0) throw new Error('the rule takes more steps than an event may')
}

/**
 * The library looks for the next match of a rule for as long as it takes: 30 February never comes. These are the
 * places that every one of its loops goes through, and what a call costs.
 */
const LOOPS: Record<string, (given: number) => number> = {
  check_contracting_rules: () => 1,
  increment_month: () => 1,
  // Every day of a year, by several rules.
  expand_year_days: () => 20,
  // Day by day, however many there are.
  increment_monthday: (days) => Math.ceil(days / 100),
}

const iterators = ICAL.RecurIterator.prototype as unknown as Record<string, (given: number) => unknown>
for (const [name, cost] of Object.entries(LOOPS)) {
  const original = iterators[name]
  if (typeof original !== 'function') throw new Error(`ical.js has no ${name} any more`)
  iterators[name] = function counted(this: unknown, given) {
    take(cost(given))
    return original.call(this, given)
  }
}
