import type { Language, Messages } from './languages.ts'

/** How a language writes moments, spans and numbers. */
export interface Format {
  /** A date with its time, in this browser's time zone. */
  moment(date: string | number): string
  time(date: string | number): string
  day(date: string | number): string
  shortDay(date: string | number): string
  hour(date: string | number): string
  number(value: number): string
  percent(value: number): string
  /** The same by the clocks of a time zone. */
  in(timeZone: string): Pick<Format, 'moment' | 'shortDay'>
  /** How long ago, or how far ahead: "3 minutes ago". */
  ago(date: string | number, now: number): string
  /** A length of time in its largest unit: "3 minutes". */
  span(ms: number): string
}

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const
const SHORT_DAY = { day: 'numeric', month: 'short' } as const

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** A second less than a day is a day, not 24 hours. */
const largestUnit = (ms: number) => UNITS.find(([, size]) => Math.abs(ms) >= size * 0.995) ?? UNITS[3]

/** The browser's own kind of the language, such as British English, where it has one. */
const localeOf = (language: Language): string =>
  navigator.languages.find((tag) => tag.startsWith(language)) ?? language

const zones = new Map<string, Pick<Format, 'moment' | 'shortDay'>>()

/** Made once for each zone: making one takes far longer than using it. */
function inZone(locale: string, timeZone: string): Pick<Format, 'moment' | 'shortDay'> {
  const key = `${locale} ${timeZone}`
  const known = zones.get(key)
  if (known) return known
  const moment = new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone })
  const shortDay = new Intl.DateTimeFormat(locale, { ...SHORT_DAY, timeZone })
  const made: Pick<Format, 'moment' | 'shortDay'> = {
    moment: (date) => moment.format(new Date(date)),
    shortDay: (date) => shortDay.format(new Date(date)),
  }
  zones.set(key, made)
  return made
}

export function createFormat(language: Language, text: Messages): Format {
  const locale = localeOf(language)
  const moment = new Intl.DateTimeFormat(locale, MOMENT)
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const shortDay = new Intl.DateTimeFormat(locale, SHORT_DAY)
  const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    moment: (date) => moment.format(new Date(date)),
    time: (date) => time.format(new Date(date)),
    day: (date) => day.format(new Date(date)),
    shortDay: (date) => shortDay.format(new Date(date)),
    hour: (date) => hour.format(new Date(date)),
    in: (timeZone) => inZone(locale, timeZone),
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    ago(date, now) {
      const ms = new Date(date).getTime() - now
      if (Math.abs(ms) < 5000) return text.kit.justNow
      const [unit, size] = largestUnit(ms)
      return relative.format(Math.round(ms / size), unit)
    },
    span(ms) {
      const [unit, size] = largestUnit(ms)
      const options = { style: 'unit', unit, unitDisplay: 'long' } as const
      return new Intl.NumberFormat(locale, options).format(Math.max(0, Math.round(ms / size)))
    },
  }
}
