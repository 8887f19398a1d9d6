import { LOCK_ACTION } from '@latchwork/contract'
import {
  AJAR_MS,
  armAutoLock,
  checkDoor,
  type LockState,
  type LockSurroundings,
  reportDoor,
  settle,
  startMotor,
  stopMotor,
  type Turn,
} from './lock-motion.ts'
import { lockCanDo, MOVES, type Move, resolveAction } from './lock-moves.ts'
import {
  type Attempt,
  buttonSetting,
  conclude,
  DOOR_STATE,
  earlier,
  fobAction,
  fobDenied,
  type HandVerb,
  keypadSource,
  LOCK_STATE,
  LOG_ACTION,
  type MachineInput,
  MODE,
  ORIGIN,
  type Order,
  OUTCOME,
  type Presses,
} from './machine-step.ts'

const { locked, unlocked, unlockedLockNgo, uncalibrated } = LOCK_STATE

/** A lock that stands still in this state. */
export function lockAtRest(lock: number, door: number, env: LockSurroundings): LockState {
  const next: Turn['next'] = {
    lock,
    mode: MODE.door,
    trigger: ORIGIN.system.state,
    lastAction: 0,
    door,
    nightMode: false,
    rtoEndsAt: undefined,
    wakeAt: undefined,
    motion: undefined,
    due: undefined,
    afterLatch: unlocked,
    autoLockAt: undefined,
    ajarAt: door === DOOR_STATE.opened ? env.now + AJAR_MS : undefined,
  }
  settle({ next, effects: [], env }, lock)
  next.wakeAt = nextWake(next)
  return next
}

const nextWake = ({ due, autoLockAt, ajarAt }: LockState) => earlier(earlier(due, autoLockAt), ajarAt)

/** Contract 8.1: one thing happens to a lock. */
export function stepLock(state: LockState, input: MachineInput, env: LockSurroundings) {
  const turn: Turn = { next: { ...state }, effects: [], env }
  take(turn, input)
  turn.next.wakeAt = nextWake(turn.next)
  return { state: turn.next as LockState, effects: turn.effects }
}

function take(turn: Turn, input: MachineInput) {
  switch (input.kind) {
    case 'command':
      return obey(turn, input.action, input.force, { origin: ORIGIN.service, cmd: input.cmd })
    case 'wake':
      return wake(turn)
    case 'hand':
      return turnByHand(turn, input.verb)
    case 'button':
      return pressButton(turn, input.presses)
    case 'fob':
      return useFob(turn, input.presses, input)
    case 'keypad':
      return useKeypad(turn, input.by, input)
    case 'door':
      return moveDoor(turn, input.open)
    case 'doorSensorJam':
      return reportDoor(turn, LOG_ACTION.doorSensorJammed)
    case 'nightMode':
      return setNightMode(turn, input.on)
    case 'calibrated':
      return calibrate(turn, input.lock)
    case 'ring':
      return
  }
}

function obey(turn: Turn, action: number, force: boolean, order: Order) {
  const { next, effects, env } = turn
  const { asked, move, from } = resolveAction(action, force, env.spec.config.autoUnlatch === true)
  if (next.lock === uncalibrated) return conclude(effects, order, asked, OUTCOME.notCalibrated)
  if (next.motion) return conclude(effects, order, asked, OUTCOME.busy)
  // Night mode keeps the service from opening the door, never from locking it, and never people who stand there.
  if (next.nightMode && asked !== LOCK_ACTION.lock && order.origin === ORIGIN.service)
    return conclude(effects, order, asked, OUTCOME.nightMode)
  if (from.includes(next.lock)) return startMotor(turn, move, order)
  // 8.1 lists no lock 'n' go from a blocked or unknown position; anything else left over is where it should be.
  const isLockNgo = asked === LOCK_ACTION.lockNgo || asked === LOCK_ACTION.lockNgoUnlatch
  conclude(effects, order, asked, isLockNgo ? OUTCOME.positionUnknown : OUTCOME.done)
}

function wake(turn: Turn) {
  const { next, env } = turn
  if (next.due !== undefined && env.now >= next.due) return becomeDue(turn)
  if (next.autoLockAt !== undefined && env.now >= next.autoLockAt) return autoLock(turn)
  if (next.ajarAt === undefined || env.now < next.ajarAt) return
  next.ajarAt = undefined
  reportDoor(turn, LOG_ACTION.doorAjar)
}

function autoLock(turn: Turn) {
  turn.next.autoLockAt = undefined
  // A bolt must not come out of an open door. The time starts again when the door closes.
  if (turn.next.door !== DOOR_STATE.opened) startMotor(turn, MOVES.lock, { origin: ORIGIN.autoLock })
}

