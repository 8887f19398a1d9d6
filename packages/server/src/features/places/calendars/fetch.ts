import type { ServiceId, SyncProblem } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import * as addresses from '../addresses/service.ts'
import type { FeedEntry } from '../stays/service.ts'
import { CalendarProblem, type CalendarReader } from './ics/service.ts'

/** What became of a fetch. An empty calendar is a good one that says nothing (D69). */
export type Fetched =
  | { kind: 'failed'; code: SyncProblem; error: string }
  | { kind: 'unchanged' }
  | { kind: 'empty' | 'read'; entries: FeedEntry[]; etag: string | null; lastModified: string | null }

/** D68. */
const MAX_BYTES = 2 * 1024 * 1024
/** Whatever the quota is: all of them pass through the main thread and one transaction. */
const MAX_EVENTS = 10_000
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
    etag: kept(answer.headers?.etag),
    lastModified: kept(answer.headers?.['last-modified']),
  }
  return { ...(await read(ctx, source, answer.body ?? '', reader)), ...validators }
}

/** A validator is stored and sent back; one that is no short text is as good as none. */
const kept = (value: string | undefined): string | null =>
  value !== undefined && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null

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
  const { timeZone, checkInTime, checkOutTime } = addresses.timesOf(ctx, address)
  const now = ctx.clock.now()
  const maxEvents = Math.min(ctx.limits.reservationsPerAddress, MAX_EVENTS)
  try {
    const { isEmpty, entries } = await reader.read(ctx.accountId, {
      text,
      serviceId,
      times: { timeZone, checkInTime, checkOutTime },
      options: { from: now, until: now + AHEAD_MS, maxEvents },
    })
    return { kind: isEmpty ? 'empty' : 'read', entries }
  } catch (error) {
    if (!(error instanceof CalendarProblem)) throw error
    return { kind: 'failed', code: error.code, error: `The calendar cannot be read: ${error.message}.` }
  }
}
