import type { Happening, LockSight } from '../../../family.ts'
import { boltOf, doorOf } from '../topics.ts'

/** What the service says, as far as it makes sense: it is a stranger, and what nobody knows is dropped. */

type Members = Record<string, unknown>

const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined

const whole = (value: unknown, most: number): number | undefined =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
    ? (value as number)
    : undefined

const ID = /^[0-9a-zA-Z_-]{1,64}$/
const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && ID.test(value) ? value : undefined

const instantOf = (value: unknown): number | undefined => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(at) && at >= 0 ? at : undefined
}

/** Nobody's list is longer than this. */
const MOST_LISTED = 50_000

/** Undefined: no list at all. Members that make no sense are left out. */
export function listOf<T>(value: unknown, read: (one: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length > MOST_LISTED) return undefined
  return value.flatMap((one) => read(one) ?? [])
}

/** A lock of the account. */
export interface WebLock {
  readonly id: number
  readonly key: string
  readonly name?: string
  readonly firmware?: string
  readonly state: number
  readonly sight: LockSight
  readonly isOnline: boolean
  readonly hasKeypad: boolean
}

/** Smart locks: boxes and openers are other things. */
const LOCK_TYPES: ReadonlySet<number> = new Set([0, 3, 4, 5])
const DEVICE_IDS = 2 ** 32

export function lockOf(value: unknown): WebLock | undefined {
  const raw = membersOf(value)
  const id = whole(raw?.smartlockId, 6 * DEVICE_IDS)
  if (!raw || id === undefined || !LOCK_TYPES.has(whole(raw.type, 255) ?? 255)) return undefined
  const config = membersOf(raw.config)
  const told = membersOf(raw.state)
  const state = whole(told?.state, 255) ?? 255
  const [percent, door] = [whole(told?.batteryCharge, 100), doorOf(whole(told?.doorState, 255) ?? 0)]
  const version = whole(raw.firmwareVersion, 0xff_ffff)
  return {
    id,
    // The type is before the id of the device, eight digits: as the lock itself spells it on its other ways.
    key: `nuki:${(id % DEVICE_IDS).toString(16).toUpperCase().padStart(8, '0')}`,
    ...(typeof raw.name === 'string' && raw.name !== '' && { name: raw.name }),
    ...(version && { firmware: [version >> 16, (version >> 8) & 0xff, version & 0xff].join('.') }),
    state,
    sight: {
      bolt: boltOf(state),
      ...(door && { door }),
      ...(percent !== undefined && { battery: { percent, isCritical: told?.batteryCritical === true } }),
    },
    isOnline: raw.serverState === 0,
    hasKeypad: config?.keypadPaired === true || config?.keypad2Paired === true,
  }
}

/** When a code holds: dates in milliseconds, days as bits, minutes of the day. Without limits everything is left out. */
export interface WebWindow {
  readonly fromDate?: number
  readonly untilDate?: number
  readonly weekDays?: number
  readonly fromTime?: number
  readonly untilTime?: number
}

/** A keypad code of one lock. */
export interface WebCode {
  readonly id: string
  readonly lockId: number
  /** The lock's own number of it, once it has one. */
  readonly codeId: number
  readonly name: string
  readonly digits?: string
  readonly isEnabled: boolean
  /** Nothing of it is on its way to the lock. */
  readonly isSettled: boolean
  readonly updated?: string
  readonly personId?: number
  /** Undefined: it says something about its times that cannot be understood. */
  readonly window: WebWindow | undefined
}

const KEYPAD_CODE = 13
/** One that has no number yet is younger than all that have. */
const NO_NUMBER = 0x1_0000

export function codeOf(value: unknown): WebCode | undefined {
  const raw = membersOf(value)
  const [id, lockId] = [idOf(raw?.id), whole(raw?.smartlockId, 6 * DEVICE_IDS)]
  if (!raw || id === undefined || lockId === undefined || raw.type !== KEYPAD_CODE) return undefined
  const digits = whole(raw.code, 999_999_999)
  const personId = whole(raw.accountUserId, Number.MAX_SAFE_INTEGER)
  return {
    id,
    lockId,
    codeId: whole(raw.authId, 0xffff) ?? NO_NUMBER + (Number.parseInt(id.slice(-4), 16) || 0),
    name: typeof raw.name === 'string' ? raw.name.slice(0, 255) : '',
    ...(digits !== undefined && { digits: String(digits) }),
    isEnabled: raw.enabled !== false,
    // A service like ours also says whether the lock has it; that of the maker lists what the lock has told.
    isSettled: (raw.operationId ?? null) === null && (raw.syncState ?? 'synced') === 'synced',
    ...(typeof raw.updateDate === 'string' && { updated: raw.updateDate.slice(0, 64) }),
    ...(personId && { personId }),
    window: windowOf(raw),
  }
}

