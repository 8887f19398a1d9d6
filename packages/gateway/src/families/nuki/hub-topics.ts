import type { Happening } from '../../family.ts'
import { nukiIdOf } from './topics.ts'

/** The topics, words and JSON of nuki_hub (9.x), read with suspicion: anybody may be at the other end. */

export const STATES: ReadonlyMap<string, number> = new Map([
  ['uncalibrated', 0],
  ['locked', 1],
  ['unlocking', 2],
  ['unlocked', 3],
  ['locking', 4],
  ['unlatched', 5],
  ['unlockedLnga', 6],
  ['unlatching', 7],
  ['motorBlocked', 254],
  ['undefined', 255],
])

export const DOORS: ReadonlyMap<string, 'open' | 'closed' | 'unknown'> = new Map([
  ['doorClosed', 'closed'],
  ['doorOpened', 'open'],
  ['doorStateUnknown', 'unknown'],
  ['tampered', 'unknown'],
])

/** Actions as LDP/1 numbers them. */
export const ACTION_WORDS: ReadonlyMap<number, string> = new Map([
  [1, 'unlock'],
  [2, 'lock'],
  [3, 'unlatch'],
  [4, 'lockNgo'],
  [5, 'lockNgoUnlatch'],
  [6, 'fullLock'],
])

/** One code of the list. Dates are as the lock's clock shows them. */
export interface ListedCode {
  readonly codeId: number
  readonly name: string
  readonly isEnabled: boolean
  readonly digits?: string
  readonly window: LockWindow
}

/** The members of a window, in the words of the hub, or that there is none. */
export interface LockWindow {
  readonly timeLimited: number
  readonly allowedFrom?: string
  readonly allowedUntil?: string
  readonly allowedWeekdays?: readonly string[]
  readonly allowedFromTime?: string
  readonly allowedUntilTime?: string
}

const MOST_LISTED = 300
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export type Members = Readonly<Record<string, unknown>>

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
/** Undefined: no list. */
export const jsonListOf = (text: string): unknown[] | undefined => {
  const list = jsonOf(text)
  return Array.isArray(list) ? list : undefined
}
/** Undefined: no object. */
export const jsonMembersOf = (text: string): Members | undefined => membersOf(jsonOf(text))
export const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
export const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 64) : undefined)
export const numberOf = (value: unknown, most: number) => {
  const number = typeof value === 'string' ? Number(value) : value
  return Number.isInteger(number) && (number as number) >= 0 && (number as number) <= most
    ? (number as number)
    : undefined
}

/** Undefined: no list at all, as when the buffer of the hub was too small for it. */
export function codesOf(text: string): ListedCode[] | undefined {
  const list = jsonListOf(text)
  return list?.slice(0, MOST_LISTED).flatMap((raw) => codeOf(membersOf(raw)) ?? [])
}

function codeOf(raw: Members | undefined): ListedCode | undefined {
  const codeId = numberOf(raw?.codeId, 0xffff)
  const name = textOf(raw?.name)
  if (!raw || codeId === undefined || name === undefined) return undefined
  const digits = numberOf(raw.code, 999_999)
  return {
    codeId,
    name,
    isEnabled: numberOf(raw.enabled, 1) === 1,
    ...(digits !== undefined && digits > 0 && { digits: String(digits) }),
    window: {
      timeLimited: numberOf(raw.timeLimited, 1) ?? 0,
      allowedFrom: textOf(raw.allowedFrom) ?? '',
      allowedUntil: textOf(raw.allowedUntil) ?? '',
      allowedWeekdays: Array.isArray(raw.allowedWeekdays)
        ? WEEKDAYS.filter((day) => (raw.allowedWeekdays as unknown[]).includes(day))
        : [],
      allowedFromTime: textOf(raw.allowedFromTime) ?? '',
      allowedUntilTime: textOf(raw.allowedUntilTime) ?? '',
    },
  }
}

export interface HubAbout {
  readonly id: string
  readonly name?: string
  readonly firmware?: string
  readonly hasKeypad: boolean
}

export function aboutOf(text: string): HubAbout | undefined {
  const raw = membersOf(jsonOf(text))
  const id = nukiIdOf(textOf(raw?.nukiID) ?? '')
  if (!raw || id === undefined) return undefined
  const [name, firmware] = [textOf(raw.name), textOf(raw.firmwareVersion)]
  const isOn = (value: unknown) => value === true || numberOf(value, 1) === 1
  return {
    id,
    ...(name && { name }),
    ...(firmware && { firmware }),
    hasKeypad: isOn(raw.hasKeypad) || isOn(raw.hasKeypadV2),
  }
}

export function batteryOf(text: string): { percent: number; isCritical: boolean } | undefined {
  const raw = membersOf(jsonOf(text))
  const percent = numberOf(raw?.level, 100)
  return percent === undefined ? undefined : { percent, isCritical: numberOf(raw?.critical, 1) === 1 }
}

const CLOCK = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/

/** What the lock's clock shows, as if it ran in UTC. */
export function clockOf(text: string): number | undefined {
  const parts = CLOCK.exec(textOf(membersOf(jsonOf(text))?.currentTime) ?? '')
  const instant = parts ? Date.parse(`${parts[1]}T${parts[2]}Z`) : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}

const LOGGED: ReadonlyMap<string, Happening['what']> = new Map([
  ['Unlock', 'unlocked'],
  ['Lock', 'locked'],
  ['Unlatch', 'unlatched'],
  ['LockNgo', 'unlocked'],
  ['LockNgoUnlatch', 'unlatched'],
  ['FullLock', 'locked'],
  ['ActivateRTO', 'rtoOn'],
  ['DeactivateRTO', 'rtoOff'],
  ['ElectricStrikeActuation', 'unlatched'],
  ['ActivateCM', 'cmOn'],
  ['DeactivateCM', 'cmOff'],
  ['DoorOpened', 'doorOpened'],
  ['DoorClosed', 'doorClosed'],
])
const TRIGGERS: ReadonlyMap<string, Happening['by']> = new Map([
  ['system', 'radio'],
  ['manual', 'manual'],
  ['button', 'manual'],
  ['automatic', 'auto'],
  ['autoLock', 'auto'],
  ['code', 'keypad'],
  ['arrowkey', 'keypad'],
  ['fingerprint', 'fingerprint'],
])

/** One line of the lock's log, with the number of the code that was used. */
export function loggedOf(text: string): { happening: Happening; codeId?: number } | undefined {
  const raw = membersOf(jsonOf(text))
  const number = numberOf(raw?.index, 0xffff_ffff)
  const what = LOGGED.get(textOf(raw?.action) ?? '')
  if (!raw || number === undefined || what === undefined) return undefined
  const isDoor = what === 'doorOpened' || what === 'doorClosed'
  const by = isDoor ? 'unknown' : (TRIGGERS.get(textOf(raw.trigger) ?? '') ?? 'unknown')
  const status = textOf(raw.completionStatus)
  const codeId = numberOf(raw.codeId, 0xffff)
  const told = codeId ? { codeId } : {}
  if (status === 'notAuthorized' || status === 'invalidCode')
    return { happening: { what: 'denied', by: 'keypad', number }, ...told }
  if (status === 'motorBlocked') return { happening: { what: 'jammed', by, number }, ...told }
  if (status !== undefined && status !== 'success' && !isDoor) return undefined
  return { happening: { what, by, number }, ...told }
}
