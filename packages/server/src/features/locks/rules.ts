import {
  ACTION_OPTION,
  ACTIONS_BY_TYPE,
  type Changes,
  LOCK_ACTION,
  type LockCapability,
  OPENER_ACTION,
  type OperationType,
  SERVER_STATE,
  SmartlockLabels,
  type SmartlockType,
} from '@latchwork/contract'
import type { Principal } from '../../platform/context.ts'
import type { LabelColumns, ServedColumns } from '../../schema/smartlocks.ts'

/** Type digit before the device id, read as hex; type 0 has no prefix (D19). */
export const smartlockIdOf = (type: SmartlockType, deviceId: string): number =>
  type * 0x1_0000_0000 + Number.parseInt(deviceId, 16)

/** The full lock of the device protocol; the API has it as an option of locking. */
const FULL_LOCK = 6

/** The actions a lock knows, as the API numbers them: by its own word, or by its type (6.6, D61). */
export const actionsOf = (type: SmartlockType, told: LockCapability | undefined): number[] =>
  told
    ? ACTIONS_BY_TYPE[type].filter((action) => told.actions.includes(asToldBy(type, action)))
    : [...ACTIONS_BY_TYPE[type]]

/** Devices number continuous mode of an opener from 4 on, the API from 6 on. */
const asToldBy = (type: SmartlockType, action: number) =>
  type === 2 && action > OPENER_ACTION.open ? action - 2 : action

/** Which options it takes with them. */
export function optionsOf(type: SmartlockType, told: LockCapability | undefined): number[] {
  const { force, fullLock } = ACTION_OPTION
  // An opener numbers another action like locking.
  const canLock = type !== 2 && ACTIONS_BY_TYPE[type].includes(LOCK_ACTION.lock)
  const takesFull = told ? told.actions.includes(FULL_LOCK) : canLock
  const takesForce = told ? told.force === true : true
  return [
    0,
    ...(takesForce ? [force] : []),
    ...(takesFull ? [fullLock] : []),
    ...(takesForce && takesFull ? [force | fullLock] : []),
  ]
}

/** Does this device know the action, with this option? */
export const canRun = (
  type: SmartlockType,
  told: LockCapability | undefined,
  { action, option }: { action: number; option: number },
): boolean =>
  actionsOf(type, told).includes(action) && (told === undefined || optionsOf(type, told).includes(option))

/** Everything but locking may let somebody in. */
export const opens = (type: number, action: number): boolean =>
  type === 2 ? true : action !== LOCK_ACTION.lock

/** Full lock only makes sense when locking (D61). */
export const optionFits = (action: number, option: number): boolean =>
  (option & ACTION_OPTION.fullLock) === 0 || action === LOCK_ACTION.lock

/** Only a lock that is connected right now takes actions (D25). */
export const isOnline = (serverState: number): boolean => serverState === SERVER_STATE.ok

const STALE_AFTER_MS = 24 * 60 * 60 * 1000

/** What a lock said last may no longer be true when it has been silent for so long, connected or not. */
export const isStale = (lastSeenAt: number | null, now: number): boolean =>
  lastSeenAt !== null && now - lastSeenAt > STALE_AFTER_MS

/** When it will be stale if it stays silent; never, if it is so already. */
export const staleAt = (lastSeenAt: number | null, now: number): number =>
  lastSeenAt === null || isStale(lastSeenAt, now) ? Number.POSITIVE_INFINITY : lastSeenAt + STALE_AFTER_MS + 1

/** Log entries of a Box carry device type 0 (4.16). */
export const logDeviceType = (type: number): number => (type === 1 ? 0 : type)

/** Log trigger of movements that were ordered through a service (6.8). */
const REMOTE = 4

/** Log actions that move something (6.8). */
const MOVEMENTS = 7

/** What is wrong with a movement that the lock says was ordered through us. */
export type MovementWarning = 'rogueAction' | 'lateAction'

/**
 * A remote movement that matches no order of ours was made by somebody else, or by a stale copy of an order; one that
 * matches an order we had given up as surely not run did run after all. `order` is its status, if it is ours.
 */
export function judgeMovement(
  event: { action: number; trigger: number; result: number },
  order: string | undefined,
): MovementWarning | undefined {
  const isMovement = event.action >= 1 && event.action <= MOVEMENTS && event.result === 0
  if (!isMovement || event.trigger !== REMOTE) return undefined
  if (order === undefined) return 'rogueAction'
  return order === 'expired' || order === 'cancelled' ? 'lateAction' : undefined
}

/** From this minor version on devices name the memory that states and events are numbered in. */
const NAMES_EPOCH = 2

/**
 * Does a number count in the memory that the lock has now? Numbers start again when memory is lost, so words of before
 * would otherwise pass for news. A lock that has never announced itself has no memory to mistake.
 */
