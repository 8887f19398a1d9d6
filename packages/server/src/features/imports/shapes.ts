import type { AccessWindow } from '@latchwork/access-window'
import {
  LANGUAGES,
  type Language,
  SmartlockConfig,
  SmartlockLog,
  type SmartlockType,
} from '@latchwork/contract'
import { Value } from 'typebox/value'

/**
 * What another service says, as far as it makes sense. Whatever it is, it is a stranger: every text is cut or refused by
 * its length, every number by its range, and what nobody knows is dropped.
 */

type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const integer = (value: unknown, min: number, max: number): number | undefined =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max
    ? (value as number)
    : undefined

/** No store keeps the character 0, and other control characters have no business in a name. */
export const text = (value: unknown, maxLength: number): string | undefined => {
  if (typeof value !== 'string') return undefined
  // Cut first: a name of ten megabytes would be looked through sign by sign.
  const plain = value
    .slice(0, 2 * maxLength)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .toWellFormed()
  return plain === '' ? undefined : [...plain].slice(0, maxLength).join('')
}

export const date = (value: unknown): number | undefined => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(at) && at >= 0 && at < 0xffff_ffff_ffff ? at : undefined
}

const INT32 = 2_147_483_647

/** A name that a device can hold, and whether it lost something. */
const NAME_LENGTH = 32

export interface SourceLock {
  id: number
  type: SmartlockType
  name: string
  isNameCut: boolean
  isFavorite: boolean
  /** As it is stored: only members that are as they should be. */
  config: string | null
  firmwareVersion: number | null
  hardwareVersion: number | null
}

export function readLock(value: unknown): SourceLock | undefined {
  if (!isFields(value)) return undefined
  const id = integer(value.smartlockId, 0, Number.MAX_SAFE_INTEGER)
  const type = integer(value.type, 0, 5)
  if (id === undefined || type === undefined) return undefined
  const whole = text(value.name, 255)
  const name = text(value.name, NAME_LENGTH) ?? `Lock ${id.toString(16).toUpperCase()}`
  return {
    id,
    type: type as SmartlockType,
    name,
    isNameCut: whole !== undefined && whole !== name,
    isFavorite: value.favorite === true,
    config: isFields(value.config) ? JSON.stringify(soundConfig(value.config, name)) : null,
    firmwareVersion: integer(value.firmwareVersion, 0, INT32) ?? null,
    hardwareVersion: integer(value.hardwareVersion, 0, INT32) ?? null,
  }
}

/** What the interface requires of a configuration, where the other side left it out. */
const CONFIG_DEFAULTS = {
  latitude: 0,
  longitude: 0,
  timezoneOffset: 0,
  singleLock: false,
  advertisingMode: 0,
  timezoneId: 65_535,
}

function soundConfig(config: Fields, name: string): Fields {
  const sound = Object.entries(SmartlockConfig.properties).filter(
    ([field, schema]) => field !== 'operationId' && Value.Check(schema, config[field]) && field in config,
  )
  const told = Object.fromEntries(sound.map(([field]) => [field, config[field]]))
  return { ...CONFIG_DEFAULTS, ...told, name: text(told.name, NAME_LENGTH) ?? name }
}

export interface SourcePerson {
  id: number
  name: string
  email: string | undefined
  type: 0 | 1
  language: Language | undefined
}

const MAIL = /^[^\s@\p{Cc}]{1,128}@[^\s@\p{Cc}]{1,125}$/u

export function readPerson(value: unknown): SourcePerson | undefined {
  if (!isFields(value)) return undefined
  const id = integer(value.accountUserId, 1, Number.MAX_SAFE_INTEGER)
  if (id === undefined) return undefined
  const email = typeof value.email === 'string' && MAIL.test(value.email) ? value.email : undefined
  return {
    id,
    name: text(value.name, 255) ?? email ?? `Person ${id}`,
    email,
    type: value.type === 1 ? 1 : 0,
    language: LANGUAGES.find((language) => language === value.language),
  }
}

export interface SourceAddress {
  id: number
  name: string
  smartlockIds: number[]
  timeZone: string | undefined
  checkInTime: number | undefined
  checkOutTime: number | undefined
}

/** Locks of one address (4.21). */
const MOST_LOCKS = 500

const lockIds = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [])
    .flatMap((id) => integer(id, 0, Number.MAX_SAFE_INTEGER) ?? [])
    .slice(0, MOST_LOCKS)

