const MINUTE_MS = 60_000

/** Made once for each zone: making one takes far longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const numeric = 'numeric'
  const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric } as const
  const clock = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...parts })
  clocks.set(timeZone, clock)
  return clock
}

/** Minutes on a wall clock in that zone since 1 January 1970 there. */
export function wallMinutes(instant: number, zone: string): number {
  const parts = clockIn(zone).formatToParts(instant)
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0)
  const ms = Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'))
  return ms / MINUTE_MS
}

/** Minutes on that wall at the beginning of a day. */
export const wallMinutesOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / MINUTE_MS

/** Which day it is there. */
export const dayIn = (instant: number, zone: string): string =>
  new Date(wallMinutes(instant, zone) * MINUTE_MS).toISOString().slice(0, 10)

/** The moment at which a wall clock in that zone shows a day and minutes from its midnight. */
export function instantAt(day: string, minutes: number, zone: string): number {
  const wanted = wallMinutesOf(day) + minutes
  // The offset of the zone is that of a moment close by; beside a change of the clocks the second look corrects it.
  const guess = wanted - (wallMinutes(wanted * MINUTE_MS, zone) - wanted)
  return (guess + wanted - wallMinutes(guess * MINUTE_MS, zone)) * MINUTE_MS
}

/** What the days of a stay go by. */
export interface AddressClocks {
  zone: string
  /** Minutes from midnight. */
  checkInTime: number
  checkOutTime: number
}