export const isOfMemory = (
  lock: { epoch: string | null; protocol_minor: number },
  epoch: string | undefined,
): boolean =>
  epoch === undefined ? lock.protocol_minor < NAMES_EPOCH : lock.epoch === null || lock.epoch === epoch

/** From this minor version on devices say what became of a command. */
const ANSWERS_QUESTIONS = 4

export const canBeAsked = (lock: { protocol_minor: number }): boolean =>
  lock.protocol_minor >= ANSWERS_QUESTIONS

/** What is to be believed of an event by its number. */
export type EventVerdict = 'next' | 'duplicate' | 'gap'

/** Events are numbered without gaps; anything but the next one is not applied, so per-lock order always holds. */
export function judgeEvent(lastApplied: number, seq: number): EventVerdict {
  if (seq <= lastApplied) return 'duplicate'
  return seq === lastApplied + 1 ? 'next' : 'gap'
}

/**
 * The last event that counts as applied when a device announces itself: within the same memory where we were, unless
 * the device no longer holds what we miss; with a new memory everything it holds is new.
 */
export function resumeEventsAt(
  known: { epoch: string | null; eventSeq: number },
  announced: { epoch: string; oldest: number },
): number {
  const heldFrom = Math.max(announced.oldest - 1, 0)
  return known.epoch === announced.epoch ? Math.max(known.eventSeq, heldFrom) : heldFrom
}

/**
 * How many events are gone for good when a device announces itself: numbers that we never got, and that it cannot send any
 * more because its memory was full. Of a lock that was never here before nobody waited for any.
 */
export function countLostEvents(
  known: { epoch: string | null; eventSeq: number },
  announced: { epoch: string; oldest: number },
): number {
  if (known.epoch === null) return 0
  const applied = known.epoch === announced.epoch ? known.eventSeq : 0
  return Math.max(announced.oldest - 1 - applied, 0)
}

/** The parts of a lock that are declared rather than commanded; `sync` asks for nothing but a report. */
export type Section = 'config' | 'advanced' | 'pin' | 'sync' | 'pairings'

/** The advanced configuration by what it is called in calls and answers (D49). */
export interface AdvancedKind {
  readonly operation: Extract<OperationType, 'advancedConfig' | 'openerConfig' | 'smartdoorConfig'>
  readonly field: 'advancedConfig' | 'openerAdvancedConfig' | 'smartdoorAdvancedConfig'
}

const LOCK: AdvancedKind = { operation: 'advancedConfig', field: 'advancedConfig' }
const OPENER: AdvancedKind = { operation: 'openerConfig', field: 'openerAdvancedConfig' }
const SMART_DOOR: AdvancedKind = { operation: 'smartdoorConfig', field: 'smartdoorAdvancedConfig' }

/** Which advanced configuration a type of device has; a Box has none (4.7). */
export function advancedKindOf(type: number): AdvancedKind | undefined {
  if (type === 2) return OPENER
  if (type === 3) return SMART_DOOR
  return type === 1 ? undefined : LOCK
}

/** Of lists: only the locks a token is limited to (D119). */
export const onlyTheirs = ({ limits }: Pick<Principal, 'limits'>) =>
  limits ? { smartlockIds: limits.smartlockIds } : {}

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What an account sets about a lock, from the contract, with its columns: a field more needs no line here. */
const LABELS = Object.entries(SmartlockLabels.properties).map(([field, schema]) => ({
  field: field as keyof SmartlockLabels,
  column: columnOf(field) as keyof LabelColumns,
  isYesOrNo: schema.type === 'boolean',
}))

/** As the API shows it; what was never set is left out. */
export function labelsOf(row: LabelColumns): SmartlockLabels {
  const labels: Record<string, unknown> = {}
  for (const { field, column, isYesOrNo } of LABELS) {
    const value = row[column]
    if (value !== null) labels[field] = isYesOrNo ? value === 1 : value
  }
  return labels as SmartlockLabels
}

/** As it is stored; what is null or left out stays as it is (D8). */
export function columnsOf(changes: Changes<SmartlockLabels>): Partial<LabelColumns> {
  const columns: Record<string, unknown> = {}
  for (const { field, column, isYesOrNo } of LABELS) {
    const value = changes[field]
    if (value != null) columns[column] = isYesOrNo ? Number(value) : value
  }
  return columns as Partial<LabelColumns>
}

/** What a lock says it can do; undefined for one that is known by its type. */
export const toldCapability = ({
  capability,
}: Pick<ServedColumns, 'capability'>): LockCapability | undefined =>
  capability === null ? undefined : (JSON.parse(capability) as LockCapability)

/** What holds for a lock where nobody has decided: promises that it cannot keep are not made for it (D144, D145). */
export const switchesOf = (row: ServedColumns & LabelColumns) => ({
  remoteUnlock:
    row.remote_unlock === null ? toldCapability(row)?.expiry.by !== 'none' : row.remote_unlock === 1,
  removeUngranted: row.remove_ungranted === null ? row.gateway_id === null : row.remove_ungranted === 1,
})