const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export function readAddress(value: unknown): SourceAddress | undefined {
  if (!isFields(value)) return undefined
  const id = integer(value.addressId, 0, Number.MAX_SAFE_INTEGER)
  const name = text(value.name, 255)
  if (id === undefined || name === undefined) return undefined
  const timeZone = text(value.timeZone, 64)
  return {
    id,
    name,
    smartlockIds: lockIds(value.smartlockIds),
    timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined,
    checkInTime: integer(value.checkInTime, 0, 1439),
    checkOutTime: integer(value.checkOutTime, 0, 1439),
  }
}

export interface SourceUnit {
  id: string
  name: string
  smartlockIds: number[]
}

/** Ids are texts of the other side, used as keys and as parts of addresses. */
const ID = /^[0-9a-zA-Z_-]{1,64}$/
export const idText = (value: unknown): string | undefined =>
  typeof value === 'string' && ID.test(value) ? value : undefined

export function readUnit(value: unknown): SourceUnit | undefined {
  if (!isFields(value)) return undefined
  const id = idText(value.id)
  const name = text(value.name, 255)
  return id === undefined || name === undefined
    ? undefined
    : { id, name, smartlockIds: lockIds(value.smartlockIds) }
}

export interface SourceRight {
  id: string
  type: number
  name: string
  code: number | undefined
  isEnabled: boolean
  /** Undefined: it says something about when it is valid that cannot be understood. */
  window: AccessWindow | undefined
  personId: number | undefined
  /** The plan that gave it. */
  planId: string | undefined
}

/** Keypad codes that the interface knows, and other kinds of access. */
export const KEYPAD_CODE = 13

export function readRight(value: unknown): SourceRight | undefined {
  if (!isFields(value)) return undefined
  const id = idText(value.id)
  const type = integer(value.type, 0, 255)
  if (id === undefined || type === undefined) return undefined
  const name = text(value.name, 255) ?? `Code ${id.slice(-4)}`
  return {
    id,
    type,
    name,
    code: integer(value.code, 1, 999_999_999),
    isEnabled: value.enabled !== false,
    window: readWindow(value),
    personId: integer(value.accountUserId, 1, Number.MAX_SAFE_INTEGER),
    planId: idText(value.planId),
  }
}

/** A limit that is there and cannot be read must not become no limit: the code would be valid for ever. */
function readWindow(value: Fields): AccessWindow | undefined {
  const window: Fields = {}
  const readers: [keyof AccessWindow, unknown, number | undefined][] = [
    ['fromDate', value.allowedFromDate, date(value.allowedFromDate)],
    ['untilDate', value.allowedUntilDate, date(value.allowedUntilDate)],
    ['weekDays', value.allowedWeekDays, integer(value.allowedWeekDays, 0, 127)],
    ['fromTime', value.allowedFromTime, integer(value.allowedFromTime, 0, 1439)],
    ['untilTime', value.allowedUntilTime, integer(value.allowedUntilTime, 0, 1439)],
  ]
  for (const [field, said, read] of readers) {
    if (said === undefined || said === null) continue
    if (read === undefined) return undefined
    window[field] = read
  }
  return window as AccessWindow
}

export interface SourceLogEntry {
  id: string
  date: number
  name: string
  action: number
  trigger: number
  state: number
  isAutoUnlock: boolean
  source: number | null
  personId: number | undefined
  rightId: string | undefined
  /** As it is stored; of openers only. */
  openerLog: string | null
}

const OPENER_LOG = SmartlockLog.properties.openerLog

function readOpenerLog(value: unknown): string | null {
  if (!isFields(value) || !Value.Check(OPENER_LOG, value)) return null
  return JSON.stringify(
    Object.fromEntries(Object.keys(OPENER_LOG.properties).map((field) => [field, value[field as never]])),
  )
}

export function readLogEntry(value: unknown): SourceLogEntry | undefined {
  if (!isFields(value)) return undefined
  const id = idText(value.id)
  const at = date(value.date)
  const action = integer(value.action, 0, 255)
  if (id === undefined || at === undefined || action === undefined) return undefined
  return {
    id,
    date: at,
    name: text(value.name, 255) ?? '',
    action,
    trigger: integer(value.trigger, 0, 255) ?? 0,
    state: integer(value.state, 0, 255) ?? 0,
    isAutoUnlock: value.autoUnlock === true,
    source: integer(value.source, 0, 255) ?? null,
    personId: integer(value.accountUserId, 1, Number.MAX_SAFE_INTEGER),
    rightId: idText(value.authId),
    openerLog: readOpenerLog(value.openerLog),
  }
}
