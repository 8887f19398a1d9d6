import type { ConnectionOptions } from 'node:tls'
import type { SimConnection } from '@latchwork/contract'
import type { Clock } from '@latchwork/ldp-device'
import type { DeviceClock } from './device-clock.ts'
import type { LockSpec } from './device-spec.ts'
import type { Faults } from './faults.ts'
import type { Waking } from './machine.ts'
import type { HandVerb, Presses } from './machine-step.ts'

export interface SimulatedLockOptions {
  readonly spec: LockSpec
  readonly deviceId: string
  readonly username: string
  readonly secret: string
  readonly brokerUrl: string
  /** How a broker with TLS is recognized; asked at every connection, because it may change its certificate. */
  readonly brokerTrust?: (() => ConnectionOptions) | undefined
  readonly clock: Clock
  /** Where the lock was left; what is absent comes from the spec. */
  readonly initialState?: InitialState
  /** How long its motor takes, give or take a fifth depending on the device; 0 = no time at all. */
  readonly movementMs?: number
  /** The PIN it wants to be shown; without one it takes any. */
  readonly adminPin?: number
  /** Told of everything the lock does, as it does it: its own record, to hold against what others say. */
  readonly journal?: ((deed: LockDeed) => void) | undefined
}

/** What a lock did, by the clock it was given. */
export type LockDeed =
  /** It began to carry out a command that was good until `expiresAt` by the lock's own clock, which showed `ownTime`. */
  | {
      readonly did: 'began'
      readonly at: number
      readonly command: string
      readonly action: number
      readonly expiresAt: number
      readonly ownTime: number
    }
  | { readonly did: 'startedMotor'; readonly at: number }
  /** 0 is success. */
  | { readonly did: 'ended'; readonly at: number; readonly command: string; readonly code: number }
  /** Something for its log, which the service is to get. */
  | { readonly did: 'noted'; readonly at: number }

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

/** An access right on a lock. */
export interface AccessView {
  /** Its number there. */
  readonly authId: number
  readonly type: number
  readonly name: string
  /** As the keypad shows it. */
  readonly code?: string
  /** By the lock's own clock. */
  readonly allowed: boolean
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
  readonly hasKeypad: boolean
  readonly connection: SimConnection
  /** Messages on their way to the broker. */
  readonly unconfirmed: number
  /** Counts messages that came and went. */
  readonly activity: number
  /** Events that the service has not acknowledged. */
  readonly waitingEvents: number
  /** Events pushed out of the full buffer before the service had them. */
  readonly lostEvents: number
  snapshot(): LockSnapshot
  /** The access rights on it, as it would decide about them now. */
  access(): AccessView[]
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
  /** As often in a row; once unless told. */
  pressButton(presses?: Presses): void
  setDoor(open: boolean): void
  ring(): void
  /** The lock itself decides whether it knows the code, and whether it is allowed now. */
  typeCode(code: string): void
  /** A finger it knows or not; one that belongs to an access right is let in when that is. */
  showFinger(known: boolean, authId?: number): void
  /** A fob; one that is an access right works when that is allowed. */
  pressFob(presses: Presses, authId?: number): void
  /** Loses all access rights, as by a reset at the device. */
  forgetAccess(): void
  /** Loses power and gets it back: it keeps settings and access rights, and forgets the rest. */
  reboot(): Promise<void>
  setNightMode(on: boolean): void
  /** Calibrates a lock, which then stands in this state, or trains an opener. */
  calibrate(lock?: 1 | 3): void
}