/** A limit that is there and cannot be read must not become no limit. */
function windowOf(raw: Members): WebWindow | undefined {
  const members = {
    fromDate: [raw.allowedFromDate, instantOf(raw.allowedFromDate)],
    untilDate: [raw.allowedUntilDate, instantOf(raw.allowedUntilDate)],
    weekDays: [raw.allowedWeekDays, whole(raw.allowedWeekDays, 127)],
    fromTime: [raw.allowedFromTime, whole(raw.allowedFromTime, 1440)],
    untilTime: [raw.allowedUntilTime, whole(raw.allowedUntilTime, 1440)],
  } as const
  const window: Record<string, number> = {}
  for (const [member, [said, read]] of Object.entries(members)) {
    if (said === undefined || said === null) continue
    if (read === undefined) return undefined
    window[member] = read
  }
  return plainWindow(window)
}

const EVERY_DAY = 127
const MINUTES_OF_A_DAY = 1440

const wholeSecond = (at: number) => Math.floor(at / 1000) * 1000

/** Equal windows are equal: what limits nothing is left out. */
export function plainWindow({ fromDate, untilDate, weekDays, fromTime, untilTime }: WebWindow): WebWindow {
  const from = (fromTime ?? 0) % MINUTES_OF_A_DAY
  const until = (untilTime ?? 0) % MINUTES_OF_A_DAY
  return {
    ...(fromDate !== undefined && { fromDate: wholeSecond(fromDate) }),
    ...(untilDate !== undefined && { untilDate: wholeSecond(untilDate) }),
    ...(weekDays && weekDays !== EVERY_DAY && { weekDays }),
    ...((from !== 0 || until !== 0) && { fromTime: from, untilTime: until }),
  }
}

/** One line of the log. */
export interface WebLogEntry {
  readonly id: string
  readonly lockId: number
  readonly at: number
  /** As the order has it. */
  readonly action: number
  readonly isDone: boolean
  /** The id of the code that was used. */
  readonly rightId?: string
  readonly happening?: Happening
}

const DEEDS: Readonly<Record<number, Happening['what']>> = {
  1: 'unlocked',
  2: 'locked',
  3: 'unlatched',
  4: 'unlocked',
  5: 'unlatched',
  240: 'doorOpened',
  241: 'doorClosed',
}
const BY: Readonly<Record<number, Happening['by']>> = {
  0: 'radio',
  1: 'manual',
  2: 'manual',
  3: 'auto',
  4: 'radio',
  5: 'radio',
  6: 'auto',
  255: 'keypad',
}
const RESULT = { done: 0, motorBlocked: 1, wrongCode: 224, wrongFinger: 225 } as const
const FINGERPRINT = 2

export function logEntryOf(value: unknown): WebLogEntry | undefined {
  const raw = membersOf(value)
  const [id, lockId, at] = [idOf(raw?.id), whole(raw?.smartlockId, 6 * DEVICE_IDS), instantOf(raw?.date)]
  const action = whole(raw?.action, 255)
  if (!raw || id === undefined || lockId === undefined || at === undefined || action === undefined)
    return undefined
  const rightId = idOf(raw.authId)
  const happening = happeningOf(
    action,
    whole(raw.trigger, 255),
    whole(raw.source, 255),
    whole(raw.state, 255),
  )
  return {
    id,
    lockId,
    at,
    action,
    isDone: raw.state === RESULT.done,
    ...(rightId && { rightId }),
    ...(happening && { happening }),
  }
}

function happeningOf(action: number, trigger = 0, source = 0, state = 0): Happening | undefined {
  const what = DEEDS[action]
  const isKeypad = BY[trigger] === 'keypad'
  const by = isKeypad && source === FINGERPRINT ? 'fingerprint' : (BY[trigger] ?? 'unknown')
  if (state === RESULT.wrongCode) return { what: 'denied', by: 'keypad' }
  if (state === RESULT.wrongFinger) return { what: 'denied', by: 'fingerprint' }
  if (what === undefined) return undefined
  if (what === 'doorOpened' || what === 'doorClosed') return { what, by: 'unknown' }
  if (state === RESULT.motorBlocked) return { what: 'jammed', by }
  return state === RESULT.done ? { what, by } : undefined
}
