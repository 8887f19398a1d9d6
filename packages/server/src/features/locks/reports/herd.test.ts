import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { recordStatements } from '../../../../test/statements.ts'
import { createWorld } from '../../../../test/world.ts'
import type { DeviceReport } from '../../../devices/driver.ts'
import { createDeviceDoor } from './device.ts'
import { createHerd } from './herd.ts'

const online = { kind: 'online' } as DeviceReport
const result = { kind: 'commandResult', commandId: 'c' } as DeviceReport

function herdOf(count: number) {
  const clock = { now: 0 }
  const herd = createHerd(() => clock.now)
  for (let i = 0; i < count; i++) herd.note(online)
  return { herd, clock }
}

test('reports, when few locks come back, wait for nothing', () => {
  assert.equal(herdOf(49).herd.gathering(), undefined)
})

test('reports of many locks that come back at once wait for more of them, until the herd is through', async () => {
  const { herd, clock } = herdOf(50)
  assert.notEqual(herd.gathering(), undefined)
  await herd.gathering()
  clock.now = 500
  assert.equal(herd.gathering(), undefined)
})

test('an answer that somebody waits for ends the wait, and nothing waits before it is applied', async (t) => {
  // Only the answer can end it.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { herd } = herdOf(50)
  const gathering = herd.gathering()
  herd.note(result)
  await gathering
  assert.equal(herd.gathering(), undefined)
  herd.allTaken()
  assert.notEqual(herd.gathering(), undefined)
})

test('what comes a moment later, while many locks come back, is applied with the rest', async (t) => {
  const w = await createWorld(t, 'sqlite')
  const [one, other] = [await w.lock(), await w.lock()]
  await w.service.quiet()
  const door = createDeviceDoor(w.service.platform, w.db, { keysWithin: async () => [] })
  const say = ({ deviceId }: { deviceId: string }) => {
    const said = {
      deviceId,
      sessionId: 'a',
      epoch: 'b',
      username: 'u',
      isLegacy: false,
      minor: 3,
      oldestEvent: 1,
    }
    door.receive({ kind: 'online', ...said, at: 0, retained: false }, w.owner.accountId)
  }
  const statements = recordStatements(t)
  // The wait ends when the test says so.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (let i = 0; i < 50; i++) say(one)
  for (let turns = 0; turns < 10; turns++) await nextTurn()
  say(other)
  t.mock.timers.tick(5)
  t.mock.timers.reset()
  await door.idle()
  const holds = statements.work().filter((sql) => /from "smartlock" where "device_id"/.test(sql))
  assert.equal(holds.length, 1, holds.join('\n'))
})