function becomeDue(turn: Turn) {
  const { next, effects } = turn
  if (next.motion) return stopMotor(turn, next.motion.move, next.motion.order)
  if (next.lock === unlockedLockNgo) return startMotor(turn, MOVES.lock, { origin: ORIGIN.automatic })
  settle(turn, next.afterLatch)
  effects.push({ do: 'show' })
}

/** The key is turned: the position changes without the motor. */
function turnByHand(turn: Turn, verb: HandVerb) {
  const { next, effects } = turn
  const move: Move = MOVES[verb]
  if (next.motion || !move.from.includes(next.lock)) return
  next.trigger = ORIGIN.hand.state
  next.lastAction = move.action
  next.autoLockAt = undefined
  next.afterLatch = unlocked
  settle(turn, move.to)
  effects.push({ do: 'show' })
  conclude(effects, { origin: ORIGIN.hand }, move.action, OUTCOME.done)
  checkDoor(turn)
}

function pressButton(turn: Turn, presses: Presses) {
  const { spec } = turn.env
  const intelligent = turn.next.lock === locked ? LOCK_ACTION.unlock : LOCK_ACTION.lock
  // Button actions (6.11): 0 none, 1 intelligent, 2 unlock, 3 lock, 4 unlatch, 5 lock 'n' go, 6 show status.
  const action = [undefined, intelligent, 1, 2, 3, 4][buttonSetting(spec, presses)]
  if (action !== undefined && lockCanDo(spec, action)) obey(turn, action, false, { origin: ORIGIN.button })
}

function useFob(turn: Turn, presses: Presses, { allowed, who }: Attempt) {
  const { spec } = turn.env
  const intelligent = turn.next.lock === locked ? LOCK_ACTION.unlock : LOCK_ACTION.lock
  // Fob actions (6.10): 0 none, 1 unlock, 2 lock, 3 lock 'n' go, 4 intelligent.
  const action = [undefined, 1, 2, 4, intelligent][fobAction(spec.config, presses)]
  if (action === undefined || !lockCanDo(spec, action)) return
  if (allowed) obey(turn, action, false, { origin: ORIGIN.fob, ...(who && { who }) })
  else turn.effects.push(fobDenied(action, who))
}

function useKeypad(turn: Turn, by: 'code' | 'fingerprint', { allowed, who }: Attempt) {
  const source = keypadSource(by)
  if (allowed)
    return obey(turn, LOCK_ACTION.unlock, false, { origin: ORIGIN.keypad, source, ...(who && { who }) })
  const { state, log: trigger } = ORIGIN.keypad
  // The log's results for a wrong code and fingerprint (6.8) have the same numbers as the states (6.3).
  const result = by === 'code' ? LOCK_STATE.wrongCode : LOCK_STATE.wrongFingerprint
  turn.effects.push(
    { do: 'show', passing: { lock: result, trigger: state } },
    { do: 'log', kind: 'denied', action: LOCK_ACTION.unlock, trigger, result, source, ...who },
    { do: 'show' },
  )
}

function moveDoor(turn: Turn, open: boolean) {
  const { next, effects, env } = turn
  if (env.spec.type === 1 && !open) return shutBox(turn)
  const door = open ? DOOR_STATE.opened : DOOR_STATE.closed
  if (!env.spec.hasDoorSensor || next.door === door) return
  next.door = door
  next.ajarAt = open ? env.now + AJAR_MS : undefined
  if (!open && !next.motion) armAutoLock(turn)
  const action = open ? LOG_ACTION.doorOpened : LOG_ACTION.doorClosed
  effects.push({ do: 'show' })
  reportDoor(turn, action)
}

/** 8.1: a Box falls into its lock when it is shut. */
function shutBox(turn: Turn) {
  if (turn.next.lock !== unlocked) return
  turn.next.trigger = ORIGIN.automatic.state
  settle(turn, locked)
  turn.effects.push({ do: 'show' })
  conclude(turn.effects, { origin: ORIGIN.automatic }, LOCK_ACTION.lock, OUTCOME.done)
}

function setNightMode({ next, effects }: Turn, on: boolean) {
  if (next.nightMode === on) return
  next.nightMode = on
  effects.push({ do: 'show' })
}

function calibrate(turn: Turn, lock: 1 | 3) {
  if (turn.next.lock !== uncalibrated) return
  turn.next.trigger = ORIGIN.hand.state
  settle(turn, lock)
  const { calibration: action } = LOG_ACTION
  turn.effects.push(
    { do: 'show' },
    { do: 'log', kind: 'config', action, trigger: ORIGIN.hand.log, result: 0 },
  )
}
