import type { ConnectionOptions } from 'node:tls'
import type {
  DownCmd,
  DownDesired,
  UpAuths,
  UpForeign,
  UpInfo,
  UpPairings,
  UpReported,
  UpState,
} from '@latchwork/contract/device'
import type { Clock } from './clock.ts'
import type { LdpMemory } from './ldp-memory.ts'
import type { Medium } from './medium.ts'

/** What an order to change settings is answered with. */
export type SettingsAnswer = Pick<UpReported, 'errors' | 'values'>

/** The device behind the endpoint. */
export interface LdpHost {
  /** Firmware version as text. */
  readonly firmware: string
  info(): Omit<UpInfo, 'at' | 'sig'>
  state(): Omit<UpState, 'seq' | 'at' | 'sig'>
  /** The list of access rights it holds. */
  accessPages(): Omit<UpAuths, 'sess' | 'sig'>[]
  /** Of devices that can tell: what they hold that is none of the service's, codes and pairings. */
  foreignPages?(): (Omit<UpForeign, 'sess' | 'sig'> | Omit<UpPairings, 'sess' | 'sig'>)[]
  /** Of devices that speak for a lock elsewhere: whether it can be reached. */
  isPresent?(): boolean
  /** The broker does not take the credentials. */
  turnedAway?(): void
  /** The broker is not reached, or is not the one that it should be; it is tried again. */
  notConnected?(cause: unknown): void
  canDo(action: number): boolean
  /** Starts what was ordered; `finishCommand` follows, unless nobody knows what came of it. */
  execute(command: DownCmd): void
  /** Takes on what can be taken on, now or in time; undefined when the order is out of date. */
  configure(desired: DownDesired): SettingsAnswer | undefined | Promise<SettingsAnswer | undefined>
}

export interface LdpDeviceOptions {
  readonly deviceId: string
  readonly username: string
  readonly secret: string
  readonly key: Buffer
  readonly brokerUrl: string
  /** How a broker with TLS is recognized; asked at every connection, because it may change its certificate. */
  readonly brokerTrust?: (() => ConnectionOptions) | undefined
  readonly clock: Clock
  /** What is between the device and the wire, anew for every power-up; nothing unless told. */
  readonly medium?: () => Medium
  /** What it still knows from before; nothing unless told. */
  readonly memory?: LdpMemory
}
