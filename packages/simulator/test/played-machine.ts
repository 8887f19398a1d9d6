import assert from 'node:assert/strict'
import type { TurningSpec } from '../src/device-spec.ts'
import { lockAtRest, stepLock } from '../src/lock-machine.ts'
import type { LockState } from '../src/lock-motion.ts'
import { DOOR_STATE, type LogEntry, type MachineInput } from '../src/machine-step.ts'

/** A lock machine that a test drives step by step, and what came of it. */

const T0 = 1_700_000_000_000
export const MOVE_MS = 1000
export const TYPES = [0, 3, 4, 5] as const
export const ALL_ACTIONS = [1, 2, 3, 4, 5, 6]
export const AT_REST = [1, 3, 5, 6, 254, 255]

export interface Played {
  state: LockState
  /** Every lock state that was reported, in order. */
  shown: number[]
  log: LogEntry[]
  /** Codes of finished commands. */
  codes: number[]
  motorStarts: number
  now: number
}

export interface MachineWorld {
  spec: TurningSpec
  jammed?: boolean
  movementMs?: number
}

export const begin = (lock: number, world: MachineWorld): Played => ({
  state: lockAtRest(lock, world.spec.hasDoorSensor ? DOOR_STATE.closed : 0, surroundings(world, T0)),
  shown: [],
  log: [],
  codes: [],
  motorStarts: 0,
  now: T0,
})

const surroundings = ({ spec, jammed = false, movementMs = MOVE_MS }: MachineWorld, now: number) => ({
  spec,
  now,
  movementMs,
  jammed,
})

export function happen(played: Played, input: MachineInput, world: MachineWorld): void {
  const { state, effects } = stepLock(played.state, input, surroundings(world, played.now))
  played.state = state
  for (const effect of effects) {
    if (effect.do === 'show') played.shown.push(effect.passing?.lock ?? state.lock)
    if (effect.do === 'log') played.log.push({ ...effect })
    if (effect.do === 'finish') played.codes.push(effect.code)
    if (effect.do === 'startMotor') played.motorStarts++
  }
}

/** Lets time pass, waking the machine whenever it asked for it. */
export function pass(played: Played, ms: number, world: MachineWorld): void {
  const end = played.now + ms
  while (played.state.wakeAt !== undefined && played.state.wakeAt <= end) {
    played.now = Math.max(played.now, played.state.wakeAt)
    happen(played, { kind: 'wake' }, world)
  }
  played.now = end
}

export const order = (action: number, force = false): MachineInput => ({
  kind: 'command',
  cmd: 'c1',
  action,
  force,
})

/** One input to a lock at rest, then time. */
export function play(from: number, input: MachineInput, world: MachineWorld, ms = MOVE_MS): Played {
  const played = begin(from, world)
  happen(played, input, world)
  pass(played, ms, world)
  return played
}

/** A lock whose motor is turning: 2 unlocking, 4 locking, 7 unlatching. */
export function moving(through: number, world: MachineWorld): Played {
  const [from, action] = through === 2 ? [1, 1] : through === 4 ? [3, 2] : [1, 3]
  const played = begin(from, world)
  happen(played, order(action), world)
  assert.equal(played.state.lock, through)
  played.shown = []
  return played
}
