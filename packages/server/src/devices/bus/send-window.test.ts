import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SendWindow } from './send-window.ts'

test('a window lets as many in as it has places, and the next when one leaves, in order', async () => {
  const window = new SendWindow()
  window.open(2)
  assert.deepEqual(await Promise.all([window.enter(1000), window.enter(1000)]), [true, true])
  const entered: string[] = []
  const third = window.enter(1000).then(() => entered.push('third'))
  const fourth = window.enter(1000).then(() => entered.push('fourth'))
  window.leave()
  await third
  assert.deepEqual(entered, ['third'])
  window.leave()
  await fourth
})

test('a window turns away who waited too long, and gives the place to the next', async () => {
  const window = new SendWindow()
  window.open(1)
  await window.enter(1000)
  assert.equal(await window.enter(5), false)
  const patient = window.enter(1000)
  window.leave()
  assert.equal(await patient, true)
})

test('a window, when it closes, turns everybody away until it opens again, with all places free', async () => {
  const window = new SendWindow()
  assert.equal(await window.enter(1000), false)
  window.open(1)
  await window.enter(1000)
  const waiting = window.enter(1000)
  window.close()
  assert.equal(await waiting, false)
  assert.equal(await window.enter(1000), false)
  window.leave()
  window.open(1)
  assert.equal(await window.enter(1000), true)
})
