import { type Clock, VARIES, varied } from '@latchwork/ldp-device'
import { Battery } from '../battery.ts'
import type { LockSpec } from '../device-spec.ts'
import { type Machine, machineFor } from '../machine.ts'
import type { Effect, HandVerb, LogEntry, MachineInput, MachineState, Who } from '../machine-step.ts'
import { SteadyClock } from '../steady-clock.ts'

/** What can be made to go wrong with a lock or hub that speaks the topics of its maker, at any time. */
export interface NukiFaults {
  /** Takes orders, and neither moves nor answers. */
  mute: boolean
  /** Its motor is blocked. */
  jam: boolean
  /** Answers come so much later. */
  lateAnswerMs: number
  /** Every answer comes twice. */
  repeatsAnswers: boolean
  /** Topics that its firmware does not know. */
  lacks: ReadonlySet<string>
}

const noNukiFaults = (): NukiFaults => ({
  mute: false,
  jam: false,
  lateAnswerMs: 0,
  repeatsAnswers: false,
  lacks: new Set(),
})

/** Something the lock is about to do, and who wants it. */
export interface Beginning {
  readonly action: number
  readonly by: 'order' | 'keypad' | 'fingerprint' | 'button'
  readonly who?: Who
}

/** Whoever shows a lock to the world: told of everything as it happens. */
export interface Face {
  begins?(beginning: Beginning): void
  shows(): void
  logs?(entry: LogEntry): void
  ends(command: string, code: number): void
}

/** BLE error codes (7.5): the lock does not know the action. */
const BAD_PARAMETER = 0x23

/** The machine of a lock or opener with its motor, its battery and its keypad, whatever it speaks. */
export class LockCore {
  readonly id: string
  readonly spec: LockSpec
  readonly faults = noNukiFaults()
  readonly #faces: Face[] = []
  readonly #clock: Clock
  readonly #passing: SteadyClock
  readonly #machine: Machine
  readonly #battery: Battery
  motorStarts = 0
  #cancelWake: (() => void) | undefined

  constructor(spec: LockSpec, clock: Clock, movementMs: number) {
    this.spec = spec
    this.id = spec.deviceId
    this.#clock = clock
    this.#passing = new SteadyClock(clock)
    this.#battery = new Battery(spec.deviceId, spec.batteryCharge)
    const turnMs = varied(movementMs, spec.deviceId, VARIES.movement)
    this.#machine = machineFor(spec, {}, this.#passing.now(), turnMs)
  }

  get state(): MachineState {
    return this.#machine.state
  }

  get battery() {
    return this.#battery.report()
  }

  shownBy(face: Face): void {
    this.#faces.push(face)
  }

  setBattery(percent: number): void {
    this.#battery.replace(percent)
    for (const face of this.#faces) face.shows()
  }

  /** An order over the network. */
  order(command: string, action: number): void {
    if (this.faults.mute) return
    if (this.#machine.canDo(action))
      this.#happens({ kind: 'command', cmd: command, action, force: false }, { action, by: 'order' })
    else this.#answer(command, BAD_PARAMETER)
  }

  turnByHand(verb: HandVerb): void {
    this.#happens({ kind: 'hand', verb })
  }

  setDoor(open: boolean): void {
    this.#happens({ kind: 'door', open })
  }

  ring(): void {
    this.#happens({ kind: 'ring' })
  }

  /** Somebody is at the keypad; whether they are let in was decided by whoever keeps its codes. */
  useKeypad(by: 'code' | 'fingerprint', allowed: boolean, who?: Who): void {
    const attempt = { kind: 'keypad', by, allowed, ...(who && { who }) } as const
    const beginning: Beginning = {
      action: 1,
      by: by === 'code' ? 'keypad' : 'fingerprint',
      ...(who && { who }),
    }
    this.#happens(attempt, allowed ? beginning : undefined)
  }

  stop(): void {
    this.#cancelWake?.()
  }

  #happens(input: MachineInput, beginning?: Beginning): void {
    const effects = this.#machine.step(input, this.#passing.now(), this.faults.jam)
    if (beginning && effects.some((effect) => effect.do === 'startMotor'))
      for (const face of this.#faces) face.begins?.(beginning)
    for (const effect of effects) this.#carryOut(effect)
    this.#planWake()
  }

  #carryOut(effect: Effect): void {
    if (effect.do === 'startMotor') {
      this.motorStarts += 1
      this.#battery.drain()
    }
    if (effect.do === 'show' && !effect.passing) for (const face of this.#faces) face.shows()
    if (effect.do === 'log') for (const face of this.#faces) face.logs?.(effect)
    if (effect.do === 'finish') this.#answer(effect.cmd, effect.code)
  }

  #answer(command: string, code: number): void {
    const { lateAnswerMs, repeatsAnswers } = this.faults
    const say = () => {
      for (const face of this.#faces) face.ends(command, code)
    }
    this.#clock.after(lateAnswerMs, say)
    if (repeatsAnswers) this.#clock.after(lateAnswerMs + 50, say)
  }

  #planWake(): void {
    this.#cancelWake?.()
    this.#cancelWake = undefined
    const { wakeAt } = this.#machine.state
    if (wakeAt === undefined) return
    this.#cancelWake = this.#clock.after(Math.max(0, wakeAt - this.#passing.now()), () =>
      this.#happens({ kind: 'wake' }),
    )
  }
}
