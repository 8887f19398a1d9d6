import type { TurningSpec } from './device-spec.ts'
import type { Move } from './lock-moves.ts'
import {
  conclude,
  DOOR_STATE,
  type Effect,
  LOCK_STATE,
  LOG_ACTION,
  type MachineState,
  ORIGIN,
  type Order,
  OUTCOME,
} from './machine-step.ts'

/** How a lock turns and comes to rest, and what its door sensor has to say to that. */

const { locked, unlatched, unlockedLockNgo, motorBlocked, uncalibrated } = LOCK_STATE

/** A door that is open for so long has been forgotten. */
export const AJAR_MS = 10 * 60_000

export interface LockState extends MachineState {
  /** What the motor is doing, and for whom. */
  readonly motion: { readonly move: Move; readonly order: Order } | undefined
  /** The motor stops, the latch springs back, or lock 'n' go runs out: whichever the state is waiting for. */
  readonly due: number | undefined
  readonly afterLatch: number
  readonly autoLockAt: number | undefined
  /** The door has been open for long then. */
  readonly ajarAt: number | undefined
}

/** What the machine needs to know of the world for one step. */
export interface LockSurroundings {
  readonly spec: TurningSpec
  readonly now: number
  /** How long the motor turns; 0 = it arrives at once, without a state in between. */
  readonly movementMs: number
  readonly jammed: boolean
}

/** One step: what comes of it, and what it goes by. */
export interface Turn {
  readonly next: { -readonly [K in keyof LockState]: LockState[K] }
  readonly effects: Effect[]
  readonly env: LockSurroundings
}

export function startMotor(turn: Turn, move: Move, order: Order) {
  const { next, effects, env } = turn
  next.trigger = order.origin.state
  next.lastAction = move.action
  next.motion = { move, order }
  next.autoLockAt = undefined
  effects.push({ do: 'startMotor' })
  if (env.movementMs === 0) return stopMotor(turn, move, order)
  next.lock = move.through
  next.due = env.now + env.movementMs
  effects.push({ do: 'show' })
}

export function stopMotor(turn: Turn, move: Move, order: Order) {
  const { next, effects, env } = turn
  next.motion = undefined
  next.afterLatch = move.afterLatch
  settle(turn, env.jammed ? motorBlocked : move.to)
  // An auto-lock that got stuck is not tried again by itself: somebody has to look at the door.
  if (env.jammed && order.origin === ORIGIN.autoLock) next.autoLockAt = undefined
  effects.push({ do: 'show' })
  conclude(effects, order, move.action, env.jammed ? OUTCOME.motorBlocked : OUTCOME.done)
  checkDoor(turn)
}

/** Comes to rest, and notes what follows by itself. */
export function settle(turn: Turn, lock: number) {
  const { next, env } = turn
  next.lock = lock
  next.due = undefined
  if (lock === unlatched) next.due = env.now + env.spec.advanced.unlatchDuration * 1000
  if (lock === unlockedLockNgo) next.due = env.now + env.spec.advanced.lngTimeout * 1000
  armAutoLock(turn)
}

/** The time runs from when the lock was opened, also while the latch is held. */
export function armAutoLock({ next, env }: Turn) {
  const { autoLock, autoLockTimeout } = env.spec.advanced
  const isOpen = next.lock !== locked && next.lock !== uncalibrated
  // 4.9: below 2 s counts as 2 s, 0 is off.
  if (isOpen && autoLock && autoLockTimeout > 0)
    next.autoLockAt ??= env.now + Math.max(autoLockTimeout, 2) * 1000
  else next.autoLockAt = undefined
}

/** What the door sensor has to say. */
export function reportDoor({ effects }: Turn, action: number) {
  effects.push({ do: 'log', kind: 'door', action, trigger: ORIGIN.system.log, result: 0 })
}

/** The bolt is out, and the door is open: one of both cannot be true. */
export function checkDoor(turn: Turn) {
  const { lock, door } = turn.next
  if (lock === locked && door === DOOR_STATE.opened) reportDoor(turn, LOG_ACTION.doorMismatch)
}
