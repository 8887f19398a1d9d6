import { type AccessWindow, checkWindow, type WindowProblem } from '@latchwork/access-window'
import { AUTH_TYPE, type CreatableAuthType, type SmartlockAuth } from '@latchwork/contract'
import { clockText, minutesOf } from '../../kit/language/clock-text.ts'
import type { DoorClock } from '../../kit/language/door-clock.ts'

/** What somebody has filled in so far; texts are as the fields of a browser have them. */
export interface Draft {
  type: CreatableAuthType
  accountUserId: number | undefined
  name: string
  remoteAllowed: boolean
  enabled: boolean
  doors: readonly number[]
  /** On the wall at the lock, as all times: 2026-11-16T08:00, or empty. */
  fromDate: string
  untilDate: string
  weekDays: number
  /** 08:00, or empty. */
  fromTime: string
  untilTime: string
  code: string
}

export const emptyDraft: Draft = {
  type: AUTH_TYPE.keypadCode,
  accountUserId: undefined,
  name: '',
  remoteAllowed: false,
  enabled: true,
  doors: [],
  fromDate: '',
  untilDate: '',
  weekDays: 0,
  fromTime: '',
  untilTime: '',
  code: '',
}

/** How fields become moments and back, by the clock of a door. */
export type FieldClock = Pick<DoorClock, 'fieldOf' | 'instantOf'>

const toClock = (minutes: number | undefined): string => (minutes === undefined ? '' : clockText(minutes))

/** Of what is there already. */
export const draftOf = (auth: SmartlockAuth, clock: FieldClock): Draft => ({
  type: auth.type as CreatableAuthType,
  accountUserId: auth.accountUserId,
  name: auth.name,
  remoteAllowed: auth.remoteAllowed,
  enabled: auth.enabled,
  doors: [auth.smartlockId],
  fromDate: clock.fieldOf(auth.allowedFromDate),
  untilDate: clock.fieldOf(auth.allowedUntilDate),
  weekDays: auth.allowedWeekDays ?? 0,
  fromTime: toClock(auth.allowedFromTime),
  untilTime: toClock(auth.allowedUntilTime),
  code: auth.code === undefined ? '' : String(auth.code),
})

/**
 * The window that the draft means at a door. A time alone goes from or to midnight; an hour that comes twice is within,
 * both times.
 */
export function windowOfDraft(draft: Draft, clock: FieldClock): AccessWindow {
  const { fromDate, untilDate, weekDays, fromTime, untilTime } = draft
  const hasTimes = fromTime !== '' || untilTime !== ''
  return {
    ...(fromDate !== '' && { fromDate: clock.instantOf(fromDate, 'earlier') }),
    ...(untilDate !== '' && { untilDate: clock.instantOf(untilDate, 'later') }),
    ...(weekDays !== 0 && { weekDays }),
    ...(hasTimes && { fromTime: minutesOf(fromTime || '00:00'), untilTime: minutesOf(untilTime || '00:00') }),
  }
}

export const windowProblems = (draft: Draft, clock: FieldClock): WindowProblem[] =>
  checkWindow(windowOfDraft(draft, clock))

/** The limits of the draft as the interface has them. */
export function limitsOfDraft(draft: Draft, clock: FieldClock) {
  const { fromDate, untilDate, weekDays, fromTime, untilTime } = windowOfDraft(draft, clock)
  return {
    ...(fromDate !== undefined && { allowedFromDate: new Date(fromDate).toISOString() }),
    ...(untilDate !== undefined && { allowedUntilDate: new Date(untilDate).toISOString() }),
    ...(weekDays !== undefined && { allowedWeekDays: weekDays }),
    ...(fromTime !== undefined && { allowedFromTime: fromTime }),
    ...(untilTime !== undefined && { allowedUntilTime: untilTime }),
  }
}

const isCode = ({ type }: Draft) => type === AUTH_TYPE.keypadCode

/** What creates the access right on doors that go by the same clock. */
export const creationOf = (draft: Draft, clock: FieldClock) => ({
  name: draft.name.trim(),
  type: draft.type,
  remoteAllowed: draft.remoteAllowed,
  smartlockIds: [...draft.doors],
  ...(isCode(draft) && draft.code !== '' && { code: Number(draft.code) }),
  ...(draft.accountUserId !== undefined && { accountUserId: draft.accountUserId }),
  ...limitsOfDraft(draft, clock),
})

/**
 * What creates the access right on all chosen doors: where it begins or ends at a date and the doors go by different
 * clocks, one call for each clock, since 15:00 is another moment at each of them.
 */
export function creationsOf(
  draft: Draft,
  zoneOfDoor: (smartlockId: number) => string,
  clockAt: (zone: string) => FieldClock,
) {
  const hasDates = draft.fromDate !== '' || draft.untilDate !== ''
  const first = zoneOfDoor(draft.doors[0] ?? 0)
  const byZone = Map.groupBy(draft.doors, (id) => (hasDates ? zoneOfDoor(id) : first))
  return [...byZone].map(([zone, doors]) => creationOf({ ...draft, doors }, clockAt(zone)))
}

const LIMITS = {
  allowedFromDate: null,
  allowedUntilDate: null,
  allowedWeekDays: null,
  allowedFromTime: null,
  allowedUntilTime: null,
}

/** What turns the access right into the draft; a limit that is gone is cleared. */
export function changeOf(draft: Draft, auth: SmartlockAuth, clock: FieldClock) {
  const wanted = {
    name: draft.name.trim(),
    remoteAllowed: draft.remoteAllowed,
    enabled: draft.enabled,
    ...(isCode(draft) && draft.code !== '' && { code: Number(draft.code) }),
    accountUserId: draft.accountUserId ?? null,
    ...LIMITS,
    ...limitsOfDraft(draft, clock),
  }
  const known: Record<string, unknown> = { ...auth, ...datesOf(draftOf(auth, clock), clock) }
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== (known[field] ?? null)),
  ) as Partial<typeof wanted>
}

/** Dates as they look once they went through the fields, which have no seconds. */
const datesOf = (draft: Draft, clock: FieldClock) => {
  const { allowedFromDate, allowedUntilDate } = limitsOfDraft(draft, clock)
  return { allowedFromDate, allowedUntilDate }
}
