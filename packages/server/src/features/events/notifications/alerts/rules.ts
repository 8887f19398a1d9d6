import type { AlertChannelKind, AlertChoices, AlertKind, SmartlockLog } from '@latchwork/contract'
import type { DoorTrouble, PushNotice } from '../../../../messages/index.ts'

/** What happened at a door, as the feed of notifications tells it. */
export interface Happened {
  id: string
  notice: PushNotice
  smartlockId: number
  smartlockName: string
  at: string
  timeZone?: string
  log?: SmartlockLog
}

/** Something that people can be alerted to, before it is known who wants it. */
export interface Alert {
  id: string
  kind: AlertKind
  smartlockId?: number
  /** Of the door, or of whom it is about. */
  title: string
  who?: string
  doors?: readonly string[]
  /** Why a code does not open, door by door. */
  troubles?: readonly DoorTrouble[]
  at: string
  /** By which clock the door or the house goes. */
  timeZone?: string
  path: string
  /** What it is about: when that is over nobody is told any more. */
  topic?: string
}

const KIND_OF: Partial<Record<PushNotice, AlertKind>> = {
  unlocked: 'opened',
  unlatched: 'opened',
  lockNGo: 'opened',
  opened: 'opened',
  doorAjar: 'leftOpen',
  motorBlocked: 'jammed',
  batteryCritical: 'batteryLow',
  keypadBatteryCritical: 'batteryLow',
  doorSensorBatteryCritical: 'batteryLow',
  offline: 'offline',
  wrongCode: 'wrongCode',
}

const topicOf = (kind: AlertKind, smartlockId: number): string => `${kind}:${smartlockId}`

/** What a happening puts an end to: a door that moves is not left open as it was, and one that is back is not away. */
const ENDS: Partial<Record<PushNotice, AlertKind>> = {
  doorOpened: 'leftOpen',
  doorClosed: 'leftOpen',
  online: 'offline',
}

export const endedBy = ({ notice, smartlockId }: Happened, all: readonly AlertKind[]): string[] => {
  // Nobody is told about a door that is not theirs any more.
  if (notice === 'removed') return all.map((kind) => topicOf(kind, smartlockId))
  const kind = ENDS[notice]
  return kind === undefined ? [] : [topicOf(kind, smartlockId)]
}

/** What a happening is worth telling as, if it is. */
export function alertOf(happened: Happened): Alert | undefined {
  const { id, notice, smartlockId, smartlockName, at, timeZone, log } = happened
  const kind = KIND_OF[notice]
  if (kind === undefined) return undefined
  // A right code outside its hours is refused by the same number, and names whose it is.
  if (kind === 'wrongCode' && log?.authId !== undefined) return undefined
  return {
    id,
    kind,
    smartlockId,
    title: smartlockName,
    ...(log?.name && { who: log.name }),
    at,
    ...(timeZone !== undefined && { timeZone }),
    path: `/doors/${smartlockId}`,
    topic: topicOf(kind, smartlockId),
  }
}

/** Three wrong codes within this time are told, once. */
export const WRONG_CODES = { count: 3, withinMs: 10 * 60_000 } as const

export interface Mark {
  at: number
  count: number
}

/** The mark after one more wrong code; it is told when it is the third. */
export const countWrongCode = (mark: Mark | undefined, at: number): Mark =>
  mark !== undefined && at - mark.at < WRONG_CODES.withinMs
    ? { at: mark.at, count: mark.count + 1 }
    : { at, count: 1 }

/** Until somebody chooses: what hardly anybody would not want to know. */
export const FIRST_CHOICES: Omit<AlertChoices, 'timeZone'> = {
  rules: [
    { kinds: ['leftOpen', 'jammed', 'batteryLow', 'offline', 'wrongCode', 'codeNotReady', 'guestCodeFails'] },
  ],
  offlineMinutes: 15,
}

/** A door with rules of its own goes by those alone; what is about no door goes by the rule for all. */
export function isWanted({ rules }: AlertChoices, { kind, smartlockId }: Alert): boolean {
  const own = rules.filter((rule) => rule.smartlockId !== undefined && rule.smartlockId === smartlockId)
  const asked = own.length > 0 ? own : rules.filter((rule) => rule.smartlockId === undefined)
  return asked.some(({ kinds }) => kinds.includes(kind))
}

/** When an alert may be told that is due at a time: then, or when the person's quiet hours are over. */
export function tellAt({ quiet, timeZone }: AlertChoices, kind: AlertKind, due: number): number {
  if (!quiet || quiet.from === quiet.until || quiet.except.includes(kind)) return due
  const local = Temporal.Instant.fromEpochMilliseconds(due).toZonedDateTimeISO(timeZone)
  const minute = local.hour * 60 + local.minute
  const { from, until } = quiet
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until
  if (!isQuiet) return due
  const end = local.withPlainTime({ hour: Math.floor(until / 60), minute: until % 60 })
  const next = Temporal.ZonedDateTime.compare(end, local) > 0 ? end : nextDay(local, until)
  return next.epochMilliseconds
}

const nextDay = (local: Temporal.ZonedDateTime, until: number): Temporal.ZonedDateTime =>
  local.add({ days: 1 }).withPlainTime({ hour: Math.floor(until / 60), minute: until % 60 })

/** Does the clock of the world know this zone? */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** What is needed to reach a channel, by its kind. */
export const NEEDED: Record<AlertChannelKind, readonly (keyof Target)[]> = {
  push: ['endpoint', 'p256dh', 'auth'],
  mail: [],
  ntfy: ['url'],
  gotify: ['url', 'token'],
  telegram: ['token', 'room'],
  matrix: ['url', 'token', 'room'],
}

/** What may be there besides. */
export const POSSIBLE: Partial<Record<AlertChannelKind, readonly (keyof Target)[]>> = {
  ntfy: ['token'],
  telegram: ['url'],
}

export interface Target {
  endpoint?: string
  p256dh?: string
  auth?: string
  url?: string
  token?: string
  room?: string
}
