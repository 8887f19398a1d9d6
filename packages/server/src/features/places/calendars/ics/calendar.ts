import ICAL from 'ical.js'
import { readLines } from './lines.ts'
import { beginCalendar, beginEvent, TooComplex, take } from './steps.ts'

/** An event of a calendar as plain data; a recurring one is one entry per occurrence. */
export interface CalendarEvent {
  /** UID, and the occurrence where there are several. */
  key: string
  sequence: number
  isCanceled: boolean
  summary: string
  description: string
  /** Mail address of the first attendee. */
  attendee: string
  start: CalendarTime
  end: CalendarTime
}

/** A date without a time, or an instant. */
export type CalendarTime = { date: string } | { at: number }

export interface ReadOptions {
  /** Where times without a zone are meant. */
  timeZone: string
  /** Occurrences of recurring events that end after this instant and begin before the next are listed. */
  from: number
  until: number
  maxEvents: number
}

/** Guards against a rule that repeats every second. */
const MAX_OCCURRENCES = 2000
/** More characters than this do not come back from one calendar: they all pass through the main thread. */
const MAX_CHARACTERS = 4_000_000

/**
 * Reads an iCalendar document. Throws when it is none, or asks for more than any calendar should. What a single event
 * gets wrong costs that event only: feeds are written by many hands, and one bad line must not hide the other bookings.
 */
export function readCalendar(text: string, options: ReadOptions): CalendarEvent[] {
  beginCalendar()
  const calendars = new ICAL.Component(['x-root', [], readLines(text)] as unknown as JCal)
  const parts = calendars
    .getAllSubcomponents('vcalendar')
    .flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
  const newest = newestVersions(parts)
  const masters = newest.filter((part) => !part.hasProperty('recurrence-id'))
  const exceptions = Map.groupBy(
    newest.filter((part) => part.hasProperty('recurrence-id')),
    uidOf,
  )
  const found = new Found(options.maxEvents)
  for (const master of masters) {
    const uid = uidOf(master)
    found.add(() => expand(master, exceptions.get(uid) ?? [], options, found.room))
    exceptions.delete(uid)
  }
  // An occurrence whose series is not in the calendar stands for itself.
  for (const part of [...exceptions.values()].flat()) found.add(() => [occurrence(part, options)])
  return found.events
}

type JCal = ConstructorParameters<typeof ICAL.Component>[0]

/** What was read so far, and how much more may be. */
class Found {
  readonly events: CalendarEvent[] = []
  readonly #max: number
  #characters = 0

  constructor(max: number) {
    this.#max = max
  }

  get room(): number {
    return this.#max - this.events.length
  }

