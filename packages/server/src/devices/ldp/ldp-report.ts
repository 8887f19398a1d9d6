import {
  CarriedEvent,
  CarriedState,
  HeldAccess,
  LDP_REFUSAL,
  UpAck,
  UpAuths,
  UpEventNumber,
  UpForeign,
  UpInfo,
  type UpLeaf,
  UpPairings,
  UpPresence,
  UpReported,
} from '@latchwork/contract/device'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { DeviceReport, HeldAccess as Held, OpenerFlags, Outcome } from '../driver.ts'
import { deviceErrorText } from './ldp.ts'

const presence = Compile(UpPresence)
const info = Compile(UpInfo)
const state = Compile(CarriedState)
const event = Compile(CarriedEvent)
const eventNumber = Compile(UpEventNumber)
/** What it carries is looked at by itself: words that cannot be read do not take the ack with them. */
const ack = Compile(Type.Omit(UpAck, ['state', 'event']))
const reported = Compile(UpReported)
const auths = Compile(UpAuths)
const foreign = Compile(UpForeign)
const pairings = Compile(UpPairings)
const heldAccess = Compile(Type.Record(Type.String(), HeldAccess))

/** A message whose signature was checked. */
export interface SignedUplink {
  readonly deviceId: string
  readonly leaf: UpLeaf
  readonly body: unknown
  readonly retained: boolean
  /** The user name whose key signed it. */
  readonly username: string
  /** Whether that user name's password is the secret itself (LDP/1.0). */
  readonly isLegacy: boolean
}

/** What a message says in the service's words, in order; undefined stands for what has not the shape it should have. */
export function toReports(uplink: SignedUplink): readonly (DeviceReport | undefined)[] {
  const report = TRANSLATE[uplink.leaf](uplink)
  return uplink.leaf === 'ack' && report ? [...carriedBy(uplink), report] : [report]
}

/** The state and the event that an ack may carry (LDP/1.6). They count by their numbers, as when they come by themselves. */
function carriedBy({ deviceId, body }: SignedUplink): (DeviceReport | undefined)[] {
  const carried = body as Record<'state' | 'event', unknown>
  return [
    ...(carried.state === undefined ? [] : [stateReport(deviceId, carried.state)]),
    ...(carried.event === undefined ? [] : [eventReport(deviceId, carried.event)]),
  ]
}

function stateReport(deviceId: string, body: unknown): DeviceReport | undefined {
  if (!state.Check(body)) return undefined
  return { kind: 'state', deviceId, ...numberOf(body), state: reportedState(body) }
}

function eventReport(deviceId: string, body: unknown): DeviceReport | undefined {
  if (event.Check(body)) return { kind: 'event', deviceId, ...numberOf(body), event: reportedEvent(body) }
  return eventNumber.Check(body) ? { kind: 'unreadableEvent', deviceId, ...numberOf(body) } : undefined
}

const TRANSLATE: Record<UpLeaf, (uplink: SignedUplink) => DeviceReport | undefined> = {
  presence({ deviceId, body, retained, username, isLegacy }) {
    if (!presence.Check(body)) return undefined
    // Commands are signed with the key of the login it names, so the two have to be the same.
    if (body.key !== username) return undefined
    const { sess: sessionId, epoch, oldest: oldestEvent, at, minor = 0 } = body
    return body.online
      ? { kind: 'online', deviceId, sessionId, epoch, username, isLegacy, minor, oldestEvent, at, retained }
      : { kind: 'offline', deviceId, sessionId }
  },

  info({ deviceId, body }) {
    if (info.Check(body)) {
      const { at: _at, sig: _sig, ...told } = body
      return { kind: 'info', deviceId, ...told }
    }
    // Words of a later version of what it can do take nothing else with them.
    const { capability: _unreadable, ...rest } = body as Record<string, unknown>
    if (!info.Check(rest)) return undefined
    const { at: _at, sig: _sig, ...told } = rest
    return { kind: 'info', deviceId, ...told, capability: 'unreadable' }
  },

  state: ({ deviceId, body }) => stateReport(deviceId, body),
  event: ({ deviceId, body }) => eventReport(deviceId, body),

  ack({ deviceId, body }) {
    if (!ack.Check(body)) return undefined
    const { sess: sessionId, id: commandId, code } = body
    if (body.phase === 'accepted') return { kind: 'commandAccepted', deviceId, sessionId, commandId }
    // `done` without a code says neither success nor failure.
    if (code === undefined) return undefined
    return { kind: 'commandResult', deviceId, sessionId, commandId, outcome: outcomeOf(code, body) }
  },

  reported({ deviceId, body }) {
    if (!reported.Check(body)) return undefined
    const { sess: sessionId, section, rev: revision, values } = body
    if (section === 'auths' && values !== undefined && !heldAccess.Check(values)) return undefined
    const held =
      section === 'auths' && values !== undefined ? heldAll(values as Record<string, HeldAccess>) : values
    return {
      kind: 'settings',
      deviceId,
      sessionId,
      section,
      revision,
      errors: body.errors.map(({ path, code }) => ({ path, code, text: deviceErrorText(code) })),
      ...(held !== undefined && { values: held }),
    }
  },

  auths({ deviceId, body }) {
    if (!auths.Check(body)) return undefined
    const { sess: sessionId, after, upTo } = body
    return {
      kind: 'accessPage',
      deviceId,
      sessionId,
      ...(after !== undefined && { after }),
      ...(upTo !== undefined && { upTo }),
      entries: heldAll(body.entries),
    }
  },

  foreign({ deviceId, body }) {
    const isOfPairings = pairings.Check(body)
    if (!isOfPairings && !foreign.Check(body)) return undefined
    const { sess: sessionId, after, upTo } = body
    const page = {
      deviceId,
      sessionId,
      ...(after !== undefined && { after }),
      ...(upTo !== undefined && { upTo }),
    }
    return isOfPairings
      ? { kind: 'pairings', ...page, pairings: body.pairings }
      : { kind: 'foreignCodes', ...page, codes: body.codes }
  },
}

