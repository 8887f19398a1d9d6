import { type LockTimer, type SlotEntry, windowReading } from '../../family.ts'
import { listOf, type Members, wholeOf } from './frame.ts'

/** How many places a user has on the lock for each kind of schedule (command class Schedule Entry Lock). */
export interface ScheduleFacts {
  readonly weekDay: number
  readonly yearDay: number
  readonly daily: number
}

export type ScheduleKind = keyof ScheduleFacts

/** One place of a user's schedules, and what is in it. */
export interface Schedule {
  readonly kind: ScheduleKind
  readonly place: number
  readonly fields: Readonly<Record<string, number | readonly number[]>>
}

/** The methods of a kind, and what a report of it has, in this order. */
export const KINDS: Readonly<Record<ScheduleKind, { method: string; fields: readonly string[] }>> = {
  weekDay: {
    method: 'WeekDaySchedule',
    fields: ['weekday', 'startHour', 'startMinute', 'stopHour', 'stopMinute'],
  },
  yearDay: {
    method: 'YearDaySchedule',
    fields: ['start', 'stop'].flatMap((end) =>
      ['Year', 'Month', 'Day', 'Hour', 'Minute'].map((part) => `${end}${part}`),
    ),
  },
  daily: {
    method: 'DailyRepeatingSchedule',
    fields: ['weekdays', 'startHour', 'startMinute', 'durationHour', 'durationMinute'],
  },
}
export const KIND_NAMES = Object.keys(KINDS) as readonly ScheduleKind[]

const DAYS = 7
const MINUTE_MS = 60_000
/** Years have two digits there, and locks are younger than this. */
const FIRST_DATE = Date.UTC(2020, 0, 1)
const LAST_DATE = Date.UTC(2099, 11, 31)
const BEGINNING = [20, 1, 1, 0, 0]
const END = [99, 12, 31, 23, 59]

export const keepsDates = ({ yearDay }: ScheduleFacts): boolean => yearDay > 0
/** By one schedule for all days where the lock has that kind, else by one for each. */
export const keepsWeekly = ({ daily, weekDay }: ScheduleFacts): boolean => daily > 0 || weekDay >= DAYS

/** A schedule counts in minutes, and none is a whole day long; one for a single weekday ends before midnight. */
export const timerOf = ({ daily }: ScheduleFacts): LockTimer => ({
  stepMs: MINUTE_MS,
  firstDate: FIRST_DATE,
  lastDate: LAST_DATE,
  mostMinutes: 1439,
  lastMinute: daily > 0 ? 1440 : 1439,
})

/** The schedules that hold a window, all of one kind because a user has one kind at a time; undefined: none can. */
export function schedulesFor(
  window: SlotEntry['window'],
  facts: ScheduleFacts,
): readonly Schedule[] | undefined {
  if (!window) return []
  const { fromDate, untilDate, weekDays, fromTime, untilTime, zone } = window
  const hasDates = fromDate !== undefined || untilDate !== undefined
  const hasWeekly = weekDays !== undefined || fromTime !== undefined || untilTime !== undefined
  if (hasDates && hasWeekly) return undefined
  if (!hasDates) return keepsWeekly(facts) ? weekly(window, facts) : undefined
  const start = fromDate === undefined ? BEGINNING : localParts(fromDate, zone)
  const stop = untilDate === undefined ? END : localParts(untilDate, zone)
  return keepsDates(facts) ? [scheduleOf('yearDay', 1, [...start, ...stop])] : undefined
}

function weekly(window: NonNullable<SlotEntry['window']>, facts: ScheduleFacts): Schedule[] {
  const { weekDays, fromMinute, untilMinute } = windowReading.limitsOf(window)
  const days = daysOf(weekDays)
  if (facts.daily > 0)
    return [scheduleOf('daily', 1, [days, ...clock(fromMinute), ...clock(untilMinute - fromMinute)])]
  return days.map((day) => scheduleOf('weekDay', day + 1, [day, ...clock(fromMinute), ...clock(untilMinute)]))
}

const clock = (minutes: number) => [Math.floor(minutes / 60), minutes % 60]

/** There Sunday is 0 and Saturday 6; in a mask of ours Monday is 64 and Sunday 1. */
function daysOf(weekDays: number): number[] {
  return Array.from({ length: DAYS }, (_, day) => day).filter((day) => weekDays & (64 >> ((day + 6) % DAYS)))
}

function localParts(instant: number, zone: string): number[] {
  const [, ...parts] =
    /^\d\d(\d\d)-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(windowReading.localText(zone, instant)) ?? []
  return parts.map(Number)
}

function scheduleOf(
  kind: ScheduleKind,
  place: number,
  values: readonly (number | readonly number[])[],
): Schedule {
  const fields = Object.fromEntries(KINDS[kind].fields.map((name, i) => [name, values[i] ?? 0]))
  return { kind, place, fields }
}

/** From what the hub passes on of a lock's report; undefined: not to be understood. */
export function scheduleIn(kind: ScheduleKind, place: number, report: Members): Schedule | undefined {
  const values = KINDS[kind].fields.map((name) => {
    const value = report[name]
    return Array.isArray(value)
      ? listOf(value)
          .flatMap((day) => wholeOf(day) ?? [])
          .sort()
      : wholeOf(value)
  })
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? scheduleOf(kind, place, known) : undefined
}

const textOf = (schedules: readonly Schedule[]) =>
  schedules
    .map((one) => JSON.stringify(one))
    .sort()
    .join()

export const areSame = (some: readonly Schedule[], others: readonly Schedule[]): boolean =>
  textOf(some) === textOf(others)
