import type { TestContext } from 'node:test'
import { createEmbeddedBus } from '../src/devices/bus/embedded-bus.ts'
import type { DeviceBus } from '../src/devices/bus.ts'
import { deriveDeviceKey } from '../src/devices/device-keys.ts'
import type { DeviceDirectory, DeviceReport, LockDriver } from '../src/devices/driver.ts'
import type { IntakeLimits } from '../src/devices/ldp/intake.ts'
import { createNativeDriver } from '../src/devices/ldp/native-driver.ts'
import { nativeRights } from '../src/devices/ldp/native-rights.ts'
import { ManualClock } from '../src/platform/clock.ts'
import { A, A2, B } from './embedded-bus-world.ts'
import { connectDevice, type LdpDevice, loginOf } from './ldp-device.ts'

/** Where the driver's clock stands. */
export const NOW = 1_700_000_000_000

/** Knows both logins of A, and B. */
export const directory: DeviceDirectory = {
  keys: async (deviceId) =>
    [A, A2, B]
      .filter((device) => device.deviceId === deviceId)
      .map(({ username, secret }) => ({
        username,
        key: deriveDeviceKey(secret),
        isLegacy: false,
        accountId: 1,
      })),
}

const UNLIMITED: IntakeLimits = { devicePerSecond: 0, deviceBurst: 1, accountPerSecond: 0, accountBurst: 1 }

/** A driver, and what it told. */
export interface Watched {
  driver: LockDriver
  reports: DeviceReport[]
  dropped: { reason: string; topic: string }[]
  floods: { deviceId: string; limit: string }[]
}

/** The one process there is. */
const SERVES_ALL = { isHeard: () => true, isOurs: () => true, maySend: () => true }

export async function startDriver(
  bus: Pick<DeviceBus, 'publishLive'>,
  clock = new ManualClock(NOW),
  keys: DeviceDirectory = directory,
  limits: IntakeLimits = UNLIMITED,
): Promise<Watched> {
  const reports: DeviceReport[] = []
  const dropped: Watched['dropped'] = []
  const floods: Watched['floods'] = []
  const driver = createNativeDriver({ bus, directory: keys, clock, limits, ...SERVES_ALL })
  await driver.start({
    report: (report) => reports.push(report),
    flooded: (deviceId, limit) => floods.push({ deviceId, limit }),
    dropped: (reason, topic) => dropped.push({ reason, topic }),
  })
  return { driver, reports, dropped, floods }
}

export interface DriverWorld extends Watched {
  bus: DeviceBus
  clock: ManualClock
  connect(who: typeof A): Promise<LdpDevice>
}

/** A driver on an embedded bus. */
export async function driverWorld(t: TestContext): Promise<DriverWorld> {
  const clock = new ManualClock(NOW)
  const bus = createEmbeddedBus({ host: '127.0.0.1', port: 0 })
  const watched = await startDriver(bus, clock)
  await bus.start({
    async authenticate(username, password) {
      const known = [A, A2, B].find((d) => d.username === username && loginOf(d.secret) === password)
      return known && { deviceId: known.deviceId, username }
    },
    rights: nativeRights,
    message: watched.driver.receive,
    refused: () => {},
    link: () => {},
  })
  t.after(async () => {
    await bus.stop()
    await watched.driver.stop()
  })
  return {
    ...watched,
    bus,
    clock,
    connect: (who) => connectDevice({ url: bus.url, ...who, announce: false, will: false }),
  }
}

/** A bus on which nothing can be sent, for drivers that only receive. */
export const deaf: Pick<DeviceBus, 'publishLive'> = { publishLive: async () => 'offline' }
