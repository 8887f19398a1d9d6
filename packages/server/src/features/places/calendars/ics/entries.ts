import { createHash } from 'node:crypto'
import type { ServiceId } from '@latchwork/contract'
import type { FeedEntry } from '../../stays/service.ts'
import { type CalendarEvent, type ReadOptions, readCalendar } from './calendar.ts'
import { guestNameOf, guestsOf, instantOf, isBlocked, referenceOf } from './rules.ts'

/** What a calendar is read for. */
export interface CalendarTask {
  text: string
  serviceId: ServiceId
  times: { timeZone: string; checkInTime: number; checkOutTime: number }
  options: Omit<ReadOptions, 'timeZone'>
}

export interface CalendarReading {
  /** There was no event at all, which is not the same as none that is a booking (D69). */
  isEmpty: boolean
  entries: FeedEntry[]
}

/** The bookings of a calendar. Only what is kept of an event, at the length it is kept, leaves this function. */
export function readBookings({ text, serviceId, times, options }: CalendarTask): CalendarReading {
  const events = readCalendar(text.replace(/^\uFEFF?\s*/, ''), { ...options, timeZone: times.timeZone })
  const wordsOf = rememberWords(serviceId)
  return {
    isEmpty: events.length === 0,
    entries: events.flatMap((event) => readable(() => entryOf(event, wordsOf(event), times))),
  }
}

/** There are dates that no calendar has: they cost their event only. */
function readable(read: () => FeedEntry[]): FeedEntry[] {
  try {
    return read()
  } catch {
    return []
  }
}

/** A UID may be of any length, an index entry may not. */
const keyOf = (key: string): string =>
  key.length <= 255 ? key : createHash('sha256').update(key).digest('hex')

/** What an event says, or nothing where the host only blocked dates. */
type Words = Pick<FeedEntry, 'name' | 'email' | 'guests' | 'reference'> | undefined

function readWords(serviceId: ServiceId, event: CalendarEvent): Words {
  if (isBlocked(serviceId, event)) return undefined
  const reference = referenceOf(event)
  const isMail = event.attendee.length <= 255 && /^[^\s@]+@[^\s@]+$/.test(event.attendee)
  return {
    name: guestNameOf(serviceId, event),
    email: isMail ? event.attendee : '',
    guests: guestsOf(event),
    ...(reference !== undefined && { reference }),
  }
}

/** The occurrences of a series follow each other and say the same: it is looked through once. */
function rememberWords(serviceId: ServiceId): (event: CalendarEvent) => Words {
  let last: { of: CalendarEvent; words: Words } | undefined
  const isLast = ({ summary, description, attendee }: CalendarEvent) =>
    last?.of.summary === summary && last.of.description === description && last.of.attendee === attendee
  return (event) => {
    if (!last || !isLast(event)) last = { of: event, words: readWords(serviceId, event) }
    return last.words
  }
}

function entryOf(event: CalendarEvent, words: Words, times: CalendarTask['times']): FeedEntry[] {
  if (!words) return []
  const startsAt = instantOf(event.start, times.checkInTime, times.timeZone)
  const endsAt = instantOf(event.end, times.checkOutTime, times.timeZone)
  if (startsAt >= endsAt) return []
  const { key, sequence, isCanceled } = event
  return [{ key: keyOf(key), sequence, isCanceled, ...words, startsAt, endsAt }]
}
