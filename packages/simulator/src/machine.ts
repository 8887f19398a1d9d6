import type { LockSpec, OpenerSpec, TurningSpec } from './device-spec.ts'
import { lockAtRest, stepLock } from './lock-machine.ts'
import type { LockState } from './lock-motion.ts'
import { lockCanDo } from './lock-moves.ts'
import {
  DOOR_STATE,
  type Effect,
  LOCK_STATE,
  type MachineInput,
  type MachineState,
  MODE,
  OPENER_STATE,
} from './machine-step.ts'
import { openerCanDo } from './opener-actions.ts'
import { type OpenerState, openerAtRest, stepOpener } from './opener-machine.ts'

/** A state machine that remembers where it is, whatever kind of device it moves. */
export interface Machine {
  readonly state: MachineState
  canDo(action: number): boolean
  step(input: MachineInput, now: number, jammed: boolean): readonly Effect[]
  /** Moves by other settings from the next step on; the kind of device stays. */
  configure(spec: LockSpec): void
}

/** What a device may have kept from before it lost power; the rest comes from its spec. */
export interface Waking {
  readonly lock?: number
  readonly mode?: number
  readonly door?: number
}

/** The machine for a kind of device, at rest. */
export const machineFor = (spec: LockSpec, waking: Waking, now: number, movementMs: number): Machine =>
  spec.type === 2
    ? new OpenerMachine(spec, waking, now, movementMs)
    : new LockMachine(spec, waking, now, movementMs)

/** Nothing is under way after a loss of power: where the motor was turning the position is unknown, a held latch is back. */
function restingLock(lock: number): number {
  const { unlatched, unlockedLockNgo, unlocked } = LOCK_STATE
  if (lock === unlatched || lock === unlockedLockNgo) return unlocked
  const atRest: readonly number[] = [
    LOCK_STATE.uncalibrated,
    LOCK_STATE.locked,
    unlocked,
    LOCK_STATE.motorBlocked,
  ]
  return atRest.includes(lock) ? lock : LOCK_STATE.undefined
}

/** Likewise: an opener comes back with its strike released and ring-to-open off. */
const restingOpener = (lock: number) =>
  lock === OPENER_STATE.untrained || lock === OPENER_STATE.bootRun ? lock : OPENER_STATE.online

class LockMachine implements Machine {
  state: LockState
  #spec: TurningSpec
  readonly #movementMs: number

  constructor(spec: TurningSpec, waking: Waking, now: number, movementMs: number) {
    this.#spec = spec
    this.#movementMs = movementMs
    const door = spec.hasDoorSensor ? (waking.door ?? DOOR_STATE.closed) : DOOR_STATE.unavailable
    const lock = restingLock(waking.lock ?? spec.initialLock)
    this.state = lockAtRest(lock, door, { spec, now, movementMs, jammed: false })
  }

  configure(spec: LockSpec): void {
    this.#spec = spec as TurningSpec
  }

  canDo(action: number): boolean {
    return lockCanDo(this.#spec, action)
  }

  step(input: MachineInput, now: number, jammed: boolean): readonly Effect[] {
    const env = { spec: this.#spec, now, movementMs: this.#movementMs, jammed }
    const { state, effects } = stepLock(this.state, input, env)
    this.state = state
    return effects
  }
}

class OpenerMachine implements Machine {
  state: OpenerState
  #spec: OpenerSpec
  readonly #movementMs: number

  constructor(spec: OpenerSpec, waking: Waking, now: number, movementMs: number) {
    this.#spec = spec
    this.#movementMs = movementMs
    const lock = restingOpener(waking.lock ?? spec.initialLock)
    this.state = openerAtRest(lock, waking.mode ?? MODE.door, { spec, now, movementMs })
  }

  configure(spec: LockSpec): void {
    this.#spec = spec as OpenerSpec
  }

  canDo(action: number): boolean {
    return openerCanDo(this.#spec, action)
  }

  step(input: MachineInput, now: number): readonly Effect[] {
    const env = { spec: this.#spec, now, movementMs: this.#movementMs }
    const { state, effects } = stepOpener(this.state, input, env)
    this.state = state
    return effects
  }
}
