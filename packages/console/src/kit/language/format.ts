import { createDoorClock, type DoorClock, type Viewer } from './door-clock.ts'
import type { Language, Messages } from './languages.ts'

/** How a language writes moments, spans and numbers. */
export interface Format {
  /** A date with its time, in this browser's time zone: for what happens at no door. */
  moment(date: string | number): string
  time(date: string | number): string
  day(date: string | number): string
  /** A day of the calendar, which is no moment: 2026-11-16. */
  calendarDay(day: string): string
  shortCalendarDay(day: string): string
  number(value: number): string
  percent(value: number): string
  /** By the clock at a door. */
  at(zone: string): DoorClock
  /** How long ago, or how far ahead: "3 minutes ago". */
  ago(date: string | number, now: number): string
  /** The same for what is known to the day: "today". Days are those of UTC, as the service counts them. */
  daysAgo(date: string | number, now: number): string
  /** A length of time in its largest unit: "3 minutes". */
  span(ms: number): string
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const
const SHORT_DAY = { day: 'numeric', month: 'short' } as const

const DAY_MS = 86_400_000

const UNITS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** A second less than a day is a day, not 24 hours. */
const largestUnit = (ms: number) => UNITS.find(([, size]) => Math.abs(ms) >= size * 0.995) ?? UNITS[3]

/** The browser's own kind of the language, such as British English, where it has one. */
const localeOf = (language: Language): string =>
  navigator.languages.find((tag) => tag.startsWith(language)) ?? language

/** Made once for each zone: making one takes far longer than using it. */
function doorClocks(viewer: Viewer): (zone: string) => DoorClock {
  const clocks = new Map<string, DoorClock>()
  return (zone) => {
    const clock = clocks.get(zone) ?? createDoorClock(zone, viewer)
    clocks.set(zone, clock)
    return clock
  }
}

const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** At noon, as far from both midnights as can be. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

export function createFormat(language: Language, text: Messages, zone = zoneHere()): Format {
  const locale = localeOf(language)
  const at = doorClocks({ zone, locale, nameOf: text.kit.doorTime.zone })
  const { moment, time, day } = at(zone)
  const calendarDay = new Intl.DateTimeFormat(locale, { ...DAY, timeZone: 'UTC' })
  const shortCalendarDay = new Intl.DateTimeFormat(locale, { ...SHORT_DAY, timeZone: 'UTC' })
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    moment,
    time,
    day,
    calendarDay: (date) => calendarDay.format(noonOf(date)),
    shortCalendarDay: (date) => shortCalendarDay.format(noonOf(date)),
    at,
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    ago(date, now) {
      const ms = new Date(date).getTime() - now
      if (Math.abs(ms) < 5000) return text.kit.justNow
      const [unit, size] = largestUnit(ms)
      return relative.format(Math.round(ms / size), unit)
    },
    daysAgo(date, now) {
      const dayOf = (ms: number) => Math.floor(ms / DAY_MS)
      return relative.format(dayOf(new Date(date).getTime()) - dayOf(now), 'day')
    },
    span(ms) {
      const [unit, size] = largestUnit(ms)
      const options = { style: 'unit', unit, unitDisplay: 'long' } as const
      return new Intl.NumberFormat(locale, options).format(Math.max(0, Math.round(ms / size)))
    },
  }
}