  add(read: () => CalendarEvent[]): void {
    if (this.room <= 0) return
    for (const event of readable(read).slice(0, this.room)) {
      this.#characters += event.key.length + event.summary.length + event.attendee.length
      if (this.#characters > MAX_CHARACTERS) throw new TooComplex('its events say too much')
      this.events.push(event)
    }
  }
}

function readable(read: () => CalendarEvent[]): CalendarEvent[] {
  beginEvent()
  try {
    return read()
  } catch (error) {
    if (error instanceof TooComplex) throw error
    return []
  }
}

const textOf = (part: ICAL.Component, name: string): string => String(part.getFirstPropertyValue(name) ?? '')

/** Some exporters leave the UID out; what an event says is all there is to know it by. */
const uidOf = (part: ICAL.Component): string =>
  textOf(part, 'uid') || `${textOf(part, 'dtstart')}/${textOf(part, 'dtend')}/${textOf(part, 'summary')}`

const sequenceOf = (part: ICAL.Component): number => Number(textOf(part, 'sequence')) || 0

const changedAt = (part: ICAL.Component): string => textOf(part, 'last-modified') || textOf(part, 'dtstamp')

/** Of several versions of one event the one with the highest SEQUENCE counts, then the one changed last. */
function newestVersions(parts: ICAL.Component[]): ICAL.Component[] {
  const byKey = new Map<string, ICAL.Component>()
  for (const part of parts) {
    const key = `${uidOf(part)}\n${textOf(part, 'recurrence-id')}`
    const known = byKey.get(key)
    const isNewer =
      !known ||
      sequenceOf(part) > sequenceOf(known) ||
      (sequenceOf(part) === sequenceOf(known) && changedAt(part) >= changedAt(known))
    if (isNewer) byKey.set(key, part)
  }
  return [...byKey.values()]
}

function expand(
  master: ICAL.Component,
  exceptions: ICAL.Component[],
  options: ReadOptions,
  room: number,
): CalendarEvent[] {
  const event = new ICAL.Event(master, { exceptions, strictExceptions: false })
  if (!event.isRecurring()) return [single(master, options)]
  const uid = uidOf(master)
  const words = new Map<ICAL.Component, ReturnType<typeof wordsOf>>()
  const found: CalendarEvent[] = []
  const series = event.iterator()
  const most = Math.min(MAX_OCCURRENCES, room)
  // Years of them are passed over quickly; an exception may have moved any of them to a later day.
  const longAgo = options.from / 1000 - event.duration.toSeconds() - 2 * 86_400
  const isLongOver = (at: ICAL.Time) => exceptions.length === 0 && at.toUnixTime() < longAgo
  while (found.length < most) {
    take(1)
    const next = series.next()
    if (!next) break
    if (isLongOver(next)) continue
    const { item, startDate, endDate, recurrenceId } = event.getOccurrenceDetails(next)
    const zone = zoneOf(item.component, 'dtstart')
    const start = timeOf(startDate, zone, options)
    const end = timeOf(endDate, zone, options)
    if (roughly(start) > options.until) break
    if (roughly(end) < options.from) continue
    const known = words.get(item.component) ?? wordsOf(item.component)
    words.set(item.component, known)
    found.push({ ...known, key: `${uid}/${recurrenceId.toString()}`, start, end })
  }
  return found
}

/** For choosing what to list only: a date stands for its midnight in UTC. */
const roughly = (time: CalendarTime): number => ('at' in time ? time.at : Date.parse(time.date))

const single = (part: ICAL.Component, options: ReadOptions): CalendarEvent => ({
  ...wordsOf(part),
  key: uidOf(part),
  ...timesOf(part, options),
})

const occurrence = (part: ICAL.Component, options: ReadOptions): CalendarEvent => ({
  ...single(part, options),
  key: `${uidOf(part)}/${textOf(part, 'recurrence-id')}`,
})

const wordsOf = (part: ICAL.Component) => ({
  sequence: sequenceOf(part),
  isCanceled: textOf(part, 'status').toUpperCase() === 'CANCELLED',
  summary: textOf(part, 'summary').trim(),
  description: textOf(part, 'description').trim(),
  attendee: textOf(part, 'attendee').replace(/^mailto:/i, ''),
})

function timesOf(part: ICAL.Component, options: ReadOptions): { start: CalendarTime; end: CalendarTime } {
  // DTEND, DURATION, or what RFC 5545 says when there is neither.
  // Given none, it would look for exceptions among all other events of the calendar, once for each.
  const { startDate, endDate } = new ICAL.Event(part, { exceptions: [] })
  return {
    start: timeOf(startDate, zoneOf(part, 'dtstart'), options),
    end: timeOf(endDate, zoneOf(part, part.hasProperty('dtend') ? 'dtend' : 'dtstart'), options),
  }
}

const zoneOf = (part: ICAL.Component, property: string): string | undefined =>
  part.getFirstProperty(property)?.getFirstParameter('tzid')

/** Zones known by name are taken from the system, which is up to date; others from the calendar itself. */
function timeOf(time: ICAL.Time, tzid: string | undefined, options: ReadOptions): CalendarTime {
  const date = `${pad(time.year, 4)}-${pad(time.month)}-${pad(time.day)}`
  if (time.isDate) return { date }
  if (time.zone.tzid === 'UTC') return { at: time.toUnixTime() * 1000 }
  const local = `${date}T${pad(time.hour)}:${pad(time.minute)}:${pad(time.second)}`
  if (tzid !== undefined) {
    const known = instantIn(local, tzid)
    if (known !== undefined) return { at: known }
    if (time.zone.component) return { at: time.toUnixTime() * 1000 }
  }
  return { at: instantIn(local, options.timeZone) ?? time.toUnixTime() * 1000 }
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')

function instantIn(local: string, timeZone: string): number | undefined {
  try {
    return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds
  } catch {
    return undefined
  }
}
