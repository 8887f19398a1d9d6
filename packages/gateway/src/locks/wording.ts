import { type LockCapability, OPENER_ACTION, SMARTLOCK_TYPE, type SmartlockConfig } from '@latchwork/contract'
import { LDP_REFUSAL, type UpEvent, type UpInfo, type UpState } from '@latchwork/contract/device'
import type { KeptRight } from '../book/lock-page.ts'
import type { ActRefusal, FoundLock, Happening, LockSight } from '../family.ts'

/** How a lock of any family is told in the numbers of LDP/1. */

/** Lock states (6.3). */
const BOLT: Record<LockSight['bolt'], number> = {
  locked: 1,
  unlocking: 2,
  unlocked: 3,
  locking: 4,
  unlatched: 5,
  unlatching: 7,
  jammed: 254,
  unknown: 255,
}

/** Door states (6.7); a lock without a sensor has none. */
const DOOR: Record<NonNullable<LockSight['door']>, number> = { closed: 2, open: 3, unknown: 4 }

/** Modes (6.2): a door, and an opener that lets in everybody who rings. */
const MODE = { door: 2, continuous: 3 }

/** Who caused something: as a state trigger (6.5) and as a log trigger (6.8). */
const ORIGIN: Record<Happening['by'] | 'service', { state: number; log: number }> = {
  manual: { state: 1, log: 1 },
  service: { state: 4, log: 4 },
  auto: { state: 6, log: 6 },
  keypad: { state: 7, log: 255 },
  fingerprint: { state: 7, log: 255 },
  radio: { state: 0, log: 0 },
  unknown: { state: 0, log: 0 },
}

/** What last happened to a lock, as its state tells it. */
export interface LastAct {
  readonly trigger: number
  readonly action: number
}
export const NOTHING_YET: LastAct = { trigger: 0, action: 0 }

export const stateOf = (
  sight: LockSight | undefined,
  last: LastAct,
): Omit<UpState, 'seq' | 'at' | 'sig'> => ({
  mode: sight?.continuous ? MODE.continuous : MODE.door,
  lock: BOLT[sight?.bolt ?? 'unknown'],
  trigger: last.trigger,
  lastAction: last.action,
  door: sight?.door === undefined ? 0 : DOOR[sight.door],
  battery: {
    pct: Math.round(Math.min(100, Math.max(0, sight?.battery?.percent ?? 100))),
    critical: sight?.battery?.isCritical ?? false,
    charging: false,
  },
  nightMode: false,
})

type EventBody = Omit<UpEvent, 'seq' | 'at' | 'sig' | 'epoch'>

/** Actions (6.6) and further log actions, and completions (6.8). */
const ACTION = { unlock: 1, lock: 2, unlatch: 3, rang: 224, doorOpened: 240, doorClosed: 241 } as const
const RESULT = { done: 0, motorBlocked: 1, wrongCode: 224 } as const
const KEYPAD_SOURCE = 1
const FINGER_SOURCE = 2

/** What caused an entry of an opener's log (4.16); unless told, the doorbell did. */
const CAUSE: Record<Happening['by'], number> = {
  unknown: 0,
  auto: 1,
  manual: 3,
  radio: 5,
  keypad: 6,
  fingerprint: 6,
}

/** An event for what the lock tells; undefined for what is no business of a log. */
export function eventOf(
  { what, by, credential, opener }: Happening,
  who: KeptRight | undefined,
): EventBody | undefined {
  const person = {
    trigger: ORIGIN[by].log,
    ...(by === 'keypad' && { source: KEYPAD_SOURCE }),
    ...(by === 'fingerprint' && { source: FINGER_SOURCE }),
    // The lock's own number of a code is no number of a right.
    ...(credential !== undefined && { name: `#${credential}` }),
    ...(who && { authId: who.number, name: who.entry.name }),
    ...(opener && { opener: { ...opener, source: CAUSE[by] } }),
  }
  switch (what) {
    case 'unlocked':
      return { kind: 'action', action: ACTION.unlock, result: RESULT.done, ...person }
    case 'locked':
      return { kind: 'action', action: ACTION.lock, result: RESULT.done, ...person }
    case 'unlatched':
      return { kind: 'action', action: ACTION.unlatch, result: RESULT.done, ...person }
    case 'jammed':
      return { kind: 'action', action: ACTION.lock, result: RESULT.motorBlocked, ...person }
    case 'denied':
      return {
        kind: 'denied',
        action: ACTION.unlock,
        result: RESULT.wrongCode,
        ...person,
        trigger: ORIGIN.keypad.log,
        source: KEYPAD_SOURCE,
      }
    case 'doorOpened':
      return { kind: 'door', action: ACTION.doorOpened, trigger: 0, result: RESULT.done }
    case 'doorClosed':
      return { kind: 'door', action: ACTION.doorClosed, trigger: 0, result: RESULT.done }
    case 'tamper':
      return { kind: 'tamper', action: ACTION.unlock, trigger: 0, result: RESULT.done }
    case 'rang':
      return { kind: 'ring', action: ACTION.rang, result: RESULT.done, ...person, trigger: 0 }
    case 'rtoOn':
    case 'rtoOff':
    case 'cmOn':
    case 'cmOff':
      return { kind: 'action', action: OPENER_ACTION[what], result: RESULT.done, ...person }
    case 'codesChanged':
      return undefined
  }
}