function outcomeOf(code: number, { proof = 'report' }: Pick<UpAck, 'proof'>): Outcome {
  if (code === 0) return { status: 'succeeded', proof }
  const text = deviceErrorText(code)
  return code === LDP_REFUSAL.neverCame ? { status: 'neverCame', text } : { status: 'rejected', code, text }
}

const heldAll = (entries: Record<string, HeldAccess>): Record<string, Held> =>
  Object.fromEntries(Object.entries(entries).map(([id, held]) => [id, heldOf(held)]))

/** What a device says nothing else about it knows by its value, if it can tell a digest at all. */
const heldOf = ({ n, h, p, at }: HeldAccess): Held => ({
  number: n,
  ...(h !== undefined && { digest: h }),
  proof: p ?? (h === undefined ? 'occupied' : 'value'),
  place: at ?? 'lock',
})

/** A number, and the memory it counts in where the device says so. */
const numberOf = ({ seq, epoch }: Pick<CarriedState, 'seq' | 'epoch'>) => ({
  seq,
  ...(epoch !== undefined && { epoch }),
})

type StateReport = Extract<DeviceReport, { kind: 'state' }>['state']
type EventReport = Extract<DeviceReport, { kind: 'event' }>['event']

/** Numbers beyond those of 6.5 are for the log; clients know them in no state. */
const MAX_STATE_TRIGGER = 7

function reportedState(body: CarriedState): StateReport {
  const { at, mode, lock, trigger, lastAction, door, battery, nightMode } = body
  const { keypadBatteryCritical, doorsensorBatteryCritical, rtoEndsAt } = body
  return {
    at,
    mode,
    state: lock,
    trigger: trigger >= 0 && trigger <= MAX_STATE_TRIGGER ? trigger : 0,
    lastAction,
    doorState: door,
    batteryCharge: battery.pct,
    batteryCritical: battery.critical,
    batteryCharging: battery.charging,
    nightMode,
    ...(keypadBatteryCritical !== undefined && { keypadBatteryCritical }),
    ...(doorsensorBatteryCritical !== undefined && { doorsensorBatteryCritical }),
    ...(rtoEndsAt !== undefined && { ringToOpenEnd: rtoEndsAt }),
  }
}

function reportedEvent(body: CarriedEvent): EventReport {
  const { at, action, trigger, result, source, autoUnlock, name, authId, cmd, opener } = body
  return {
    at,
    action,
    trigger,
    result,
    ...(source !== undefined && { source }),
    ...(autoUnlock !== undefined && { autoUnlock }),
    ...(name !== undefined && { name }),
    ...(authId !== undefined && { authId }),
    ...(cmd !== undefined && { commandId: cmd, proof: body.proof ?? 'report' }),
    ...(opener !== undefined && { opener: openerFlags(opener) }),
  }
}

const openerFlags = (flags: NonNullable<CarriedEvent['opener']>): OpenerFlags => ({
  activeCm: flags.cm,
  activeRto: flags.rto,
  source: flags.source,
  flagGeoFence: flags.geoFence ?? false,
  flagForce: flags.force ?? false,
  flagDoorbellSuppression: flags.suppressed ?? false,
})
