import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { recordStatements } from '../../../../test/statements.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'
import { ManualClock, type TimerCallback } from '../../../platform/clock.ts'
import type { Changes } from '../../../platform/store/changes.ts'
import { engineOf } from '../../../platform/store/engine.ts'
import type { Woken } from '../../../platform/work/wake.ts'
import { createDeviceAccess, type DeviceAccess } from './directory.ts'

/** Tells whether keys were answered from memory. */
function watchReads(t: TestContext, access: DeviceAccess, deviceId: string): () => Promise<boolean> {
  const statements = recordStatements(t)
  return async () => {
    const before = statements.work().length
    assert.equal((await access.keys(deviceId)).length, 1)
    const asked = statements.work().slice(before)
    return !asked.some((sql) => sql.includes('from "device_credential" where "device_id"'))
  }
}

bothTest('keys of a device are kept for a minute while no other process can revoke them', async (w, t) => {
  const { deviceId } = await w.played()
  const clock = new ManualClock(Date.UTC(2026, 5, 1))
  let isAlone = true
  const changes = { isAloneSince: () => isAlone } as unknown as Changes
  const access = createDeviceAccess({ ...w.service.platform, clock, changes }, w.db)
  await w.service.quiet()
  const areKept = watchReads(t, access, deviceId)
  assert.equal(await areKept(), false)
  assert.equal(await areKept(), true)
  clock.advance(2000)
  assert.equal(await areKept(), true)
  // Somebody else is there, or was since they were read.
  isAlone = false
  assert.equal(await areKept(), false)
  assert.equal(await areKept(), true)
  isAlone = true
  clock.advance(60_000)
  assert.equal(await areKept(), false)
})

apiTest('keys that are kept hold no memory but their own', async (w) => {
  const { deviceId } = await w.played()
  const [key] = await createDeviceAccess(w.service.platform, w.db).keys(deviceId)
  assert.equal(key?.key.length, 32)
  assert.equal(key.key.buffer.byteLength, 32)
})

/** Time that is moved by hand, and waits for what that started. */
class AwaitedClock extends ManualClock {
  readonly #started: unknown[] = []

  override after(delayMs: number, callback: TimerCallback): () => void {
    return super.after(delayMs, () => this.#started.push(callback()))
  }

  async pass(byMs: number): Promise<void> {
    this.advance(byMs)
    await Promise.all(this.#started.splice(0))
  }
}

/** The keys as a process has them that is alone, with its time in the test's hands. */
async function openAlone(w: World, t: TestContext) {
  const clock = new AwaitedClock(Date.UTC(2026, 5, 1))
  const changes = { isAloneSince: () => true } as unknown as Changes
  const access = createDeviceAccess({ ...w.service.platform, clock, changes }, w.db)
  t.after(() => access.stop())
  await w.service.quiet()
  return { clock, access, halfMs: engineOf(w.db) === 'sqlite' ? 30_000 : 5000 }
}

bothTest(
  'keys in use are read anew together before their time is over',
  async (w, t) => {
    const deviceIds = [(await w.played()).deviceId, (await w.played()).deviceId]
    const { clock, access, halfMs } = await openAlone(w, t)
    const ask = () => Promise.all(deviceIds.map(async (deviceId) => (await access.keys(deviceId)).length))
    await ask()
    const statements = recordStatements(t)
    const reads = () =>
      statements.work().filter((sql) => sql.includes('from "device_credential" where')).length
    for (let times = 1; times <= 4; times++) {
      await clock.pass(halfMs)
      assert.deepEqual([await ask(), reads()], [[1, 1], times - 1])
      await clock.pass(100)
      assert.equal(reads(), times)
    }
    // Revoked, and nobody said so: not believed any more once that was read.
    const ofSecond = w.db.updateTable('device_credential').where('device_id', '=', deviceIds[1] ?? '')
    await ofSecond.set({ valid_until: 1 }).execute()
    await clock.pass(halfMs)
    assert.deepEqual(await ask(), [1, 1])
    await clock.pass(100)
    assert.deepEqual([await ask(), reads()], [[1, 0], 6])
  },
  { alone: 'counts what the whole process asks of its databases' },
)

bothTest(
  'a key that cannot be opened keeps no other from being read anew',
  async (w, t) => {
    const [good, bad] = [(await w.played()).deviceId, (await w.played()).deviceId]
    const { clock, access, halfMs } = await openAlone(w, t)
    const ask = () => Promise.all([access.keys(good), access.keys(bad)])
    await ask()
    const ofBad = w.db.updateTable('device_credential').where('device_id', '=', bad)
    await ofBad.set({ secret_sealed: 'nothing' }).execute()
    await clock.pass(halfMs)
    await ask()
    await clock.pass(100)
    await clock.pass(halfMs)
    const statements = recordStatements(t)
    assert.equal((await access.keys(good)).length, 1)
    assert.equal(statements.work().length, 0)
    await assert.rejects(access.keys(bad))
  },
  { alone: 'counts what the whole process asks of its databases' },
)

apiTest('keys that were read while some were revoked are not kept', async (w, t) => {
  const { deviceId } = await w.played()
  let revoked: (about: Woken) => void = () => undefined
  const wake = {
    notify: () => undefined,
    listen: (_: string, callback: typeof revoked) => {
      revoked = callback
      return () => undefined
    },
    stop: async () => undefined,
  }
  const access = createDeviceAccess({ ...w.service.platform, wake }, w.db)
  await access.start({ disconnect: async () => undefined })
  t.after(() => access.stop())
  await w.service.quiet()
  const areKept = watchReads(t, access, deviceId)
  const reading = areKept()
  revoked('all')
  assert.equal(await reading, false)
  assert.equal(await areKept(), false)
  assert.equal(await areKept(), true)
})