/** When it happened, as the hub says; that cannot be ahead of us. */
export const timeOf = ({ at }: Happening, now: number): { at?: number } =>
  at === undefined ? {} : { at: Math.min(at, now) }

/** What a happening makes of the last act that the state tells. */
export function lastActOf({ what, by }: Happening): LastAct | undefined {
  const { rtoOn, rtoOff, cmOn, cmOff } = OPENER_ACTION
  const acts = {
    unlocked: ACTION.unlock,
    locked: ACTION.lock,
    unlatched: ACTION.unlatch,
    rtoOn,
    rtoOff,
    cmOn,
    cmOff,
  }
  const action = (acts as Record<string, number>)[what]
  return action === undefined ? undefined : { trigger: ORIGIN[by].state, action }
}

/** The event that proves an order of the service. */
export const orderedEvent = (
  type: number,
  cmd: string,
  action: number,
  proof: 'report' | 'read',
): EventBody => ({
  kind: 'action',
  action: loggedAs(type, action),
  trigger: ORIGIN.service.log,
  result: RESULT.done,
  cmd,
  proof,
})

export const orderedAct = (type: number, action: number): LastAct => ({
  trigger: ORIGIN.service.state,
  action: loggedAs(type, action),
})

/** What a finished movement shows as a happening: the lock's own word of it is no second event. */
export const deedOf = (type: number, action: number): Happening['what'] | undefined =>
  type === SMARTLOCK_TYPE.opener ? OPENER_DEED[action] : DEED[action]

const OPENER_DEED: Record<number, Happening['what'] | undefined> = {
  1: 'rtoOn',
  2: 'rtoOff',
  3: 'unlatched',
  4: 'cmOn',
  5: 'cmOff',
}
/** Orders count continuous mode from 4 on, logs from 6 on. */
const loggedAs = (type: number, action: number) =>
  type === SMARTLOCK_TYPE.opener && action > OPENER_ACTION.open ? action + 2 : action

const DEED: Record<number, Happening['what'] | undefined> = {
  1: 'unlocked',
  2: 'locked',
  3: 'unlatched',
  4: 'unlocked',
  5: 'unlatched',
  6: 'locked',
}

/** Device errors (7.5). */
export const REFUSAL_CODE: Record<ActRefusal, number> = {
  busy: 0x45,
  jammed: 0x42,
  refused: 0x4e,
  notCapable: LDP_REFUSAL.notCapable,
}
export const BUSY = REFUSAL_CODE.busy

/** No zone of the list (6.14). */
export const NO_ZONE = 65_535

export function infoOf(options: {
  readonly type: number
  readonly name: string
  readonly driver: string
  readonly timeZone: number | undefined
  readonly about: FoundLock | undefined
  readonly capability: LockCapability | undefined
}): Omit<UpInfo, 'at' | 'sig'> {
  const { type, driver, about, capability } = options
  return {
    type,
    firmware: packedVersion(about?.firmware),
    hardware: 0,
    config: { ...configOf(options.name, options.timeZone, capability), ...about?.settings },
    driver,
    ...(about?.vendor && { vendor: about.vendor }),
    ...(about?.model && { model: about.model }),
    ...(capability && { capability }),
  }
}

const configOf = (
  name: string,
  timeZone: number | undefined,
  capability: LockCapability | undefined,
): SmartlockConfig => ({
  name: name.slice(0, 32),
  latitude: 0,
  longitude: 0,
  timezoneOffset: 0,
  singleLock: false,
  advertisingMode: 0,
  timezoneId: timeZone ?? NO_ZONE,
  keypadPaired: capability?.codes !== undefined,
})

/** D20: three bytes major, minor, patch. */
function packedVersion(text = ''): number {
  const [major = 0, minor = 0, patch = 0] = text
    .split('.')
    .map((part) => Number.parseInt(part, 10) & 0xff || 0)
  return (major << 16) | (minor << 8) | patch
}
