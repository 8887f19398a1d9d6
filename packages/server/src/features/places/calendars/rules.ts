import type { ServiceId } from '@latchwork/contract'

export const SERVICE_NAMES: Record<ServiceId, string> = {
  ical: 'iCalendar feed',
  airbnb: 'Airbnb',
  booking: 'Booking.com',
  vrbo: 'Vrbo',
}

/** Ten failures in a row pause a link (D68). */
export const MAX_FAILURES = 10

/** The URL without what makes it a key: whoever knows the path of a calendar can read it. */
export const maskUrl = (url: string): string => `${new URL(url).origin}/…`

/** Spreads fetches that began together; `chance` is from 0 to 1. */
export const nextFetchAt = (now: number, intervalMs: number, chance: number): number =>
  Math.round(now + intervalMs * (0.95 + 0.1 * chance))
