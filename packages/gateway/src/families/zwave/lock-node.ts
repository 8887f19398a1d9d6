import type { LockSight } from '../../family.ts'
import { listOf, type Members, membersOf, textOf, wholeOf } from './frame.ts'

/** Command classes, by their numbers in the Z-Wave specification. */
export const CLASS = {
  doorLock: 98,
  userCode: 99,
  scheduleEntryLock: 78,
  configuration: 112,
  notification: 113,
  battery: 128,
  userCredential: 131,
  time: 138,
} as const

/** How the hub holds a node; asleep and awake do not occur with locks. */
export const STATUS = { unknown: 0, dead: 3, alive: 4 } as const

/** One value of a node, as the hub remembers it. */
export interface NodeValue {
  readonly commandClass: number
  readonly endpoint: number
  readonly property: string | number
  readonly key: string | number | undefined
  readonly value: unknown
}

/** What the hub knows of a lock. Nothing in it is proof: the hub remembers what was ordered as if it had happened. */
export interface LockNode {
  readonly nodeId: number
  /** Where the lock is within the node; 0 with nearly all. */
  readonly endpoint: number
  readonly isReady: boolean
  readonly status: number
  readonly isSecure: boolean
  readonly name: string | undefined
  readonly vendor: string | undefined
  readonly model: string | undefined
  readonly firmware: string | undefined
  readonly classes: ReadonlySet<number>
  /** The one length that all codes must have, of locks that have one. Read, and never changed: it would kill all codes. */
  readonly codeLength: number | undefined
  /** Slots by how the hub remembers them; one that it never saw is in it with undefined. */
  readonly rememberedSlots: ReadonlyMap<number, 'free' | 'used' | undefined>
  readonly sight: LockSight
}

const MOST_SLOTS = 1024

/** Undefined: no lock, or not to be understood. */
export function lockNodeOf(raw: unknown): LockNode | undefined {
  const node = membersOf(raw)
  const nodeId = wholeOf(node?.nodeId)
  if (!node || !nodeId || nodeId > 0xffff) return undefined
  const home = endpointWithLock(node)
  if (!home) return undefined
  const values = listOf(node.values).flatMap((value) => nodeValueOf(value) ?? [])
  const here = values.filter(({ endpoint }) => endpoint === home.endpoint)
  return {
    nodeId,
    endpoint: home.endpoint,
    isReady: node.ready === true,
    status: wholeOf(node.status) ?? STATUS.unknown,
    isSecure: node.isSecure === true,
    name: textOf(node.name, 64) || undefined,
    ...productOf(node),
    classes: home.classes,
    codeLength: codeLengthOf(listOf(node.values)),
    rememberedSlots: rememberedSlotsOf(here),
    sight: sightOf(values),
  }
}

function endpointWithLock(node: Members): { endpoint: number; classes: ReadonlySet<number> } | undefined {
  for (const raw of listOf(node.endpoints)) {
    const endpoint = membersOf(raw)
    const index = wholeOf(endpoint?.index)
    const classes = listOf(endpoint?.commandClasses).flatMap((entry) => wholeOf(membersOf(entry)?.id) ?? [])
    if (index !== undefined && classes.includes(CLASS.doorLock))
      return { endpoint: index, classes: new Set(classes) }
  }
  return undefined
}

/** Names from the hub's database of devices, where it knows the lock. */
function productOf(node: Members): Pick<LockNode, 'vendor' | 'model' | 'firmware'> {
  const config = membersOf(node.deviceConfig)
  return {
    vendor: textOf(config?.manufacturer, 64) ?? textOf(node.manufacturer, 64),
    model: textOf(config?.label, 64) ?? textOf(node.label, 64),
    firmware: textOf(node.firmwareVersion, 32),
  }
}

export function nodeValueOf(raw: unknown): NodeValue | undefined {
  const value = membersOf(raw)
  const commandClass = wholeOf(value?.commandClass)
  const property = nameOf(value?.property)
  if (!value || commandClass === undefined || property === undefined) return undefined
  return {
    commandClass,
    endpoint: wholeOf(value.endpoint) ?? 0,
    property,
    key: nameOf(value.propertyKey),
    value: 'newValue' in value ? value.newValue : value.value,
  }
}

