import type { ConnectionOptions } from 'node:tls'
import type { SmartlockConfig } from '@latchwork/contract'
import type { Clock } from '@latchwork/ldp-device'
import { type LockAdvancedConfig, type LockSpec, packFirmware, packHardware } from './device-spec.ts'
import { startSimulatedLock } from './lock-simulation.ts'
import { LOCK_STATE, OPENER_STATE } from './machine-step.ts'
import type { InitialState, SimulatedLock } from './simulated-lock.ts'

/** What every device of the building has: it stands in Berlin (time zone 37, 6.14). */
const inBerlin = {
  latitude: 52.520008,
  longitude: 13.404954,
  pairingEnabled: true,
  buttonEnabled: true,
  ledEnabled: true,
  ledBrightness: 3,
  timezoneOffset: 60,
  daylightSavingMode: 1,
  fobPaired: false,
  fobAction1: 1,
  fobAction2: 2,
  fobAction3: 4,
  advertisingMode: 0,
  timezoneId: 37,
} as const satisfies Partial<SmartlockConfig>

const turning = { ...inBerlin, autoUnlatch: false, liftUpHandle: false, singleLock: false } as const

/** As delivered: the button locks and unlocks, the latch is held for 3 s, lock 'n' go waits 20 s. */
const asDelivered: LockAdvancedConfig = {
  lngTimeout: 20,
  unlatchDuration: 3,
  autoLock: false,
  autoLockTimeout: 300,
  singleButtonPressAction: 1,
}

/** The building the sandbox starts with: one of each kind of device. */
export const SANDBOX_BUILDING: readonly LockSpec[] = [
  {
    name: 'Front door',
    deviceId: '2BB28570',
    type: 4,
    firmware: packFirmware(4, 4, 12),
    hardware: packHardware(4, 2),
    config: {
      ...turning,
      name: 'Front door',
      fobPaired: true,
      keypadPaired: true,
      keypad2Paired: false,
      homekitState: 0,
      matterState: 2,
      deviceType: 4,
      wifiEnabled: true,
    },
    advanced: { ...asDelivered, autoLock: true },
    hasDoorSensor: true,
    initialLock: LOCK_STATE.locked,
    batteryCharge: 88,
  },
  {
    name: 'Apartment 1',
    deviceId: '2C41A9E3',
    type: 4,
    firmware: packFirmware(3, 9, 7),
    hardware: packHardware(3, 1),
    config: {
      ...turning,
      name: 'Apartment 1',
      keypadPaired: true,
      keypad2Paired: false,
      homekitState: 1,
      matterState: 0,
      deviceType: 4,
      wifiEnabled: true,
    },
    advanced: asDelivered,
    hasDoorSensor: true,
    initialLock: LOCK_STATE.locked,
    batteryCharge: 76,
  },
  {
    name: 'Apartment 2',
    deviceId: '51D07B1C',
    type: 5,
    firmware: packFirmware(5, 2, 4),
    hardware: packHardware(5, 1),
    config: {
      ...turning,
      name: 'Apartment 2',
      keypadPaired: false,
      keypad2Paired: true,
      homekitState: 0,
      matterState: 3,
      deviceType: 5,
      wifiEnabled: true,
      productVariant: 2,
    },
    advanced: asDelivered,
    hasDoorSensor: true,
    initialLock: LOCK_STATE.unlocked,
    batteryCharge: 93,
  },
  {
    name: 'Old cellar',
    deviceId: '0A1F3C62',
    type: 0,
    firmware: packFirmware(2, 8, 15),
    hardware: packHardware(11, 21),
    config: {
      ...turning,
      name: 'Old cellar',
      keypadPaired: false,
      keypad2Paired: false,
      homekitState: 1,
      deviceType: 0,
    },
    advanced: asDelivered,
    hasDoorSensor: false,
    initialLock: LOCK_STATE.locked,
    batteryCharge: 71,
  },
  {
    name: 'Lobby',
    deviceId: '36E8D215',
    type: 3,
    firmware: packFirmware(1, 10, 3),
    hardware: packHardware(1, 4),
    config: {
      ...turning,
      name: 'Lobby',
      keypadPaired: false,
      keypad2Paired: false,
      homekitState: 0,
      deviceType: 3,
    },
    advanced: { ...asDelivered, autoLock: true, autoLockTimeout: 60 },
    hasDoorSensor: true,
    initialLock: LOCK_STATE.locked,
    batteryCharge: 95,
  },
  {
    name: 'Intercom',
    deviceId: '1E5A9044',
    type: 2,
    firmware: packFirmware(1, 9, 2),
    hardware: packHardware(2, 2),
    config: {
      ...inBerlin,
      name: 'Intercom',
      capabilities: 1,
      fobPaired: true,
      fobAction1: 1,
      fobAction2: 7,
      fobAction3: 0,
      singleLock: false,
      operatingMode: 2,
      keypadPaired: false,
      keypad2Paired: false,
      homekitState: 0,
      deviceType: 2,
    },
    advanced: {
      rtoTimeout: 20,
      disableRtoAfterRing: false,
      electricStrikeDuration: 3000,
      singleButtonPressAction: 1,
    },
    hasDoorSensor: false,
    initialLock: OPENER_STATE.online,
    batteryCharge: 82,
  },
]

/** A device of the building with the credentials the service gave it. */
export interface BuildingLock {
  readonly spec: LockSpec
  readonly username: string
  readonly secret: string
  readonly initialState?: InitialState
}

export interface BuildingOptions {
  readonly locks: readonly BuildingLock[]
  readonly brokerUrl: string
  /** How a broker with TLS is recognized; asked at every connection, because it may change its certificate. */
  readonly brokerTrust?: (() => ConnectionOptions) | undefined
  readonly clock: Clock
  readonly movementMs?: number
}

export interface Building {
  /** By device id, in the order given. */
  readonly locks: ReadonlyMap<string, SimulatedLock>
  /** Messages of all locks on their way to the broker. */
  unconfirmed(): number
  /** Counts the messages of all locks that came and went. */
  activity(): number
  /** The lock with this name or device id. */
  find(nameOrDeviceId: string): SimulatedLock | undefined
  stop(): Promise<void>
}

/** Powers all locks up; when one cannot connect, none stays behind. */
export async function startBuilding({ locks, ...surroundings }: BuildingOptions): Promise<Building> {
  const starts = locks.map((lock) =>
    startSimulatedLock({ ...surroundings, ...lock, deviceId: lock.spec.deviceId }),
  )
  const outcomes = await Promise.allSettled(starts)
  const running = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const stop = async () => {
    await Promise.all(running.map((lock) => lock.stop()))
  }
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  const byId = new Map(running.map((lock) => [lock.deviceId, lock]))
  return {
    locks: byId,
    unconfirmed: () => running.reduce((sum, lock) => sum + lock.unconfirmed, 0),
    activity: () => running.reduce((sum, lock) => sum + lock.activity, 0),
    find: (nameOrDeviceId) =>
      byId.get(nameOrDeviceId) ?? running.find((lock) => lock.name === nameOrDeviceId),
    stop,
  }
}
