import { dayIn, instantAt, type Pass, wallMinutes, wallText } from './wall-clock.ts'

/**
 * The one place that writes down a door's times. A door's times are those of the clock on its own wall, whoever looks
 * from wherever: somebody in New York who reads 15:00 of a door in Berlin must not have to guess whose 15:00 it is, so
 * the zone is named as soon as the two clocks differ. `tests/structure/door-times.test.ts` keeps pages from any other way.
 */
export interface DoorClock {
  readonly zone: string
  /** What the zone is called, where its clocks are not those of whoever looks. */
  readonly zoneName: string | undefined
  /** A date with its time. */
  moment(date: string | number): string
  time(date: string | number): string
  day(date: string | number): string
  shortDay(date: string | number): string
  hour(date: string | number): string
  /** Words that say times of this clock, with its name where that is needed. */
  named(words: string): string
  /** The moment on the clock of whoever looks, with that one's name. */
  here(date: string | number): string
  /** Which day it is there: 2026-11-16. */
  dayOf(date: string | number): string
  /** A moment as the date fields of a browser have it: 2026-11-16T15:00, or empty. */
  fieldOf(date: string | number | undefined): string
  /** The moment that was entered into such a field. */
  instantOf(field: string, pass?: Pass): number
}

/** Who looks, and how they write. */
export interface Viewer {
  zone: string
  locale: string
  /** "Berlin time". */
  nameOf: (place: string) => string
}

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const
const HALF_MONTH_MS = 15 * 86_400_000

/** How people call a zone: by its town. */
const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

const isTown = (zone: string): boolean => zone.includes('/') && !zone.startsWith('Etc/')

const zoneNameOf = (zone: string, nameOf: (place: string) => string): string =>
  isTown(zone) ? nameOf(placeOf(zone)) : zone

/** Do two clocks show the same all year long? Berlin's and Vienna's do, and nobody needs to be told which it is. */
export function clocksAgree(one: string, other: string, now: number): boolean {
  if (one === other) return true
  const moments = Array.from({ length: 25 }, (_, index) => now + index * HALF_MONTH_MS)
  return moments.every((moment) => wallMinutes(moment, one) === wallMinutes(moment, other))
}

export function createDoorClock(zone: string, viewer: Viewer, now = Date.now()): DoorClock {
  const { locale, nameOf } = viewer
  const writer = (options: Intl.DateTimeFormatOptions, timeZone = zone) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    return (date: string | number) => format.format(new Date(date))
  }
  const zoneName = clocksAgree(zone, viewer.zone, now) ? undefined : zoneNameOf(zone, nameOf)
  const hereMoment = writer(MOMENT, viewer.zone)
  return {
    zone,
    zoneName,
    moment: writer(MOMENT),
    time: writer({ timeStyle: 'medium' }),
    day: writer({ weekday: 'long', day: 'numeric', month: 'long' }),
    shortDay: writer({ day: 'numeric', month: 'short' }),
    hour: writer({ hour: '2-digit', minute: '2-digit' }),
    named: (words) => (zoneName === undefined ? words : `${words} (${zoneName})`),
    here: (date) => `${hereMoment(date)} (${zoneNameOf(viewer.zone, nameOf)})`,
    dayOf: (date) => dayIn(new Date(date).getTime(), zone),
    fieldOf: (date) => (date === undefined ? '' : wallText(new Date(date).getTime(), zone)),
    instantOf: (field, pass) =>
      instantAt(field.slice(0, 10), minutesOfField(field.slice(11, 16)), zone, pass),
  }
}

const minutesOfField = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