const nameOf = (value: unknown) => wholeOf(value) ?? textOf(value, 64)

/** The database of devices calls it so with every lock that has one: Schlage's parameter 16. */
const CODE_LENGTH_LABEL = /\bcode\b.*\blength\b/i

function codeLengthOf(values: readonly unknown[]): number | undefined {
  for (const raw of values) {
    const members = membersOf(raw)
    if (members?.commandClass !== CLASS.configuration) continue
    const label = textOf(membersOf(members.metadata)?.label, 64)
    const length = wholeOf(members.value)
    if (label && CODE_LENGTH_LABEL.test(label) && length !== undefined && length >= 1 && length <= 10)
      return length
  }
  return undefined
}

/** Status 0 is free, 254 says that the lock does not tell; everything else is somebody's. */
function rememberedSlotsOf(values: readonly NodeValue[]): LockNode['rememberedSlots'] {
  const slots = new Map<number, 'free' | 'used' | undefined>()
  for (const { commandClass, property, key, value } of values) {
    const isStatus = commandClass === CLASS.userCode && property === 'userIdStatus'
    if (isStatus && typeof key === 'number' && key >= 1 && slots.size < MOST_SLOTS)
      slots.set(key, typeof value !== 'number' || value === 254 ? undefined : value === 0 ? 'free' : 'used')
  }
  return slots
}

function sightOf(values: readonly NodeValue[]): LockSight {
  return values.reduce((sight, value) => sightWith(sight, value) ?? sight, { bolt: 'unknown' } as LockSight)
}

/** The sight after this value; undefined when it shows nothing of the lock. */
export function sightWith(sight: LockSight, value: NodeValue): LockSight | undefined {
  if (value.commandClass === CLASS.doorLock) return sightWithDoorLock(sight, value)
  if (value.commandClass === CLASS.battery) return sightWithBattery(sight, value)
  if (value.commandClass !== CLASS.notification || value.property !== 'Access Control') return undefined
  if (value.key === 'Door state (simple)' || value.key === 'Door state') {
    const door = DOOR_STATES.get(wholeOf(value.value) ?? 0)
    return door && { ...sight, door }
  }
  return value.key === 'Lock state' && value.value === JAMMED ? { ...sight, bolt: 'jammed' } : undefined
}

/** The state that a lock tells when its bolt is stuck. */
export const JAMMED = 11
const DOOR_STATES: ReadonlyMap<number, 'open' | 'closed'> = new Map([
  [22, 'open'],
  [23, 'closed'],
])

function sightWithDoorLock(sight: LockSight, { property, value }: NodeValue): LockSight | undefined {
  if (property === 'currentMode') return { ...sight, bolt: boltOf(value) }
  if (property === 'doorStatus' && (value === 'open' || value === 'closed')) return { ...sight, door: value }
  return undefined
}

const BATTERY_LOW = 20

function sightWithBattery(sight: LockSight, { property, value }: NodeValue): LockSight | undefined {
  const percent = sight.battery?.percent ?? 100
  if (property === 'level') {
    const level = wholeOf(value)
    if (level === undefined) return undefined
    // 255 is the low-battery warning of old locks.
    const shown = level > 100 ? 0 : level
    return { ...sight, battery: { percent: shown, isCritical: shown <= BATTERY_LOW } }
  }
  if (property === 'isLow' && value === true) return { ...sight, battery: { percent, isCritical: true } }
  return undefined
}

/** 0 open, 1 open for a time, 16/17 and 32/33 the handle of one side, 254 unknown, 255 secured. */
export function boltOf(mode: unknown): LockSight['bolt'] {
  if (mode === 255) return 'locked'
  return typeof mode === 'number' && UNSECURED.has(mode) ? 'unlocked' : 'unknown'
}

const UNSECURED = new Set([0, 1, 16, 17, 32, 33])
