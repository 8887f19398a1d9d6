import type { SmartlockConfig } from '@latchwork/contract'
import type { UpEvent } from '@latchwork/contract/device'
import type { LockSpec } from './device-spec.ts'

/**
 * The words both state machines use. A machine is pure: state, input and surroundings in; next state and effects out.
 * It has no timers: its state says when it wants to be woken.
 */

/** Lock states (6.3). Openers use some of the same numbers with their own meaning. */
export const LOCK_STATE = {
  uncalibrated: 0,
  locked: 1,
  unlocking: 2,
  unlocked: 3,
  locking: 4,
  unlatched: 5,
  unlockedLockNgo: 6,
  unlatching: 7,
  wrongCode: 224,
  wrongFingerprint: 225,
  motorBlocked: 254,
  undefined: 255,
} as const

/** Opener states (6.3). */
export const OPENER_STATE = {
  untrained: 0,
  online: 1,
  rtoActive: 3,
  open: 5,
  opening: 7,
  bootRun: 253,
  undefined: 255,
} as const

/** Modes (6.2). */
export const MODE = { door: 2, continuous: 3 } as const

/** Door states (6.7). */
export const DOOR_STATE = { unavailable: 0, closed: 2, opened: 3 } as const

/** Log actions beyond those of 6.6 (6.8). */
export const LOG_ACTION = {
  doorAjar: 208,
  doorMismatch: 209,
  doorbell: 224,
  doorOpened: 240,
  doorClosed: 241,
  doorSensorJammed: 242,
  initialisation: 252,
  calibration: 253,
} as const

/** Who ordered something: its number as a state trigger (6.5) and as a log trigger (6.8). */
export interface Origin {
  readonly state: number
  readonly log: number
}
export const ORIGIN = {
  system: { state: 0, log: 0 },
  hand: { state: 1, log: 1 },
  button: { state: 2, log: 2 },
  automatic: { state: 3, log: 3 },
  service: { state: 4, log: 4 },
  autoLock: { state: 6, log: 6 },
  continuousMode: { state: 6, log: 6 },
  keypad: { state: 7, log: 255 },
  fob: { state: 7, log: 7 },
} as const satisfies Record<string, Origin>

/** How an order ended: the error for the ack (7.5, 0 none) and the completion for the log (6.8). */
export interface Outcome {
  readonly code: number
  readonly result: number
  /** Refused before anything moved. */
  readonly refused: boolean
}
export const OUTCOME = {
  done: { code: 0, result: 0, refused: false },
  motorBlocked: { code: 0x42, result: 1, refused: false },
  positionUnknown: { code: 0x41, result: 9, refused: true },
  busy: { code: 0x45, result: 4, refused: true },
  notCalibrated: { code: 0x47, result: 254, refused: true },
  nightMode: { code: 0x4f, result: 10, refused: true },
} as const satisfies Record<string, Outcome>

/** What a device shows of itself, and when its machine wants to be woken. */
export interface MachineState {
  readonly lock: number
  readonly mode: number
  readonly trigger: number
  readonly lastAction: number
  readonly door: number
  readonly nightMode: boolean
  readonly rtoEndsAt: number | undefined
  readonly wakeAt: number | undefined
}

export type HandVerb = 'lock' | 'unlock' | 'unlatch'

/** How often a button was pressed in a row. */
export type Presses = 1 | 2 | 3

/** Somebody wants in, and what the device's access rights say to it. */
export interface Attempt {
  readonly allowed: boolean
  /** The access right it recognised, allowed or not. */
  readonly who?: Who
}

/** An access right, by its number on the device, and its name. */
export interface Who {
  readonly authId: number
  readonly name: string
}

/** What can happen to a device. Each machine ignores what does not concern its kind. */
export type MachineInput =
  /** An order of the service, in device numbering (`DownCmd`). */
  | { readonly kind: 'command'; readonly cmd: string; readonly action: number; readonly force: boolean }
  | { readonly kind: 'wake' }
  | { readonly kind: 'hand'; readonly verb: HandVerb }
  | { readonly kind: 'button'; readonly presses: Presses }
  | ({ readonly kind: 'fob'; readonly presses: Presses } & Attempt)
  | ({ readonly kind: 'keypad'; readonly by: 'code' | 'fingerprint' } & Attempt)
  | { readonly kind: 'door'; readonly open: boolean }
  /** The door moved, and its sensor is stuck. */
  | { readonly kind: 'doorSensorJam' }
  | { readonly kind: 'ring' }
  | { readonly kind: 'nightMode'; readonly on: boolean }
  /** A lock's calibration run ended in this position, or an opener was trained. */
  | { readonly kind: 'calibrated'; readonly lock: 1 | 3 }

/** What the device has to do. State comes before log and log before the answer, so that who hears the answer can see the rest. */
export type Effect =
  | { readonly do: 'startMotor' }
  /** Report the state; `passing` is shown once without being kept. */
  | { readonly do: 'show'; readonly passing?: { readonly lock: number; readonly trigger: number } }
  | ({ readonly do: 'log' } & LogEntry)
  | { readonly do: 'finish'; readonly cmd: string; readonly code: number }

export type LogEntry = Pick<
  UpEvent,
  'kind' | 'action' | 'trigger' | 'result' | 'source' | 'opener' | 'authId' | 'name' | 'cmd'
>

/** An order on its way through a machine. */
export interface Order {
  readonly origin: Origin
  readonly cmd?: string
  readonly source?: number
  readonly who?: Who
}

/** Log source (6.8) of a keypad. */
export const keypadSource = (by: 'code' | 'fingerprint') => (by === 'code' ? 1 : 2)

/**
 * Ends an order: an entry in the log and the answer to its command. A refusal is only worth telling to the service,
 * which asked; somebody at the door sees that nothing moved.
 */
export function conclude(effects: Effect[], order: Order, action: number, outcome: Outcome) {
  const { origin, cmd, source, who } = order
  if (outcome.refused && cmd === undefined) return
  effects.push({
    do: 'log',
    kind: outcome.refused ? 'denied' : 'action',
    action,
    trigger: origin.log,
    result: outcome.result,
    ...(source !== undefined && { source }),
    ...who,
    ...(cmd !== undefined && { cmd }),
  })
  if (cmd !== undefined) effects.push({ do: 'finish', cmd, code: outcome.code })
}

/** The log's word for somebody at the door who may not come in now: rejected (6.8). */
const REJECTED = 9

/** A fob that is known but not allowed now. */
export const fobDenied = (action: number, who: Who | undefined): Effect => ({
  do: 'log',
  kind: 'denied',
  action,
  trigger: ORIGIN.fob.log,
  result: REJECTED,
  ...who,
})

/** The action (6.10) a fob's presses stand for; a fob that is not paired does nothing. */
export function fobAction(config: SmartlockConfig, presses: Presses): number {
  if (!config.fobPaired) return 0
  return [config.fobAction1, config.fobAction2, config.fobAction3][presses - 1] ?? 0
}

/** The action (6.11) the device's own button is set to; 0 for none. */
export function buttonSetting(
  { config, advanced }: Pick<LockSpec, 'config' | 'advanced'>,
  presses: Presses,
): number {
  if (config.buttonEnabled === false) return 0
  return [advanced.singleButtonPressAction, advanced.doubleButtonPressAction][presses - 1] ?? 0
}

/** The earlier of two moments, either of which may never come. */
export const earlier = (a: number | undefined, b: number | undefined) =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b)
