import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startBench } from './bench.ts'

const [UNLOCK, LOCK] = [1, 2]

test('an order, when the service shows a list of yesterday, is told as unknown although the lock moved', async (t) => {
  const { cloud, act, sink } = await startBench(t)
  await cloud.world.api.smartlocks.get({ params: { smartlockId: cloud.lock.smartlockId } })
  assert.equal((await act(UNLOCK)).answer, 'proven')
  assert.equal((await act(LOCK)).answer, 'proven')
  // The list of yesterday is to show it locked: the order was proven by the lock's own page, maybe before the next list.
  const asked = cloud.requests.length
  const lists = () => cloud.requests.slice(asked).filter(({ path }) => path === '/smartlock')
  while (lists().length < 2) await wait(5)
  cloud.faults.isFrozen = true
  sink.forget()
  assert.deepEqual(await act(UNLOCK, 1500), { answer: 'unproven' })
  assert.equal(cloud.lock.simulator.snapshot().motorStarts, 3)
  assert.ok(!sink.shown(cloud.key).some(({ bolt }) => bolt === 'unlocked'))
})

test('an order to a lock that stands there already is proven by a new line of its log, and not without', async (t) => {
  const { cloud, act } = await startBench(t)
  assert.equal((await act(UNLOCK)).answer, 'proven')
  assert.equal((await act(UNLOCK)).answer, 'proven')
  cloud.faults.swallowsOrders = true
  assert.deepEqual(await act(UNLOCK, 1500), { answer: 'unproven' })
  assert.equal(cloud.orders().length, 3, 'each order is sent once')
})

test('an order, when the service wants a pause, is not sent, and nothing else is before the pause is over', async (t) => {
  const { cloud, act } = await startBench(t)
  cloud.faults.wantsPauseSeconds = 2
  while (cloud.requests.length === 0) await wait(5)
  assert.deepEqual(await act(UNLOCK), { answer: 'notSent' })
  cloud.faults.wantsPauseSeconds = 0
  // What was on its way when it first said so has heard it by now.
  const [asked, saidAt] = [cloud.requests.length, cloud.requests.at(-1)?.at ?? 0]
  while (cloud.requests.length === asked) await wait(5)
  assert.ok((cloud.requests[asked]?.at ?? 0) - saidAt >= 1900)
  assert.equal(cloud.orders().length, 0)
  while ((await act(UNLOCK)).answer !== 'proven') await wait(50)
  assert.equal(cloud.lock.simulator.snapshot().motorStarts, 1)
})

test('an order to a lock that the service calls offline, or after its time, never leaves', async (t) => {
  const { cloud, act, sink } = await startBench(t)
  await cloud.lock.simulator.goOffline()
  await sink.until(() => sink.presences.get(cloud.key) === false)
  assert.deepEqual(await act(UNLOCK), { answer: 'notSent' })
  await cloud.lock.simulator.goOnline()
  await sink.until(() => sink.presences.get(cloud.key) === true)
  assert.deepEqual(await act(UNLOCK, 0), { answer: 'notSent' })
  assert.equal(cloud.orders().length, 0)
})

test('what happens at the lock is told once, with the time and the code that its log has', async (t) => {
  const { cloud, write, sink } = await startBench(t)
  assert.deepEqual(await write(7, '384365'), { answer: 'proven', by: 'value' })
  sink.forget()
  const before = Date.now()
  cloud.lock.simulator.typeCode('384365')
  await sink.until(() => sink.happenings.some(({ what }) => what === 'unlocked'))
  const told = sink.happenings.find(({ what }) => what === 'unlocked')
  assert.deepEqual([told?.by, told?.slot], ['keypad', 7])
  assert.ok(Math.abs((told?.at ?? 0) - before) < 60_000)
  cloud.lock.simulator.typeCode('999999')
  await sink.until(() => sink.happenings.some(({ what }) => what === 'denied'))
  assert.equal(sink.happenings.filter(({ what }) => what === 'unlocked').length, 1)
})
