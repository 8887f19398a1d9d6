import { ACTION_OPTION, type SimConnection } from '@latchwork/contract'
import type { DownCmd, DownDesired } from '@latchwork/contract/device'
import {
  type Clock,
  deviceKey,
  LdpDevice,
  type LdpDeviceOptions,
  type LdpHost,
  type SettingsAnswer,
  VARIES,
  varied,
} from '@latchwork/ldp-device'
import { Battery } from './battery.ts'
import { DeviceClock } from './device-clock.ts'
import { DeviceSettings } from './device-settings.ts'
import { firmwareText, type LockSpec } from './device-spec.ts'
import { Doorkeeper } from './doorkeeper.ts'
import { noFaults } from './faults.ts'
import { FaultyMedium } from './faulty-medium.ts'
import { type Machine, machineFor } from './machine.ts'
import type { Effect, HandVerb, MachineInput, Presses } from './machine-step.ts'
import type {
  AccessView,
  LockDeed,
  LockSnapshot,
  SimulatedLock,
  SimulatedLockOptions,
} from './simulated-lock.ts'
import { SteadyClock } from './steady-clock.ts'

const DEFAULT_MOVEMENT_MS = 1000

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
  connection: SimConnection = 'offline'
  readonly #settings: DeviceSettings
  readonly #clock: Clock
  /** By which the motor and what follows by itself go. */
  readonly #passing: SteadyClock
  readonly #movementMs: number
  readonly #battery: Battery
  readonly #doorkeeper: Doorkeeper
  readonly #endpointOptions: LdpDeviceOptions
  readonly #journal: (deed: LockDeed) => void
  #machine: Machine
  #endpoint: LdpDevice
  #motorStarts = 0
  #plannedWake: number | undefined
  #cancelWake: (() => void) | undefined

  constructor(options: SimulatedLockOptions) {
    const { spec, deviceId, clock, initialState = {}, movementMs = DEFAULT_MOVEMENT_MS } = options
    this.deviceId = deviceId
    this.#settings = new DeviceSettings(spec, options.adminPin)
    this.#clock = clock
    this.#passing = new SteadyClock(clock)
    this.#journal = options.journal ?? (() => undefined)
    this.clock = new DeviceClock(clock)
    const key = deviceKey(options.secret)
    this.#doorkeeper = new Doorkeeper(key, this.clock, this.faults, () => this.spec)
    this.#movementMs = varied(movementMs, deviceId, VARIES.movement)
    this.#battery = new Battery(deviceId, initialState.batteryCharge ?? spec.batteryCharge)
    this.#machine = machineFor(this.spec, initialState, this.#passing.now(), this.#movementMs)
    const medium = () => new FaultyMedium(deviceId, this.clock, this.faults)
    this.#endpointOptions = { ...options, key, clock: this.clock, medium }
    this.#endpoint = new LdpDevice(this.#endpointOptions, this)
    this.#planWake()
  }

  /** As it is set now. */
  get spec(): LockSpec {
    return this.#settings.spec
  }

  get hasKeypad(): boolean {
    return this.#doorkeeper.hasKeypad
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

  get waitingEvents(): number {
    return this.#endpoint.events.waiting
  }

  get lostEvents(): number {
    return this.#endpoint.events.lost
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

  pressButton(presses: Presses = 1) {
    this.#happens({ kind: 'button', presses })
  }

  setDoor(open: boolean) {
    const isStuck = this.spec.hasDoorSensor && this.faults.doorSensorJam
    this.#happens(isStuck ? { kind: 'doorSensorJam' } : { kind: 'door', open })
  }

  ring() {
    this.#happens({ kind: 'ring' })
  }

  typeCode(code: string) {
    if (this.hasKeypad) this.#happens({ kind: 'keypad', by: 'code', ...this.#doorkeeper.tryCode(code) })
  }

  showFinger(known: boolean, authId?: number) {
    if (!this.hasKeypad) return
    this.#happens({ kind: 'keypad', by: 'fingerprint', ...this.#doorkeeper.tryNumber(known, authId) })
  }

  pressFob(presses: Presses, authId?: number) {
    this.#happens({ kind: 'fob', presses, ...this.#doorkeeper.tryNumber(true, authId) })
  }

  forgetAccess() {
    this.#doorkeeper.forget()
  }

  access(): AccessView[] {
    return this.#doorkeeper.view()
  }

  async reboot() {
    this.#endpoint.cut()
    const { lock, mode, door } = this.#machine.state
    this.#machine = machineFor(this.spec, { lock, mode, door }, this.#passing.now(), this.#movementMs)
    this.#endpoint = new LdpDevice(this.#endpointOptions, this)
    this.#planWake()
    // A connection on which nothing passed any more does not survive, either.
    if (this.connection === 'online' || this.connection === 'halfOpen') await this.goOnline()
  }

  setNightMode(on: boolean) {
    this.#happens({ kind: 'nightMode', on })
  }

  calibrate(lock: 1 | 3 = 1) {
    this.#happens({ kind: 'calibrated', lock })
  }

  info = () => this.#settings.report()
  accessPages = () => this.#doorkeeper.pages()

  configure(desired: DownDesired): SettingsAnswer | undefined {
    if (desired.section === 'auths') return this.#doorkeeper.orders.apply(desired)
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
      ...(this.hasKeypad && { keypadBatteryCritical: false }),
      ...(this.spec.hasDoorSensor && { doorsensorBatteryCritical: false }),
      nightMode,
      // The machine counts time as it passes; the lock tells the hour its own clock will show.
      ...(rtoEndsAt !== undefined && { rtoEndsAt: this.#passing.shownAt(rtoEndsAt) + this.clock.aheadMs }),
    }
  }

  canDo(action: number): boolean {
    return this.#machine.canDo(action)
  }

  execute({ id, action, opt, exp }: DownCmd) {
    const [at, ownTime] = [this.#clock.now(), this.clock.now()]
    this.#journal({ did: 'began', at, command: id, action, expiresAt: exp, ownTime })
    this.#happens({ kind: 'command', cmd: id, action, force: (opt & ACTION_OPTION.force) !== 0 })
  }

  #happens(input: MachineInput) {
    for (const effect of this.#machine.step(input, this.#passing.now(), this.faults.jam))
      this.#carryOut(effect)
    this.#planWake()
  }

  #carryOut(effect: Effect) {
    switch (effect.do) {
      case 'startMotor':
        this.#motorStarts++
        this.#journal({ did: 'startedMotor', at: this.#clock.now() })
        this.#battery.drain()
        return
      case 'show':
        return this.#endpoint.publishState(effect.passing)
      case 'log': {
        const { do: _, ...entry } = effect
        this.#journal({ did: 'noted', at: this.#clock.now() })
        return this.#endpoint.recordEvent(entry)
      }
      case 'finish':
        this.#journal({ did: 'ended', at: this.#clock.now(), command: effect.cmd, code: effect.code })
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
    this.#cancelWake = this.#clock.after(wakeAt - this.#passing.now(), () => {
      this.#cancelWake = undefined
      this.#passing.reach(wakeAt)
      this.#happens({ kind: 'wake' })
    })
  }
}
