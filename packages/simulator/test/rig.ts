import type { TestContext } from 'node:test'
import type { LockSpec } from '../src/device-spec.ts'
import { startSimulatedLock } from '../src/lock-simulation.ts'
import type { SimulatedLockOptions } from '../src/simulated-lock.ts'
import { startBroker } from './broker.ts'
import { ManualClock } from './manual-clock.ts'
import { startService } from './service-double.ts'
import { turningSpec } from './specs.ts'
import { until } from './until.ts'

const SECRET = 'a secret of the lock'

type RigOptions = Partial<Pick<SimulatedLockOptions, 'movementMs' | 'spec' | 'journal'>>

/** One lock that stands locked, a real broker, and a test that plays the service. */
export async function startRig(
  t: TestContext,
  { movementMs = 0, spec = turningSpec(4) as LockSpec, journal }: RigOptions = {},
) {
  const clock = new ManualClock()
  const broker = await startBroker(t)
  const { deviceId } = spec
  const service = await startService(t, { url: broker.url, deviceId, secret: SECRET, clock })
  const options = {
    spec,
    deviceId,
    username: 'lock-1',
    secret: SECRET,
    brokerUrl: broker.url,
    clock,
    movementMs,
    journal,
  }
  const lock = await startSimulatedLock(options)
  t.after(() => lock.stop())
  await service.hearsPresence(1)
  /** Waits until the lock has dealt with what `send` sends it, however it answers. */
  const lockHandles = async (send: () => Promise<void>) => {
    const before = broker.handledBy(options.username)
    await send()
    await until('the lock to deal with it', () => broker.handledBy(options.username) > before)
  }
  return { clock, broker, service, lock, options, lockHandles }
}
