import { ACTION_OPTION, type SimConnection } from '@latchwork/contract'
import type { DownCmd, DownDesired } from '@latchwork/contract/device'
import { Battery } from './battery.ts'
import type { Clock } from './clock.ts'
import { DeviceClock } from './device-clock.ts'
import { DeviceSettings, type SettingsAnswer } from './device-settings.ts'
import { firmwareText, type LockSpec } from './device-spec.ts'
import { VARIES, varied } from './device-variation.ts'
import { type Faults, noFaults } from './faults.ts'
import { Keypad } from './keypad.ts'
import { LdpDevice, type LdpHost } from './ldp-device.ts'
import { type Machine, machineFor, type Waking } from './machine.ts'
import type { Effect, HandVerb, MachineInput } from './machine-step.ts'

const DEFAULT_MOVEMENT_MS = 1000
export interface SimulatedLockOptions {
  readonly spec: LockSpec
  readonly deviceId: string
  readonly username: string
  readonly secret: string
  readonly brokerUrl: string
  readonly clock: Clock
  /** Where the lock was left; what is absent comes from the spec. */
  readonly initialState?: InitialState
  /** How long its motor takes, give or take a fifth depending on the device; 0 = no time at all. */
  readonly movementMs?: number
  /** The PIN it wants to be shown; without one it takes any. */
  readonly adminPin?: number
}

/** What a lock finds when it wakes up. */
export interface InitialState extends Waking {
  readonly batteryCharge?: number
}

export interface LockSnapshot {
  readonly state: number
  readonly mode: number
  readonly door: number
  readonly nightMode: boolean
  readonly batteryCharge: number
  readonly batteryCritical: boolean
  /** How often the motor (an opener's strike) was started. */
  readonly motorStarts: number
  readonly connected: boolean
}

/** A simulated lock, seen by somebody who stands in front of it. */
export interface SimulatedLock {
  readonly deviceId: string
  readonly name: string
  readonly spec: LockSpec
  /** Switches; change them at any time. */
  readonly faults: Faults
  /** What the lock takes for the time. */
  readonly clock: DeviceClock
  /** Of locks that have one. */
  readonly keypad: Keypad | undefined
  readonly connection: SimConnection
  /** Messages on their way to the broker. */
  readonly unconfirmed: number
  /** Counts messages that came and went. */
  readonly activity: number
  snapshot(): LockSnapshot
  /** Powers down with a goodbye. */
  stop(): Promise<void>
  /** Breaks the connection without a goodbye; the lock stays away until `reconnect`. */
  loseConnection(): void
  reconnect(): Promise<void>
  /** Leaves with a goodbye until `goOnline`; the lock goes on working by itself. */
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /** Keeps its connection, but nothing passes any more, until it goes online or offline. */
  goSilent(): Promise<void>
  setBattery(percent: number): void
  turnByHand(verb: HandVerb): void
  pressButton(): void
  setDoor(open: boolean): void
  ring(): void
  useKeypad(by: 'code' | 'fingerprint', valid: boolean): void
  /** The lock itself decides whether it knows the code. */
  typeCode(code: string): void
  pressFob(presses: 1 | 2 | 3): void
  setNightMode(on: boolean): void
  /** Calibrates a lock, which then stands in this state, or trains an opener. */
  calibrate(lock?: 1 | 3): void
}

/** Powers a simulated lock up. Rejects when it cannot connect; later it comes back by itself. */
export async function startSimulatedLock(options: SimulatedLockOptions): Promise<SimulatedLock> {
  const lock = new LockSimulation(options)
  try {
    await lock.reconnect()
  } catch (error) {
    await lock.stop()
    throw error
  }
  return lock
}

class LockSimulation implements SimulatedLock, LdpHost {
  readonly deviceId: string
  readonly faults = noFaults()
  readonly clock: DeviceClock
  readonly keypad: Keypad | undefined
  connection: SimConnection = 'offline'
  readonly #settings: DeviceSettings
  readonly #clock: Clock
  readonly #movementMs: number
  readonly #battery: Battery
  readonly #machine: Machine
  readonly #endpoint: LdpDevice
  #motorStarts = 0
  #plannedWake: number | undefined
  #cancelWake: (() => void) | undefined

  constructor(options: SimulatedLockOptions) {
    const { spec, deviceId, clock, initialState = {}, movementMs = DEFAULT_MOVEMENT_MS } = options
    this.deviceId = deviceId
    this.#settings = new DeviceSettings(spec, options.adminPin)
    this.#clock = clock
    this.clock = new DeviceClock(clock)
    const { keypadPaired, keypad2Paired } = spec.config
    this.keypad = keypadPaired || keypad2Paired ? new Keypad(this.faults) : undefined
    this.#movementMs = varied(movementMs, deviceId, VARIES.movement)
    this.#battery = new Battery(deviceId, initialState.batteryCharge ?? spec.batteryCharge)
    this.#machine = machineFor(this.spec, initialState, clock.now(), this.#movementMs)
    this.#endpoint = new LdpDevice({ ...options, clock: this.clock, faults: this.faults }, this)
    this.#planWake()
  }

