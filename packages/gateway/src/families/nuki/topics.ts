import type { Happening, LockSight } from '../../family.ts'

/** The topics and numbers of the maker's MQTT specification (1.5). */

const NUKI_ID = /^[0-9A-F]{8}$/

/** Eight digits, as printed on the lock; nuki_hub leaves leading zeros out. Undefined: no id of a lock. */
export function nukiIdOf(text: string): string | undefined {
  const id = text.toUpperCase().padStart(8, '0')
  return NUKI_ID.test(id) && text.length > 0 ? id : undefined
}

/** A lock logs in by its id, whatever the letters; a hub by the first part of its topics. */
export const loginOf = (username: string): string =>
  NUKI_ID.test(username.toUpperCase()) ? username.toUpperCase() : username

/** The topics that a login may use. */
export const treeOf = (login: string): string => (NUKI_ID.test(login) ? `nuki/${login}` : login)

/** What a lock says of itself, and what a broker may keep of it. */
export const STATE_TOPICS: ReadonlySet<string> = new Set([
  'deviceType',
  'name',
  'firmware',
  'mode',
  'state',
  'batteryCritical',
  'batteryChargeState',
  'batteryCharging',
  'keypadBatteryCritical',
  'doorsensorState',
  'doorsensorBatteryCritical',
  'ringactionTimestamp',
  'serverConnected',
  'timestamp',
  'connected',
])

export interface OfficialTopic {
  readonly id: string
  /** As the lock itself spells it. */
  readonly spelled: string
  readonly leaf: string
}

export function officialTopicOf(topic: string): OfficialTopic | undefined {
  const [root, spelled, leaf, ...more] = topic.split('/')
  if (root !== 'nuki' || !spelled || !leaf || more.length > 0) return undefined
  const id = nukiIdOf(spelled)
  return id === undefined ? undefined : { id, spelled, leaf }
}

/** Nothing that is not a plain number. */
export function wholeOf(text: string, most = 0xffff_ffff): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined
  const value = Number(text)
  return value <= most ? value : undefined
}

const BOLTS: Readonly<Record<number, LockSight['bolt']>> = {
  1: 'locked',
  2: 'unlocking',
  3: 'unlocked',
  4: 'locking',
  5: 'unlatched',
  // Lock 'n' go: unlocked for a while.
  6: 'unlocked',
  7: 'unlocking',
  254: 'jammed',
}
export const boltOf = (state: number): LockSight['bolt'] => BOLTS[state] ?? 'unknown'

const DOORS: Readonly<Record<number, NonNullable<LockSight['door']>>> = { 2: 'closed', 3: 'open' }
/** Undefined: there is no sensor, or it is switched off. */
export const doorOf = (sensor: number): LockSight['door'] =>
  sensor <= 1 ? undefined : (DOORS[sensor] ?? 'unknown')

/** 240: somebody took it off the door. */
export const DOOR_TAMPERED = 240

/** Unlock, lock, unlatch, lock 'n' go with and without unlatching, full lock: numbered as in LDP/1. */
export const ACTIONS: readonly number[] = [1, 2, 3, 4, 5, 6]

/** The states in which an action has come to its end, or has at least done what it was ordered for. */
export const ENDS: Readonly<Record<number, readonly number[]>> = {
  1: [3],
  2: [1],
  3: [5],
  4: [6],
  5: [5, 6],
  6: [1],
}

/** Errors of the lock (BLE numbering). */
export const ERROR = { motorBlocked: 0x42, busy: 0x45 } as const

const DEEDS: Readonly<Record<number, Happening['what']>> = {
  1: 'unlocked',
  2: 'locked',
  3: 'unlatched',
  4: 'unlocked',
  5: 'unlatched',
  6: 'locked',
}

/** Who wanted an action that the lock announces. */
export interface ActionEvent {
  readonly what: Happening['what']
  readonly by: Happening['by']
  /** The lock's own number of the code or finger. */
  readonly codeId?: number
}

const BY_TRIGGER: Readonly<Record<number, Happening['by']>> = {
  1: 'manual',
  2: 'manual',
  3: 'auto',
  6: 'auto',
  171: 'radio',
  172: 'radio',
}
const FINGERPRINT = 2

/** Five numbers: action, trigger, authorization, code, and what else there is to say. Undefined: nothing will move. */
export function actionEventOf(payload: string): ActionEvent | undefined {
  const parts = payload.split(',')
  const [action, trigger, , codeId, extra] = parts.map((part) => wholeOf(part.trim()))
  const what = action === undefined ? undefined : DEEDS[action]
  if (parts.length !== 5 || what === undefined || trigger === undefined) return undefined
  if (codeId !== undefined && codeId > 0 && codeId <= 0xffff)
    return { what, by: extra === FINGERPRINT ? 'fingerprint' : 'keypad', codeId }
  return { what, by: BY_TRIGGER[trigger] ?? 'unknown' }
}
