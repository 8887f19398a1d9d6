import ICAL from 'ical.js'
import { TooComplex } from './steps.ts'

export type JCal = ConstructorParameters<typeof ICAL.Component>[0]
type Property = ReturnType<typeof ICAL.parse.property>
type Part = [name: string, properties: Property[], parts: Part[]]

/** What is used of each component, and how long its line may be; everything else never becomes an object. */
const WORDS = 8000
const SHORT = 2000
const DATES = 100_000
const KEPT: Record<string, Record<string, number>> = {
  vevent: {
    uid: WORDS,
    dtstart: SHORT,
    dtend: SHORT,
    duration: SHORT,
    rrule: SHORT,
    rdate: DATES,
    exdate: DATES,
    'recurrence-id': SHORT,
    sequence: SHORT,
    status: SHORT,
    summary: SHORT,
    description: WORDS,
    attendee: SHORT,
    'last-modified': SHORT,
    dtstamp: SHORT,
  },
  vtimezone: { tzid: SHORT },
  standard: { dtstart: SHORT, tzoffsetfrom: SHORT, tzoffsetto: SHORT, rrule: SHORT, rdate: SHORT },
  daylight: { dtstart: SHORT, tzoffsetfrom: SHORT, tzoffsetto: SHORT, rrule: SHORT, rdate: SHORT },
  vcalendar: {},
}
/** What may be said more than once, and how often; of everything else the first counts. */
const REPEATED: Record<string, number> = { rrule: 4, rdate: 500, exdate: 500 }
/** Cut where they are too long; of a list or a rule that was cut the rest would mean something else. */
const CUT = new Set(['uid', 'summary', 'description'])
/** Which components lie in which. */
const INSIDE: Record<string, readonly string[]> = {
  vcalendar: ['vevent', 'vtimezone'],
  vtimezone: ['standard', 'daylight'],
}

const MAX_COUNTS = { events: 10_000, others: 2000, dates: 20_000 }
const COUNTED = { events: 'events', others: 'parts of time zones', dates: 'dates in lists' }
const MAX_DATES_PER_EVENT = 5000
const MAX_DEPTH = 16

/**
 * Reads the lines of a document into the tree ical.js works on, and leaves out what nobody asks for. It is written by
 * strangers: components, lines and depth have limits. An event with a line that cannot be read is left out.
 */
export function readLines(text: string): JCal[] {
  const tree = new Tree()
  // PostgreSQL cannot store a NUL.
  eachLine(text, (line) => tree.add(line.replaceAll('\0', '')))
  return tree.finish()
}

/** A component that has begun and not ended. */
interface Frame {
  part: Part
  counts: Map<string, number>
  dates: number
}

const frameOf = (part: Part): Frame => ({ part, counts: new Map(), dates: 0 })

class Tree {
  readonly #root = frameOf(['x-root', [], []])
  readonly #open = [this.#root]
  /** Components left out with all that is in them. */
  #skipped = 0
  readonly #spoiled = new Set<Part>()
  readonly #counts = { events: 0, others: 0, dates: 0 }

  add(line: string): void {
    const name = /^[\w-]{1,40}(?=[:;])/.exec(line)?.[0].toLowerCase()
    if (name === undefined) return
    if (name === 'begin') this.#begin(line.slice(6).trim().toLowerCase())
    else if (name === 'end') this.#end()
    else if (this.#skipped === 0) this.#property(name, line)
  }

  finish(): JCal[] {
    if (this.#open.length > 1 || this.#skipped > 0) throw new Error('a component began but did not end')
    const calendars = this.#root.part[2]
    if (calendars.length === 0) throw new Error('the document is not a calendar')
    for (const calendar of calendars) calendar[2] = calendar[2].filter((part) => !this.#spoiled.has(part))
    return calendars as unknown as JCal[]
  }

  get #current(): Frame {
    return this.#open.at(-1) as Frame
  }

  #begin(name: string): void {
    const { part: parent } = this.#current
    const isTop = this.#open.length === 1
    if (this.#open.length + this.#skipped > MAX_DEPTH) throw new TooComplex('its components lie too deep')
    if (isTop && name !== 'vcalendar') throw new Error('the document is not a calendar')
    if (this.#skipped > 0 || !(isTop || INSIDE[parent[0]]?.includes(name))) {
      this.#skipped += 1
      return
    }
    this.#count(name === 'vevent' ? 'events' : 'others', 1)
    const part: Part = [name, [], []]
    parent[2].push(part)
    this.#open.push(frameOf(part))
  }

  #count(what: keyof typeof MAX_COUNTS, number: number): void {
    this.#counts[what] += number
    if (this.#counts[what] > MAX_COUNTS[what])
      throw new TooComplex(`it has more than ${MAX_COUNTS[what]} ${COUNTED[what]}`)
  }

  #end(): void {
    if (this.#skipped > 0) this.#skipped -= 1
    else if (this.#open.length > 1) this.#open.pop()
    else throw new Error('a component ended that did not begin')
  }

  #property(name: string, line: string): void {
    const frame = this.#current
    const longest = KEPT[frame.part[0]]?.[name]
    if (longest === undefined || this.#spoiled.has(frame.part)) return
    const before = frame.counts.get(name) ?? 0
    const most = REPEATED[name] ?? 1
    if (before >= most && most === 1) return
    frame.counts.set(name, before + 1)
    if (longest === DATES) this.#countDates(frame, line)
    const isTooMuch = before >= most || frame.dates > MAX_DATES_PER_EVENT
    if (isTooMuch || (line.length > longest && !CUT.has(name))) this.#spoil(frame)
    else this.#keep(frame, line.slice(0, longest))
  }

  #countDates(frame: Frame, line: string): void {
    const dates = line.split(',').length
    frame.dates += dates
    this.#count('dates', dates)
  }

  #keep(frame: Frame, line: string): void {
    try {
      frame.part[1].push(ICAL.parse.property(line))
    } catch {
      this.#spoil(frame)
    }
  }

  /** A part of a time zone stays, but says nothing. */
  #spoil({ part }: Frame): void {
    this.#spoiled.add(part)
    part[1] = []
  }
}

/** No kept line is longer; what comes after is not even put together. */
const LONGEST = DATES + 1

/** Lines that were folded are put together again (RFC 5545, 3.1). */
function eachLine(text: string, use: (line: string) => void): void {
  let line = ''
  for (const { isFolded, from, end } of rawLines(text)) {
    if (!isFolded) {
      if (line !== '') use(line)
      line = ''
    }
    if (line.length < LONGEST) line += text.slice(from, Math.min(end, from + LONGEST - line.length))
  }
  if (line.trim() !== '') use(line.trimEnd())
}

/** Where the lines are, without their ends. */
function* rawLines(text: string) {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const stop = found === -1 ? text.length : found
    const isFolded = text[start] === ' ' || text[start] === '\t'
    yield { isFolded, from: isFolded ? start + 1 : start, end: text[stop - 1] === '\r' ? stop - 1 : stop }
    start = stop + 1
  }
}
