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
