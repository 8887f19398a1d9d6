import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { recordStatements } from '../../../../test/statements.ts'
import { apiTest } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'
import type { Changes } from '../../../platform/store/changes.ts'
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

apiTest('keys of a device are kept for a minute while no other process can revoke them', async (w, t) => {
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
