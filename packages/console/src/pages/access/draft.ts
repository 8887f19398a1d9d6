import { type AccessWindow, checkWindow, type WindowProblem } from '@latchwork/access-window'
import { AUTH_TYPE, type CreatableAuthType, type SmartlockAuth } from '@latchwork/contract'
import { clockText, minutesOf } from '../../kit/language/clock-text.ts'

/** What somebody has filled in so far; texts are as the fields of a browser have them. */
export interface Draft {
  type: CreatableAuthType
  accountUserId: number | undefined
  name: string
  remoteAllowed: boolean
  enabled: boolean
  doors: readonly number[]
  /** On the clock of this browser: 2026-11-16T08:00, or empty. */
  fromDate: string
  untilDate: string
  weekDays: number
  /** On the wall at the lock: 08:00, or empty. */
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

/** The moment an instant is on the clock of this browser, as its date fields want it. */
const toField = (date: string | undefined): string => {
  if (date === undefined) return ''
  const at = new Date(date)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const toClock = (minutes: number | undefined): string => (minutes === undefined ? '' : clockText(minutes))

/** Of what is there already. */
export const draftOf = (auth: SmartlockAuth): Draft => ({
  type: auth.type as CreatableAuthType,
  accountUserId: auth.accountUserId,
  name: auth.name,
  remoteAllowed: auth.remoteAllowed,
  enabled: auth.enabled,
  doors: [auth.smartlockId],
  fromDate: toField(auth.allowedFromDate),
  untilDate: toField(auth.allowedUntilDate),
  weekDays: auth.allowedWeekDays ?? 0,
  fromTime: toClock(auth.allowedFromTime),
  untilTime: toClock(auth.allowedUntilTime),
  code: auth.code === undefined ? '' : String(auth.code),
})

/** The window that the draft means. A time alone goes from or to midnight. */
export function windowOfDraft(draft: Draft): AccessWindow {
  const { fromDate, untilDate, weekDays, fromTime, untilTime } = draft
  const hasTimes = fromTime !== '' || untilTime !== ''
  return {
    ...(fromDate !== '' && { fromDate: new Date(fromDate).getTime() }),
    ...(untilDate !== '' && { untilDate: new Date(untilDate).getTime() }),
    ...(weekDays !== 0 && { weekDays }),
    ...(hasTimes && { fromTime: minutesOf(fromTime || '00:00'), untilTime: minutesOf(untilTime || '00:00') }),
  }
}

export const windowProblems = (draft: Draft): WindowProblem[] => checkWindow(windowOfDraft(draft))

/** The limits of the draft as the interface has them. */
export function limitsOfDraft(draft: Draft) {
  const { fromDate, untilDate, weekDays, fromTime, untilTime } = windowOfDraft(draft)
  return {
    ...(fromDate !== undefined && { allowedFromDate: new Date(fromDate).toISOString() }),
    ...(untilDate !== undefined && { allowedUntilDate: new Date(untilDate).toISOString() }),
    ...(weekDays !== undefined && { allowedWeekDays: weekDays }),
    ...(fromTime !== undefined && { allowedFromTime: fromTime }),
    ...(untilTime !== undefined && { allowedUntilTime: untilTime }),
  }
}

const isCode = ({ type }: Draft) => type === AUTH_TYPE.keypadCode

/** What creates the access right on the chosen doors. */
export const creationOf = (draft: Draft) => ({
  name: draft.name.trim(),
  type: draft.type,
  remoteAllowed: draft.remoteAllowed,
  smartlockIds: [...draft.doors],
  ...(isCode(draft) && draft.code !== '' && { code: Number(draft.code) }),
  ...(draft.accountUserId !== undefined && { accountUserId: draft.accountUserId }),
  ...limitsOfDraft(draft),
})

const LIMITS = {
  allowedFromDate: null,
  allowedUntilDate: null,
  allowedWeekDays: null,
  allowedFromTime: null,
  allowedUntilTime: null,
}

/** What turns the access right into the draft; a limit that is gone is cleared. */
export function changeOf(draft: Draft, auth: SmartlockAuth) {
  const wanted = {
    name: draft.name.trim(),
    remoteAllowed: draft.remoteAllowed,
    enabled: draft.enabled,
    ...(isCode(draft) && draft.code !== '' && { code: Number(draft.code) }),
    accountUserId: draft.accountUserId ?? null,
    ...LIMITS,
    ...limitsOfDraft(draft),
  }
  const known: Record<string, unknown> = { ...auth, ...datesOf(draftOf(auth)) }
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== (known[field] ?? null)),
  ) as Partial<typeof wanted>
}

/** Dates as they look once they went through the fields, which have no seconds. */
const datesOf = (draft: Draft) => {
  const { allowedFromDate, allowedUntilDate } = limitsOfDraft(draft)
  return { allowedFromDate, allowedUntilDate }
}
