import assert from 'node:assert/strict'
import { recordStatements } from '../../../../test/statements.ts'
import { apiTest } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'
import type { Changes } from '../../../platform/store/changes.ts'
import { createDeviceAccess } from './directory.ts'

apiTest('keys of a device are kept for a minute while no other process can revoke them', async (w, t) => {
  const { deviceId } = await w.played()
  const clock = new ManualClock(Date.UTC(2026, 5, 1))
  let isAlone = true
  const changes = { isAloneSince: () => isAlone } as unknown as Changes
  const access = createDeviceAccess({ ...w.service.platform, clock, changes }, w.db)
  await w.service.quiet()
  const statements = recordStatements(t)
  const areKept = async () => {
    const before = statements.work().length
    assert.equal((await access.keys(deviceId)).length, 1)
    const asked = statements.work().slice(before)
    return !asked.some((sql) => sql.includes('from "device_credential" where "device_id"'))
  }
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
