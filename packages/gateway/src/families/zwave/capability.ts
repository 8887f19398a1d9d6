import type { LockCapability, LockCodes } from '@latchwork/contract'
import type { FoundLock } from '../../family.ts'
import { membersOf, wholeOf } from './frame.ts'
import { tellsDenied } from './happenings.ts'
import { CLASS, type LockNode } from './lock-node.ts'
import { ACTIONS } from './movement.ts'
import { keepsDates, keepsWeekly, type ScheduleFacts, timerOf } from './schedule-kinds.ts'
import { scheduleFactsOf } from './schedules.ts'
import type { HubSocket } from './socket.ts'
import { ACCESS_CONTROL_SCHEMA } from './user-code.ts'

/** The socket has no time limit for an order: as long as it may still run behind what others ask of the same radio. */
const WORST_LATE_MS = 10_000

/**
 * What a lock's clock may be off without being noticed, and the hour by which it is wrong when the clocks of the place
 * change while no gateway looks at it.
 */
const CLOCK_OFF_MS = 62 * 60_000

/** What the specification allows where the lock does not say. */
const SHORTEST_CODE = 4
const LONGEST_CODE = 10
/** Codes are numbers up to 999 999 999 in the service. */
const LONGEST_OF_OURS = 9

/** As long as names of access rights are. */
const LONGEST_NAME = 32

const PIN = 1
const PASSWORD = 2

/** What the hub has found out about the codes of a lock when it interviewed it. Nothing of it costs a radio exchange. */
export interface CodeFacts {
  readonly places: number
  readonly min: number
  readonly max: number
  readonly nameLength: number
  readonly credentialType: number
  /** Users and credentials of their own, rather than slots that are both. */
  readonly hasUsers: boolean
  readonly tellsDenied: boolean
  /** Of locks that can keep windows themselves. */
  readonly schedules?: ScheduleFacts | undefined
}

export async function codeFactsOf(socket: HubSocket, node: LockNode): Promise<CodeFacts | undefined> {
  const facts = await factsOfCodes(socket, node)
  // Schedules of users who have credentials of their own are out of reach of the socket.
  if (!facts || facts.hasUsers) return facts
  return { ...facts, schedules: await scheduleFactsOf(socket, node) }
}

async function factsOfCodes(socket: HubSocket, node: LockNode): Promise<CodeFacts | undefined> {
  if (!node.classes.has(CLASS.userCode) && !node.classes.has(CLASS.userCredential)) return undefined
  const { nodeId, endpoint } = node
  const events = await socket.request('node.get_supported_notification_events', { nodeId })
  const denied = events.ok && tellsDenied(events.result.events)
  if (socket.schema < ACCESS_CONTROL_SCHEMA) return rememberedFactsOf(node, denied)
  const users = await socket.request('endpoint.access_control.get_user_capabilities_cached', {
    nodeId,
    endpoint,
  })
  const codes = await socket.request('endpoint.access_control.get_credential_capabilities_cached', {
    nodeId,
    endpoint,
  })
  if (!users.ok || !codes.ok) return undefined
  return factsOf(users.result.capabilities, codes.result.capabilities, denied)
}

/** Before schema 48: as many places as the hub remembers a status of. */
function rememberedFactsOf(node: LockNode, denied: boolean): CodeFacts | undefined {
  const places = Math.max(0, ...node.rememberedSlots.keys())
  if (!node.classes.has(CLASS.userCode) || places === 0) return undefined
  return {
    places,
    min: SHORTEST_CODE,
    max: LONGEST_CODE,
    nameLength: 0,
    credentialType: PIN,
    hasUsers: false,
    tellsDenied: denied,
  }
}

function factsOf(users: unknown, codes: unknown, denied: boolean): CodeFacts | undefined {
  const ofUsers = membersOf(users)
  const types = membersOf(membersOf(codes)?.supportedCredentialTypes)
  const credentialType = [PIN, PASSWORD].find((type) => membersOf(types?.[type]))
  const type = credentialType === undefined ? undefined : membersOf(types?.[credentialType])
  const places = Math.min(
    wholeOf(ofUsers?.maxUsers) ?? 0,
    wholeOf(type?.numberOfCredentialSlots) ?? 0,
    0xffff,
  )
  if (!type || credentialType === undefined || places === 0) return undefined
  return {
    places,
    min: wholeOf(type.minCredentialLength) ?? SHORTEST_CODE,
    max: wholeOf(type.maxCredentialLength) ?? LONGEST_CODE,
    nameLength: Math.min(wholeOf(ofUsers?.maxUserNameLength) ?? 0, LONGEST_NAME),
    credentialType,
    hasUsers: ofUsers?.supportsUsersWithoutCredentials === true,
    tellsDenied: denied,
  }
}

export interface Promises {
  /** How long a lock is believed to be there without having said anything. */
  readonly probeAfterMs: number
  /** Whether it has shown digits once; until then nothing more than that there is a code is promised. */
  readonly showsDigits: boolean
  /** Whether the way to the hub is encrypted. */
  readonly isPrivate: boolean
}

export function foundLock(node: LockNode, facts: CodeFacts | undefined, promises: Promises): FoundLock {
  const trouble = troubleOf(node, facts)
  const texts = { name: node.name, vendor: node.vendor, model: node.model, firmware: node.firmware }
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text)),
    isReady: node.isReady,
    ...(trouble ? { trouble } : {}),
    ...(facts?.schedules && { timer: timerOf(facts.schedules) }),
    capability: capabilityOf(node, facts, promises),
  }
}

function troubleOf(node: LockNode, facts: CodeFacts | undefined): FoundLock['trouble'] {
  if (!node.isReady) return 'interviewUnfinished'
  if (!node.isSecure) return 'insecure'
  return facts ? undefined : 'noCodes'
}

function capabilityOf(node: LockNode, facts: CodeFacts | undefined, promises: Promises): LockCapability {
  return {
    actions: ACTIONS,
    expiry: { by: 'none', worstLateMs: WORST_LATE_MS },
    proof: 'read',
    mayRepeat: false,
    presence: { detectMs: promises.probeAfterMs + WORST_LATE_MS, probe: true },
    ...(facts ? { codes: codesOf(node, facts, promises) } : {}),
    windows: windowsOf(facts?.schedules),
    events: { who: true, denied: facts?.tellsDenied ?? false, buffered: false },
    secretsOnWire: !promises.isPrivate,
  }
}

/** By its own clock, where that can be looked at; a user has one kind of schedule at a time. */
function windowsOf(schedules: ScheduleFacts | undefined): LockCapability['windows'] {
  if (!schedules) return { dates: 'gateway', weekly: 'gateway', acrossMidnight: true }
  return {
    dates: keepsDates(schedules) ? 'lock' : 'gateway',
    weekly: keepsWeekly(schedules) ? 'lock' : 'gateway',
    acrossMidnight: !keepsWeekly(schedules),
    together: false,
    worstLateMs: CLOCK_OFF_MS,
  }
}

function codesOf(node: LockNode, facts: CodeFacts, { showsDigits }: Promises): LockCodes {
  const min = node.codeLength ?? facts.min
  const max = node.codeLength ?? facts.max
  return {
    places: facts.places,
    minDigits: Math.min(min, LONGEST_OF_OURS),
    maxDigits: Math.min(max, LONGEST_OF_OURS),
    alphabet: '0123456789',
    forbiddenPrefixes: [],
    unique: 'lock',
    nameLength: facts.nameLength,
    readBack: showsDigits ? 'value' : 'occupied',
    foreign: true,
  }
}
