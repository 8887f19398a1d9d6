import { OPENER_ACTION } from '@latchwork/contract'
import type { OpenerSpec } from './device-spec.ts'
import {
  type Attempt,
  conclude,
  DOOR_STATE,
  type Effect,
  fobAction,
  fobDenied,
  keypadSource,
  LOCK_STATE,
  LOG_ACTION,
  type MachineInput,
  type MachineState,
  MODE,
  OPENER_STATE,
  ORIGIN,
  type Order,
  OUTCOME,
  type Presses,
} from './machine-step.ts'
import { buttonAction, DEVICE_ACTION, FOB_RINGS, fobOrder, LOGGED_AS } from './opener-actions.ts'
import { openerFlags } from './opener-log.ts'

const { untrained, online, rtoActive, open, opening, bootRun } = OPENER_STATE

interface Strike {
  readonly order: Order
  readonly back: 1 | 3
  /** Ring-to-open was on when it began. */
  readonly inRto: boolean
  readonly force: boolean
}

export interface OpenerState extends MachineState {
  /** The strike is being operated; afterwards the opener returns to `back`. */
  readonly strike: Strike | undefined
  /** The strike is energised, released, or the boot run is over: whichever the state is waiting for. */
  readonly due: number | undefined
}

/** What the machine needs to know of the world for one step. */
export interface OpenerSurroundings {
  readonly spec: OpenerSpec
  readonly now: number
  /** How long it takes to operate the strike; 0 = at once, without a state in between. */
  readonly movementMs: number
}

interface Turn {
  readonly next: { -readonly [K in keyof OpenerState]: OpenerState[K] }
  readonly effects: Effect[]
  readonly env: OpenerSurroundings
}

/** An opener that has just come to this state. */
export function openerAtRest(lock: number, mode: number, env: OpenerSurroundings): OpenerState {
  const next: Turn['next'] = {
    lock,
    mode,
    trigger: ORIGIN.system.state,
    lastAction: 0,
    door: DOOR_STATE.unavailable,
    nightMode: false,
    rtoEndsAt: lock === rtoActive ? rtoEnd(env) : undefined,
    wakeAt: undefined,
    strike: undefined,
    due: lock === bootRun ? env.now + env.movementMs : undefined,
  }
  next.wakeAt = wakeTime(next)
  return next
}

/** Contract 8.2: one thing happens to an opener. */
export function stepOpener(state: OpenerState, input: MachineInput, env: OpenerSurroundings) {
  const turn: Turn = { next: { ...state }, effects: [], env }
  take(turn, input)
  turn.next.wakeAt = wakeTime(turn.next)
  const { next } = turn
  const standing = {
    mode: next.mode,
    rto: next.lock === rtoActive || (next.strike?.inRto ?? false),
    force: input.kind === 'command' ? input.force : (state.strike?.force ?? false),
  }
  const effects = turn.effects.map((effect) =>
    effect.do === 'log' ? { ...effect, opener: openerFlags(standing, effect, env.spec) } : effect,
  )
  return { state: turn.next as OpenerState, effects }
}

const rtoEnd = (env: OpenerSurroundings) => env.now + env.spec.advanced.rtoTimeout * 60_000

/** Ring-to-open that ends while the strike is operated is noticed afterwards. */
const wakeTime = (state: OpenerState) => state.due ?? (state.lock === rtoActive ? state.rtoEndsAt : undefined)

function take(turn: Turn, input: MachineInput) {
  switch (input.kind) {
    case 'command':
      return obey(turn, input.action, { origin: ORIGIN.service, cmd: input.cmd }, input.force)
    case 'wake':
      return wake(turn)
    case 'ring':
      return ring(turn)
    case 'button':
      return pressButton(turn, input.presses)
    case 'fob':
      return useFob(turn, input.presses, input)
    case 'keypad':
      return useKeypad(turn, input.by, input)
    case 'nightMode':
      return setNightMode(turn, input.on)
    case 'calibrated':
      return train(turn)
    case 'hand':
    case 'door':
    case 'doorSensorJam':
      return
  }
}

function obey(turn: Turn, action: number, order: Order, force = false) {
  const { next, effects } = turn
  const logged = LOGGED_AS[action]
  if (logged === undefined) throw new RangeError(`no opener knows action ${action}`)
  if (next.lock === untrained) return conclude(effects, order, logged, OUTCOME.notCalibrated)
  if (next.lock !== online && next.lock !== rtoActive) return conclude(effects, order, logged, OUTCOME.busy)
  const opens = action !== DEVICE_ACTION.rtoOff && action !== DEVICE_ACTION.cmOff
  // Night mode keeps the service from opening the door, never people who stand there.
  if (next.nightMode && opens && order.origin === ORIGIN.service)
    return conclude(effects, order, logged, OUTCOME.nightMode)
  if (action === DEVICE_ACTION.open)
    return operateStrike(turn, { order, back: next.lock, inRto: next.lock === rtoActive, force }, 0)
  if (changesSetting(turn, action)) {
    next.trigger = order.origin.state
    next.lastAction = logged
    effects.push({ do: 'show' })
  }
  conclude(effects, order, logged, OUTCOME.done)
}