  /** As it is set now. */
  get spec(): LockSpec {
    return this.#settings.spec
  }

  get name(): string {
    return this.spec.name
  }

  get unconfirmed(): number {
    return this.#endpoint.unconfirmed
  }

  get activity(): number {
    return this.#endpoint.activity
  }

  get firmware(): string {
    return firmwareText(this.spec.firmware)
  }

  snapshot(): LockSnapshot {
    const { lock, mode, door, nightMode } = this.#machine.state
    const { pct, critical } = this.#battery.report()
    return {
      state: lock,
      mode,
      door,
      nightMode,
      batteryCharge: pct,
      batteryCritical: critical,
      motorStarts: this.#motorStarts,
      connected: this.#endpoint.isConnected,
    }
  }

  async stop(): Promise<void> {
    this.#cancelWake?.()
    this.#cancelWake = undefined
    await this.#endpoint.disconnect()
  }

  loseConnection() {
    this.connection = 'cut'
    this.#endpoint.cut()
  }

  reconnect(): Promise<void> {
    return this.goOnline()
  }

  goOffline(): Promise<void> {
    this.connection = 'offline'
    return this.#endpoint.disconnect()
  }

  goOnline(): Promise<void> {
    this.connection = 'online'
    return this.#endpoint.connect()
  }

  async goSilent() {
    if (this.connection !== 'halfOpen') await this.goOnline()
    this.connection = 'halfOpen'
    this.#endpoint.goSilent()
  }

  setBattery(percent: number) {
    this.#battery.replace(percent)
    this.#endpoint.publishState()
  }

  turnByHand(verb: HandVerb) {
    this.#happens({ kind: 'hand', verb })
  }

  pressButton() {
    this.#happens({ kind: 'button' })
  }

  setDoor(open: boolean) {
    this.#happens({ kind: 'door', open })
  }

  ring() {
    this.#happens({ kind: 'ring' })
  }

  useKeypad(by: 'code' | 'fingerprint', valid: boolean) {
    if (this.keypad) this.#happens({ kind: 'keypad', by, valid })
  }

  typeCode(code: string) {
    this.useKeypad('code', this.keypad?.knows(code) ?? false)
  }

  pressFob(presses: 1 | 2 | 3) {
    this.#happens({ kind: 'fob', presses })
  }

  setNightMode(on: boolean) {
    this.#happens({ kind: 'nightMode', on })
  }

  calibrate(lock: 1 | 3 = 1) {
    this.#happens({ kind: 'calibrated', lock })
  }

  info() {
    return this.#settings.report()
  }

  configure(desired: DownDesired): SettingsAnswer | undefined {
    const answer = this.#settings.apply(desired, this.faults.rejectConfig)
    this.#machine.configure(this.spec)
    return answer
  }

  state() {
    const { lock, mode, trigger, lastAction, door, nightMode, rtoEndsAt } = this.#machine.state
    return {
      mode,
      lock,
      trigger,
      lastAction,
      door,
      battery: this.#battery.report(),
      ...(this.keypad && { keypadBatteryCritical: false }),
      ...(this.spec.hasDoorSensor && { doorsensorBatteryCritical: false }),
      nightMode,
      // The machine counts time as it passes; the lock tells the hour its own clock will show.
      ...(rtoEndsAt !== undefined && { rtoEndsAt: rtoEndsAt + this.clock.aheadMs }),
    }
  }

  canDo(action: number): boolean {
    return this.#machine.canDo(action)
  }

  execute({ id, action, opt }: DownCmd) {
    this.#happens({ kind: 'command', cmd: id, action, force: (opt & ACTION_OPTION.force) !== 0 })
  }

  #happens(input: MachineInput) {
    for (const effect of this.#machine.step(input, this.#clock.now(), this.faults.jam)) this.#carryOut(effect)
    this.#planWake()
  }

  #carryOut(effect: Effect) {
    switch (effect.do) {
      case 'startMotor':
        this.#motorStarts++
        this.#battery.drain()
        return
      case 'show':
        return this.#endpoint.publishState(effect.passing)
      case 'log': {
        const { do: _, ...entry } = effect
        return this.#endpoint.recordEvent(entry)
      }
      case 'finish':
        return this.#endpoint.finishCommand(effect.cmd, effect.code)
    }
  }

  #planWake() {
    const { wakeAt } = this.#machine.state
    if (this.#cancelWake && wakeAt === this.#plannedWake) return
    this.#cancelWake?.()
    this.#cancelWake = undefined
    this.#plannedWake = wakeAt
    if (wakeAt === undefined) return
    this.#cancelWake = this.#clock.after(wakeAt - this.#clock.now(), () => {
      this.#cancelWake = undefined
      this.#happens({ kind: 'wake' })
    })
  }
}
