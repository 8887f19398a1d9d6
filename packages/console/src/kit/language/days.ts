/** Days as the browser's date fields have them: 2026-11-16. They are counted without any clock. */
const asDate = (day: string): Date => new Date(`${day}T00:00:00Z`)

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

export function addDays(day: string, count: number): string {
  const date = asDate(day)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** 0 is Monday. */
export const weekdayOf = (day: string): number => (asDate(day).getUTCDay() + 6) % 7

/** The Monday of a day's week, as a day. */
export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day))

/** The first day of the month that many months later. */
export function firstOfMonth(day: string, monthsLater = 0): string {
  const date = asDate(day)
  date.setUTCMonth(date.getUTCMonth() + monthsLater, 1)
  return date.toISOString().slice(0, 10)
}

export const daysBetween = (first: string, last: string): number =>
  (asDate(last).getTime() - asDate(first).getTime()) / 86_400_000
