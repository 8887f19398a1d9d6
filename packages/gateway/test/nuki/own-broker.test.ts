import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { connect as connectTcp } from 'node:net'
import { type TestContext, test } from 'node:test'
import { connectAsync } from 'mqtt'
import { eventually } from '../conformance/waiting.ts'
import { aMoment, openFamily, startBench, UNLOCK } from './bench.ts'
import { freePort, KEY, NUKI_ID, ownBroker, PASSWORD, startNukiLock } from './partner.ts'

const NEIGHBOUR = '0A0B0C0D'
const OTHER_PASSWORD = 'another password'

async function guest(t: TestContext, port: number, username: string, password: string) {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    protocolVersion: 4,
    username,
    password,
    reconnectPeriod: 0,
  })
  client.on('error', () => undefined)
  t.after(() => client.endAsync(true))
  return client
}

async function withNeighbour(t: TestContext) {
  const port = await freePort()
  const opened = await openFamily(t, ownBroker(port, { [NEIGHBOUR]: OTHER_PASSWORD }))
  await opened.sink.until(() => opened.sink.hub.includes('up'))
  return { port, ...opened }
}

test('the broker for Nuki locks lets nobody in without the password of a lock', async (t) => {
  const { port, log } = await withNeighbour(t)
  for (const [username, password] of [
    [NUKI_ID, OTHER_PASSWORD],
    [NUKI_ID, ''],
    ['somebody', PASSWORD],
    ['', ''],
  ] as const)
    await assert.rejects(guest(t, port, username, password), /Not authorized/)
  assert.equal(log.filter((line) => line.includes('turned away')).length, 1, 'and says so, but not each time')
  assert.ok(!log.join().includes(OTHER_PASSWORD))
})

test('a lock can say nothing in the name of another, and hears no orders but its own', async (t) => {
  const { port, sink, act } = await withNeighbour(t)
  const { face } = await startNukiLock(port)
  t.after(() => face.stop())
  const neighbour = await guest(t, port, NEIGHBOUR, OTHER_PASSWORD)
  const heard: string[] = []
  neighbour.on('message', (topic) => heard.push(topic))
  for (const filter of ['#', 'nuki/#', `nuki/${NUKI_ID}/lockAction`, 'nuki/+/lockAction', '$SYS/#'])
    await assert.rejects(neighbour.subscribeAsync(filter), `refused: ${filter}`)
  await neighbour.publishAsync(`nuki/${NUKI_ID}/state`, '3', { retain: true })
  await neighbour.publishAsync(`nuki/${NUKI_ID}/lockAction`, '1', { qos: 2 })
  await sink.until(() => sink.presences.get(KEY) === true)
  assert.equal(sink.shown(KEY).at(-1)?.bolt, 'locked')
  assert.deepEqual(face.received, [])
  assert.equal((await act(UNLOCK)).answer, 'proven')
  assert.deepEqual(heard, [])
  assert.equal(
    neighbour.connected,
    true,
    'what is nobody’s business is passed over: locks with discovery come with it',
  )
})

test('an order that a lock leaves in its own topics is neither kept nor passed on', async (t) => {
  const { face, core, port } = await startBench(t)
  await face.say('lockAction', '1', true)
  await aMoment()
  assert.deepEqual([face.received, core.motorStarts], [[], 0])
  await face.stop()
  const back = await startNukiLock(port)
  t.after(() => back.face.stop())
  await aMoment()
  assert.deepEqual(back.face.received, [])
})

test('a lock that comes anew takes the place of its old connection, whose last will is nobody’s', async (t) => {
  const { port, sink, act, face } = await startBench(t, { keepaliveSeconds: 60 })
  face.silent()
  const again = await startNukiLock(port)
  t.after(() => again.face.stop())
  await sink.until(() => sink.presences.get(KEY) === true)
  await aMoment()
  assert.equal(sink.presences.get(KEY), true)
  assert.equal((await act(UNLOCK)).answer, 'proven')
  assert.deepEqual(again.face.received, ['lockAction 1'])
})

test('somebody who announces a huge packet, or speaks no MQTT, is cut off, and the locks are not', async (t) => {
  const { port, act } = await startBench(t)
  for (const bytes of [
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0, 4]),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.alloc(100_000, 0xff),
  ]) {
    const socket = connectTcp(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(bytes)
    socket.resume()
    await closed
  }
  assert.equal((await act(UNLOCK)).answer, 'proven')
})

test('a lock that says more than any lock has to say is cut off', async (t) => {
  const { face, sink } = await startBench(t)
  await face.say('name', 'x'.repeat(200_000)).catch(() => undefined)
  await sink.until(() => sink.presences.get(KEY) === false)
})

test('a port that somebody else listens on is told', async (t) => {
  const port = await freePort()
  const first = await openFamily(t, ownBroker(port))
  await first.sink.until(() => first.sink.hub.includes('up'))
  const second = await openFamily(t, ownBroker(port))
  await eventually('it to be told', () => second.sink.hub.includes('cannotListen'))
})

test('an address that is none is told', async (t) => {
  for (const address of [
    'ws://127.0.0.1:3000',
    'nowhere',
    'mqtts://127.0.0.1:1883',
    'mqtt://a%zz@127.0.0.1',
  ]) {
    const { sink } = await openFamily(t, { family: 'nuki-mqtt', address, logins: { [NUKI_ID]: PASSWORD } })
    await sink.until(() => sink.hub.length > 0)
    assert.deepEqual(sink.hub, ['badAddress'])
  }
})
