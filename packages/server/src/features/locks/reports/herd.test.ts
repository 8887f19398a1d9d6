import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeviceReport } from '../../../devices/driver.ts'
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

test('an answer that somebody waits for ends the wait, and nothing waits before it is applied', async () => {
  const { herd } = herdOf(50)
  const gathering = herd.gathering()
  herd.note(result)
  await gathering
  assert.equal(herd.gathering(), undefined)
  herd.allTaken()
  assert.notEqual(herd.gathering(), undefined)
})
