import { LOCK_ACTION } from '@latchwork/contract'
import type { TurningSpec } from './device-spec.ts'
import { LOCK_STATE } from './machine-step.ts'

/** One way of turning: a row of contract 8.1. */
export interface Move {
  /** As 6.6 numbers it, for log and state. */
  readonly action: number
  readonly from: readonly number[]
  readonly through: number
  readonly to: number
  /** Where the latch springs back to. */
  readonly afterLatch: number
}

const { locked, unlocking, unlocked, locking, unlatched, unlockedLockNgo, unlatching, motorBlocked } =
  LOCK_STATE
const unknown = LOCK_STATE.undefined

export const MOVES = {
  lock: {
    action: LOCK_ACTION.lock,
    from: [unlocked, unlatched, unlockedLockNgo, motorBlocked, unknown],
    through: locking,
    to: locked,
    afterLatch: unlocked,
  },
  unlock: {
    action: LOCK_ACTION.unlock,
    from: [locked, motorBlocked, unknown],
    through: unlocking,
    to: unlocked,
    afterLatch: unlocked,
  },
  unlatch: {
    action: LOCK_ACTION.unlatch,
    from: [locked, unlocked, unlockedLockNgo, motorBlocked, unknown],
    through: unlatching,
    to: unlatched,
    afterLatch: unlocked,
  },
  lockNgo: {
    action: LOCK_ACTION.lockNgo,
    from: [locked, unlocked, unlatched, unlockedLockNgo],
    through: unlocking,
    to: unlockedLockNgo,
    afterLatch: unlocked,
  },
  lockNgoUnlatch: {
    action: LOCK_ACTION.lockNgoUnlatch,
    from: [locked, unlocked, unlatched, unlockedLockNgo],
    through: unlatching,
    to: unlatched,
    afterLatch: unlockedLockNgo,
  },
} as const satisfies Record<string, Move>

/** Device numbering: full lock is an action of its own. */
const FULL_LOCK = 6

/** Which actions of `DownCmd` a lock or Box knows. */
export const lockCanDo = (spec: TurningSpec, action: number) =>
  spec.type === 1 ? action === LOCK_ACTION.unlock : action >= LOCK_ACTION.unlock && action <= FULL_LOCK

/** What an action means on a lock. */
export interface ResolvedAction {
  /** What was asked for (6.6); with auto-unlatch the lock does more than that. */
  readonly asked: number
  readonly move: Move
  /** The states it starts from. */
  readonly from: readonly number[]
}

export function resolveAction(action: number, force: boolean, autoUnlatch: boolean): ResolvedAction {
  switch (action) {
    case LOCK_ACTION.unlock: {
      const from = force ? [...MOVES.unlock.from, unlocked] : MOVES.unlock.from
      return { asked: action, move: autoUnlatch ? MOVES.unlatch : MOVES.unlock, from }
    }
    case LOCK_ACTION.lock:
    case FULL_LOCK: {
      const from = force || action === FULL_LOCK ? [...MOVES.lock.from, locked] : MOVES.lock.from
      return { asked: LOCK_ACTION.lock, move: MOVES.lock, from }
    }
    case LOCK_ACTION.unlatch:
      return { asked: action, move: MOVES.unlatch, from: MOVES.unlatch.from }
    case LOCK_ACTION.lockNgo:
      return { asked: action, move: MOVES.lockNgo, from: MOVES.lockNgo.from }
    case LOCK_ACTION.lockNgoUnlatch:
      return { asked: action, move: MOVES.lockNgoUnlatch, from: MOVES.lockNgoUnlatch.from }
    default:
      throw new RangeError(`no lock knows action ${action}`)
  }
}
