import { createHash } from 'node:crypto'
import type { ServiceId, SyncProblem } from '@latchwork/contract'
import type { Ctx } from '../../platform/context.ts'
import * as addresses from '../addresses/service.ts'
import type { FeedEntry } from '../reservations/service.ts'
import type { CalendarEvent } from './calendar.ts'
import type { CalendarReader } from './calendar-reader.ts'
import { guestNameOf, guestsOf, instantOf, isBlocked, referenceOf } from './rules.ts'

/** What became of a fetch. An empty calendar is a good one that says nothing (D69). */
export type Fetched =
  | { kind: 'failed'; code: SyncProblem; error: string }
  | { kind: 'unchanged' }
  | { kind: 'empty' | 'read'; entries: FeedEntry[]; etag: string | null; lastModified: string | null }

/** D68. */
const MAX_BYTES = 2 * 1024 * 1024
/** Bookings further ahead than this are not listed as occurrences of a recurring event. */
const AHEAD_MS = 400 * 86_400_000

/** Where a calendar is, what it is for, and what is known of it from the last time. */
export interface CalendarSource {
  url: string
  serviceId: ServiceId
  addressId: number
  etag: string | null
  lastModified: string | null
}

/** Asks for the calendar only if it changed since the last time. */
export async function fetchFeed(
  ctx: Ctx<never>,
  source: CalendarSource,
  reader: CalendarReader,
): Promise<Fetched> {
  const { url, etag, lastModified } = source
  const answer = await ctx.outbound.get({
    url,
    headers: {
      accept: 'text/calendar, */*;q=0.1',
      'user-agent': 'Latchwork',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    },
    maxBytes: MAX_BYTES,
  })
  if (answer.error !== undefined) return { kind: 'failed', code: 'unreachable', error: answer.error }
  if (answer.status === 304) return { kind: 'unchanged' }
  if (answer.status !== 200)
    return { kind: 'failed', code: 'refused', error: `The server answered ${answer.status}.` }
  const validators = {
    etag: answer.headers?.etag ?? null,
    lastModified: answer.headers?.['last-modified'] ?? null,
  }
  return { ...(await read(ctx, source, answer.body ?? '', reader)), ...validators }
}

async function read(
  ctx: Ctx<never>,
  { serviceId, addressId }: CalendarSource,
  text: string,
  reader: CalendarReader,
): Promise<Extract<Fetched, { kind: 'failed' }> | { kind: 'empty' | 'read'; entries: FeedEntry[] }> {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text))
    return { kind: 'failed', code: 'not_a_calendar', error: 'The answer is not a calendar.' }
  const address = await addresses.find(ctx, addressId)
  if (!address) return { kind: 'failed', code: 'unreadable', error: 'The address is gone.' }
  const times = addresses.timesOf(ctx, address)
  const now = ctx.clock.now()
  const maxEvents = ctx.limits.reservationsPerAddress
  try {
    const options = { timeZone: times.timeZone, from: now, until: now + AHEAD_MS, maxEvents }
    // PostgreSQL cannot store a NUL.
    const events = await reader.read(text.replace(/^\uFEFF?\s*/, '').replaceAll('\0', ''), options)
    const entries = events.flatMap((event) => entryOf(serviceId, event, times))
    return { kind: events.length === 0 ? 'empty' : 'read', entries }
  } catch (error) {
    return {
      kind: 'failed',
      code: 'unreadable',
      error: `The calendar cannot be read: ${(error as Error).message.slice(0, 200)}.`,
    }
  }
}

/** A UID may be of any length, an index entry may not. */
const keyOf = (key: string): string =>
  key.length <= 255 ? key : createHash('sha256').update(key).digest('hex')

/** A booking; dates that the host blocked are none. */
function entryOf(serviceId: ServiceId, event: CalendarEvent, times: addresses.AddressTimes): FeedEntry[] {
  if (isBlocked(serviceId, event)) return []
  const startsAt = instantOf(event.start, times.checkInTime, times.timeZone)
  const endsAt = instantOf(event.end, times.checkOutTime, times.timeZone)
  if (startsAt >= endsAt) return []
  const reference = referenceOf(event)
  const isMail = /^[^\s@]+@[^\s@]+$/.test(event.attendee) && event.attendee.length <= 255
  return [
    {
      key: keyOf(event.key),
      sequence: event.sequence,
      isCanceled: event.isCanceled,
      name: guestNameOf(serviceId, event),
      email: isMail ? event.attendee : '',
      guests: guestsOf(event),
      ...(reference !== undefined && { reference }),
      startsAt,
      endsAt,
    },
  ]
}
