import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type LockSpec, SANDBOX_BUILDING, startSimulatedLock } from '@latchwork/simulator'
import { ManualClock } from '../../src/platform/clock.ts'
import type { Engine } from '../../src/platform/store/database.ts'
import { eventually } from '../eventually.ts'
import { BROKER_SERVICE_USER, startMosquitto } from '../mosquitto.ts'
import { newStorage, removeStorage } from '../storage.ts'
import { ENGINES } from '../tier.ts'
import { createWorld, type World } from '../world.ts'

const spec = SANDBOX_BUILDING.find(({ name }) => name === 'Old cellar') as LockSpec
const LOCKED = 1
const UNLOCKING = 2
const UNLOCKED = 3

/** A broker that outlives the service, and a lock whose time a test moves. */
async function openSite(t: TestContext, engine: Engine) {
  const broker = await startMosquitto({ users: [BROKER_SERVICE_USER] })
  const storage = await newStorage(engine)
  const openWorld = () => createWorld(t, engine, { broker, storage })
  const world = await openWorld()
  const { smartlockId, username, secret, deviceId } = await world.lock({
    type: spec.type,
    deviceId: spec.deviceId,
  })
  const clock = new ManualClock(Date.now())
  const from = { brokerUrl: world.service.bus.url, clock, movementMs: 1000 }
  const lock = await startSimulatedLock({ spec, deviceId, username, secret, ...from })
  t.after(async () => {
    await lock.stop()
    await broker.stop()
    removeStorage(storage)
  })
  const shows = (w: World, state: number) =>
    w.until(
      `it shows ${state}`,
      async () => (await w.api.smartlocks.get({ params: { smartlockId } })).data.state?.state === state,
    )
  return { openWorld, world, clock, lock, smartlockId, shows }
}

for (const engine of ENGINES) {
  test(`what a lock says while the service is restarted comes by itself later, and no older state is shown meanwhile [${engine}]`, async (t) => {
    const { openWorld, world, clock, lock, smartlockId, shows } = await openSite(t, engine)
    const params = { smartlockId }
    await shows(world, LOCKED)
    await world.api.smartlocks.unlock({ params })
    await shows(world, UNLOCKING)
    await world.stop()
    // The motor stops; the answer, with state and event, goes to a broker where nobody listens.
    const said = lock.activity
    clock.advance(1200)
    await eventually('the answer is out', () => lock.activity > said && lock.unconfirmed === 0)

    const again = await openWorld()
    await again.until('it is online', async () => {
      const { data } = await again.api.smartlocks.get({ params })
      return data.serverState === 0
    })
    const { data } = await again.api.smartlocks.get({ params })
    assert.equal(data.state?.state, UNLOCKING, 'the copy that the broker kept is from before the unlock')
    assert.deepEqual((await again.api.smartlocks.logOf({ params })).data, [])
    clock.advance(5000)
    await shows(again, UNLOCKED)
    await eventually('the event is stored', () => lock.waitingEvents === 0)
    assert.equal((await again.api.smartlocks.logOf({ params })).data.length, 1)
    assert.equal(lock.snapshot().motorStarts, 1)
  })
}