/** Ring-to-open and continuous mode; false where it is already so. */
function changesSetting({ next, env }: Turn, action: number): boolean {
  const { lock, mode } = next
  if (action === DEVICE_ACTION.rtoOn && lock === online) {
    next.lock = rtoActive
    next.rtoEndsAt = rtoEnd(env)
  } else if (action === DEVICE_ACTION.rtoOff) {
    next.lock = online
    next.rtoEndsAt = undefined
  } else if (action === DEVICE_ACTION.cmOn) next.mode = MODE.continuous
  else if (action === DEVICE_ACTION.cmOff) next.mode = MODE.door
  return next.lock !== lock || next.mode !== mode
}

function operateStrike(turn: Turn, strike: Strike, delayMs: number) {
  const { next, effects, env } = turn
  next.trigger = strike.order.origin.state
  next.lastAction = OPENER_ACTION.open
  next.strike = strike
  if (strike.back === online) next.rtoEndsAt = undefined
  effects.push({ do: 'startMotor' })
  if (env.movementMs + delayMs === 0) return energise(turn, strike.order)
  next.lock = opening
  next.due = env.now + delayMs + env.movementMs
  effects.push({ do: 'show' })
}

function energise({ next, effects, env }: Turn, order: Order) {
  next.lock = open
  next.due = env.now + env.spec.advanced.electricStrikeDuration
  effects.push({ do: 'show' })
  conclude(effects, order, OPENER_ACTION.open, OUTCOME.done)
}

function wake(turn: Turn) {
  const { next, effects, env } = turn
  if (next.wakeAt === undefined || env.now < next.wakeAt) return
  if (next.strike && next.lock === opening) return energise(turn, next.strike.order)
  if (next.lock === rtoActive) return endRto(turn)
  const isRtoOn = next.strike?.back === rtoActive
  next.lock = isRtoOn ? rtoActive : online
  next.strike = undefined
  next.due = undefined
  if (isRtoOn && next.rtoEndsAt !== undefined && env.now >= next.rtoEndsAt) return endRto(turn)
  effects.push({ do: 'show' })
}

function endRto({ next, effects }: Turn) {
  next.lock = online
  next.rtoEndsAt = undefined
  next.trigger = ORIGIN.automatic.state
  next.lastAction = OPENER_ACTION.rtoOff
  effects.push({ do: 'show' })
  conclude(effects, { origin: ORIGIN.automatic }, OPENER_ACTION.rtoOff, OUTCOME.done)
}

/** Who rings waits a little, as if somebody came to the door; an order opens at once. */
function delayAfterRing({ spec: { advanced }, now }: OpenerSurroundings): number {
  // Random to whoever stands there, and the same in every run.
  if (advanced.randomElectricStrikeDelay) return 3000 + ((now * 7919) % 4001)
  return advanced.electricStrikeDelay ?? 0
}

function ring(turn: Turn) {
  const { next, effects, env } = turn
  if (next.lock === untrained || next.lock === bootRun) return
  const { doorbell: action } = LOG_ACTION
  effects.push({ do: 'log', kind: 'ring', action, trigger: ORIGIN.system.log, result: 0 })
  if (next.lock === rtoActive) {
    const back = env.spec.advanced.disableRtoAfterRing ? online : rtoActive
    const strike = { order: { origin: ORIGIN.automatic }, back, inRto: true, force: false } as const
    operateStrike(turn, strike, delayAfterRing(env))
  } else if (next.lock === online && next.mode === MODE.continuous) {
    const strike = { order: { origin: ORIGIN.continuousMode }, back: online, inRto: false, force: false }
    operateStrike(turn, strike, delayAfterRing(env))
  }
}

function pressButton(turn: Turn, presses: Presses) {
  const { next, env } = turn
  const action = buttonAction(env.spec, next, presses)
  if (action !== undefined) obey(turn, action, { origin: ORIGIN.button })
}

function useFob(turn: Turn, presses: Presses, { allowed, who }: Attempt) {
  const { next, env } = turn
  const pressed = fobAction(env.spec.config, presses)
  if (pressed === FOB_RINGS) return ring(turn)
  const action = fobOrder(env.spec, next, pressed)
  if (action === undefined) return
  if (allowed) obey(turn, action, { origin: ORIGIN.fob, ...(who && { who }) })
  else turn.effects.push(fobDenied(action, who))
}

function useKeypad(turn: Turn, by: 'code' | 'fingerprint', { allowed, who }: Attempt) {
  const source = keypadSource(by)
  if (allowed) return obey(turn, DEVICE_ACTION.open, { origin: ORIGIN.keypad, source, ...(who && { who }) })
  // Openers do not show a wrong code as a state (6.3); the log does.
  const result = by === 'code' ? LOCK_STATE.wrongCode : LOCK_STATE.wrongFingerprint
  const { log: trigger } = ORIGIN.keypad
  turn.effects.push({
    do: 'log',
    kind: 'denied',
    action: OPENER_ACTION.open,
    trigger,
    result,
    source,
    ...who,
  })
}

function setNightMode({ next, effects }: Turn, on: boolean) {
  if (next.nightMode === on) return
  next.nightMode = on
  effects.push({ do: 'show' })
}

function train({ next, effects }: Turn) {
  if (next.lock !== untrained) return
  next.lock = online
  next.trigger = ORIGIN.hand.state
  const { initialisation: action } = LOG_ACTION
  effects.push({ do: 'show' }, { do: 'log', kind: 'config', action, trigger: ORIGIN.hand.log, result: 0 })
}
