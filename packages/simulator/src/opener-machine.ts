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
  type LogEntry,
  type MachineInput,
  type MachineState,
  MODE,
  OPENER_STATE,
  ORIGIN,
  type Order,
  OUTCOME,
} from './machine-step.ts'

const { untrained, online, rtoActive, open, opening, bootRun } = OPENER_STATE

/** Actions in device numbering (`DownCmd`). */
const DEVICE_ACTION = { rtoOn: 1, rtoOff: 2, open: 3, cmOn: 4, cmOff: 5 } as const
/** The same in the numbering of log and state (6.6), where continuous mode is 6 and 7. */
const { rtoOn, rtoOff, cmOn, cmOff } = OPENER_ACTION
const LOGGED_AS: readonly (number | undefined)[] = [undefined, rtoOn, rtoOff, OPENER_ACTION.open, cmOn, cmOff]

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

/** Which actions of `DownCmd` an opener knows: `capabilities` (4.8) may lack ringing or opening. */
export function openerCanDo(spec: OpenerSpec, action: number): boolean {
  if (action < DEVICE_ACTION.rtoOn || action > DEVICE_ACTION.cmOff) return false
  if (action === DEVICE_ACTION.open) return spec.config.capabilities !== 2
  return spec.config.capabilities !== 0
}

/** Contract 8.2: one thing happens to an opener. */
export function stepOpener(state: OpenerState, input: MachineInput, env: OpenerSurroundings) {
  const turn: Turn = { next: { ...state }, effects: [], env }
  take(turn, input)
  turn.next.wakeAt = wakeTime(turn.next)
  const force = input.kind === 'command' ? input.force : (state.strike?.force ?? false)
  const effects = turn.effects.map((effect) =>
    effect.do === 'log' ? { ...effect, opener: openerFlags(turn, effect, force) } : effect,
  )
  return { state: turn.next as OpenerState, effects }
}

/** What caused an entry of the log (4.16), by its trigger: a gateway for the service, a hand at the device for training. */
const SOURCE_OF: Readonly<Record<number, number>> = {
  [ORIGIN.hand.log]: 3,
  [ORIGIN.button.log]: 3,
  [ORIGIN.fob.log]: 4,
  [ORIGIN.service.log]: 5,
  [ORIGIN.keypad.log]: 6,
}
const DOORBELL = 0
const TIME_CONTROL = 1
/** `doorbellSuppression` (4.10): when the bell stays silent. */
const SILENT = { idle: 1, rto: 2, cm: 4 } as const

function openerFlags({ next, env }: Turn, { action, trigger }: LogEntry, force: boolean) {
  const cm = next.mode === MODE.continuous
  const rto = next.lock === rtoActive || (next.strike?.inRto ?? false)
  const isTimeOut = action === OPENER_ACTION.rtoOff && trigger === ORIGIN.automatic.log
  const source = SOURCE_OF[trigger] ?? (isTimeOut ? TIME_CONTROL : DOORBELL)
  const silentNow = (cm ? SILENT.cm : 0) | (rto ? SILENT.rto : 0) || SILENT.idle
  const suppressed =
    action === LOG_ACTION.doorbell && ((env.spec.advanced.doorbellSuppression ?? 0) & silentNow) !== 0
  return { cm, rto, source, ...(force && { force }), ...(suppressed && { suppressed }) }
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
      return pressButton(turn)
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

function pressButton(turn: Turn) {
  const { next, env } = turn
  if (env.spec.config.buttonEnabled === false) return
  const toggledRto = next.lock === rtoActive ? DEVICE_ACTION.rtoOff : DEVICE_ACTION.rtoOn
  const toggledCm = next.mode === MODE.continuous ? DEVICE_ACTION.cmOff : DEVICE_ACTION.cmOn
  // Button actions (6.11): 0 none, 1-3 toggle, activate, deactivate RTO, 4-6 the same for CM, 7 open.
  const action = [undefined, toggledRto, 1, 2, toggledCm, 4, 5, 3][env.spec.advanced.singleButtonPressAction]
  if (action !== undefined && openerCanDo(env.spec, action)) obey(turn, action, { origin: ORIGIN.button })
}

const FOB_RINGS = 8

function useFob(turn: Turn, presses: 1 | 2 | 3, { allowed, who }: Attempt) {
  const pressed = fobAction(turn.env.spec.config, presses)
  if (pressed === FOB_RINGS) return ring(turn)
  const toggledRto = turn.next.lock === rtoActive ? DEVICE_ACTION.rtoOff : DEVICE_ACTION.rtoOn
  // Fob actions (6.10): 0 none, 1-3 toggle, activate, deactivate RTO, 7 open, 8 ring.
  const action = [undefined, toggledRto, 1, 2, undefined, undefined, undefined, 3][pressed]
  if (action === undefined || !openerCanDo(turn.env.spec, action)) return
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
