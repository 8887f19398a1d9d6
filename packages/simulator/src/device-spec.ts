import type { SmartlockConfig } from '@latchwork/contract'

/** The settings of contract 4.9 and 4.11 that a lock acts on by itself; names and units as there. */
export interface LockAdvancedConfig {
  readonly lngTimeout: number
  readonly unlatchDuration: number
  readonly autoLock: boolean
  readonly autoLockTimeout: number
  readonly singleButtonPressAction: number
  readonly doubleButtonPressAction?: number
}

/** The settings of contract 4.10 that an opener acts on by itself; names and units as there. */
export interface OpenerAdvancedConfig {
  readonly rtoTimeout: number
  readonly disableRtoAfterRing: boolean
  readonly electricStrikeDuration: number
  readonly electricStrikeDelay?: number
  readonly randomElectricStrikeDelay?: boolean
  readonly doorbellSuppression?: number
  readonly singleButtonPressAction: number
  readonly doubleButtonPressAction?: number
}

interface DeviceSpec {
  readonly name: string
  /** Eight upper-case hex digits. */
  readonly deviceId: string
  /** Packed as in D20, as is `hardware`. */
  readonly firmware: number
  readonly hardware: number
  readonly config: SmartlockConfig
  readonly hasDoorSensor: boolean
  /** The state it wakes up in (6.3). */
  readonly initialLock: number
  /** Percent; where absent it follows from the device id. */
  readonly batteryCharge?: number
}

/** A lock that turns a key or bolt, or a Box. */
export interface TurningSpec extends DeviceSpec {
  readonly type: 0 | 1 | 3 | 4 | 5
  readonly advanced: LockAdvancedConfig
}

export interface OpenerSpec extends DeviceSpec {
  readonly type: 2
  readonly advanced: OpenerAdvancedConfig
}

/** What a simulated device is: fixed facts that many simulated locks may share. */
export type LockSpec = TurningSpec | OpenerSpec

/** D20: three bytes major, minor, patch. */
export const packFirmware = (major: number, minor: number, patch: number) =>
  (major << 16) | (minor << 8) | patch

/** D20: two bytes major, minor. */
export const packHardware = (major: number, minor: number) => (major << 8) | minor

/** The version as a person reads it: 0x02080f is 2.8.15. */
export const firmwareText = (packed: number) => `${packed >> 16}.${(packed >> 8) & 0xff}.${packed & 0xff}`
