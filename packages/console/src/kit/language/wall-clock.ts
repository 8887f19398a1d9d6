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

/** What a clock there shows, as the date fields of a browser have it: 2026-11-16T15:00. */
export const wallText = (instant: number, zone: string): string =>
  new Date(wallMinutes(instant, zone) * MINUTE_MS).toISOString().slice(0, 16)

/** Which one is meant of two moments at which the clock shows the same, as it does when it was turned back. */
export type Pass = 'earlier' | 'later'

/** Clocks are never turned by more than this. */
const LONGEST_TURN_MINUTES = 26 * 60

/**
 * The moment at which a wall clock in that zone shows a day and minutes from its midnight. Where it never does, because it
 * was turned forward, the moment at which it was: a window that begins or ends there has no other end (D15).
 */
export function instantAt(day: string, minutes: number, zone: string, pass: Pass = 'earlier'): number {
  const wanted = wallMinutesOf(day) + minutes
  const aheadAt = (utc: number) => wallMinutes(utc * MINUTE_MS, zone) - utc
  // Whatever turn there is lies between these two; each way of counting hits the moment if it was still, or already, true.
  const before = wanted - aheadAt(wanted - LONGEST_TURN_MINUTES)
  const after = wanted - aheadAt(wanted + LONGEST_TURN_MINUTES)
  const found = [before, after].filter((utc) => wallMinutes(utc * MINUTE_MS, zone) === wanted)
  if (found.length > 0) return (pass === 'earlier' ? Math.min(...found) : Math.max(...found)) * MINUTE_MS
  return turnBetween(Math.min(before, after), Math.max(before, after), zone) * MINUTE_MS
}

/** The minute at which clocks were turned; one turn lies between the two. */
function turnBetween(from: number, until: number, zone: string): number {
  const aheadAt = (utc: number) => wallMinutes(utc * MINUTE_MS, zone) - utc
  const ahead = aheadAt(from)
  let [low, high] = [from, until]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (aheadAt(middle) === ahead) low = middle
    else high = middle
  }
  return high
}

/** What the days of a stay go by. */
export interface AddressClocks {
  zone: string
  /** Minutes from midnight. */
  checkInTime: number
  checkOutTime: number
}
