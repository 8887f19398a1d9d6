// Runs in a process of its own: it talks to other processes, in real time; the others of this folder share a virtual clock.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { connectAsync } from 'mqtt'
import { type Mosquitto, startMosquitto } from '../../../server/test/mosquitto.ts'
import { eventually } from '../conformance/waiting.ts'
import { aMoment, openFamily, REAL_MOVEMENT_MS, UNLOCK } from './bench.ts'
import { KEY, NUKI_ID, PASSWORD, startNukiLock } from './partner.ts'

let mosquitto: Mosquitto
before(async () => {
  mosquitto = await startMosquitto({
    users: [
      {
        username: NUKI_ID,
        password: PASSWORD,
        topics: [`readwrite nuki/${NUKI_ID}/#`, 'readwrite homeassistant/#'],
      },
      { username: 'gateway', password: 'of the gateway', topics: ['readwrite nuki/#'] },
      { username: 'stranger', password: 'of a stranger', topics: ['readwrite other/#'] },
    ],
  })
})
after(() => mosquitto.stop())

const attached = (username = 'gateway') => ({ family: 'nuki-mqtt', address: mosquitto.urlFor(username) })

async function started(t: TestContext, movementMs = 50) {
  const opened = await openFamily(t, attached())
  const lock = await startNukiLock(mosquitto.port, { movementMs })
  t.after(() => lock.face.stop())
  await opened.sink.until(() => opened.sink.presences.get(KEY) === true)
  return { ...opened, ...lock }
}

test('a Nuki lock on a Mosquitto is found and moved; that an order is never late is not promised there', async (t) => {
  const { act, sink, core } = await started(t)
  assert.deepEqual(sink.locks.get(KEY)?.capability.expiry, { by: 'none', worstLateMs: 60_000 })
  assert.equal((await act(UNLOCK)).answer, 'proven')
  assert.equal(core.motorStarts, 1)
})

test('an order to a lock that Mosquitto keeps a session for does not wait there', async (t) => {
  const { act, sink, core, face } = await started(t)
  face.silent()
  assert.deepEqual(await act(UNLOCK, 600), { answer: 'unproven' })
  // Mosquitto misses it, and goes on keeping its session.
  await sink.until(() => sink.presences.get(KEY) === false)
  assert.deepEqual(await act(UNLOCK), { answer: 'notSent' })
  face.cut()
  await face.online()
  await sink.until(() => sink.presences.get(KEY) === true)
  await aMoment()
  assert.deepEqual([face.received, core.motorStarts], [[], 0])
})

test('an order of another program is no answer to ours, and what it moves is told', async (t) => {
  const { sink } = await started(t, REAL_MOVEMENT_MS)
  const other = await connectAsync(mosquitto.urlFor('gateway'))
  t.after(() => other.endAsync(true))
  await other.publishAsync(`nuki/${NUKI_ID}/lockAction`, '1')
  await sink.until(() => sink.happenings.some(({ what, by }) => what === 'unlocked' && by === 'radio'))
})

test('an order that the broker keeps is told of, because the lock obeys it at every connection', async (t) => {
  const other = await connectAsync(mosquitto.urlFor('gateway'))
  await other.publishAsync(`nuki/${NUKI_ID}/lockAction`, '2', { retain: true })
  t.after(async () => {
    await other.publishAsync(`nuki/${NUKI_ID}/lockAction`, '', { retain: true })
    await other.endAsync(true)
  })
  const { log } = await openFamily(t, attached())
  await eventually('it to be told', () => log.some((line) => line.includes('keeps an order')))
})

test('a broker that does not let the gateway in, or not to the topics, is told as such', async (t) => {
  const wrong = { family: 'nuki-mqtt', address: mosquitto.urlFor('gateway').replace('of%20the', 'not%20the') }
  const { sink } = await openFamily(t, wrong)
  await sink.until(() => sink.hub.includes('refused'))
  const nobody = await openFamily(t, { family: 'nuki-mqtt', address: 'mqtt://127.0.0.1:1' })
  await nobody.sink.until(() => nobody.sink.hub.includes('noAnswer'))
})

test('when Mosquitto restarts its locks are away, and come back', async (t) => {
  const { sink, act } = await started(t)
  await mosquitto.restart()
  await sink.until(() => sink.presences.get(KEY) === false && sink.hub.includes('lost'))
  await sink.until(() => sink.presences.get(KEY) === true)
  assert.equal((await act(UNLOCK)).answer, 'proven')
})
