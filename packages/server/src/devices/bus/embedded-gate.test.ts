import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { test } from 'node:test'
import { downTopic, LDP_MAX_BYTES, upTopic } from '@latchwork/contract/device'
import { A, B, busWorld, cmdA } from '../../../test/embedded-bus-world.ts'

test('a login, with a wrong password, no password or an unknown user, is refused and counted', async (t) => {
  const w = await busWorld(t)
  await assert.rejects(w.connect(A, { password: 'wrong' }), /Bad username or password/i)
  await assert.rejects(w.connect({ ...A, username: 'lock-z' }), /Bad username or password/i)
  await assert.rejects(w.connect({ ...A, username: '' }, { clientId: 'x' }), /refused/i)
  assert.deepEqual(
    w.refused.map(({ kind, reason }) => ({ kind, reason })),
    Array(3).fill({ kind: 'connect', reason: 'credentials' }),
  )
  assert.ok(!JSON.stringify(w.refused).includes('wrong'), 'the password is not passed on')
})

test('a login, when the credentials cannot be looked up, is refused as unavailable and the broker lives on', async (t) => {
  const w = await busWorld(t, { authenticate: () => Promise.reject(new Error('database is down')) })
  await assert.rejects(w.connect(A), /Server unavailable/i)
  await assert.rejects(w.connect(A), /Server unavailable/i)
  assert.equal(w.refused[1]?.reason, 'failure')
})

test('a login, with a client id that is not its own, is refused and the owner stays connected', async (t) => {
  const w = await busWorld(t)
  const owner = await w.connect(B)
  await assert.rejects(w.connect(A, { clientId: B.username }), /Identifier rejected/i)
  const nameless = await w.connect(A, { clientId: '' })
  assert.equal(
    await nameless.publish('event', {}),
    'confirmed',
    'without one it goes by its user name (D140)',
  )
  assert.deepEqual(
    w.refused.map(({ reason }) => reason),
    ['clientId'],
  )
  assert.equal(await owner.publish('event', {}), 'confirmed')
})

test('a client id, equal to the user name of another device, does not push that device out', async (t) => {
  // lock-a-1 is a valid client id of lock-a, and the user name of somebody else.
  const other = { deviceId: '0000000C', username: 'lock-a-1', secret: 'secret of c' }
  const w = await busWorld(t, {
    authenticate: async (username) => ({
      deviceId: username === A.username ? A.deviceId : other.deviceId,
      username,
    }),
  })
  const victim = await w.connect(other)
  await w.connect(A, { clientId: other.username })
  assert.equal(await victim.publish('event', {}), 'confirmed')
})

test('a login, with a keep-alive under 5 or over 120 seconds or none, is refused', async (t) => {
  const w = await busWorld(t)
  for (const keepAliveS of [0, 4, 121]) await assert.rejects(w.connect(A, { keepAliveS }), /Not authorized/i)
  assert.deepEqual(
    w.refused.map(({ reason }) => reason),
    ['keepAlive', 'keepAlive', 'keepAlive'],
  )
  for (const keepAliveS of [5, 120]) await w.connect(A, { keepAliveS })
})

test('a login, with a will on a foreign topic, is refused', async (t) => {
  const w = await busWorld(t)
  await assert.rejects(w.connect(A, { will: { topic: upTopic(B.deviceId, 'presence'), payload: 'x' } }))
  assert.equal(w.refused[0]?.reason, 'will')
})

test('a login, with MQTT 5, is refused, because the embedded broker speaks 3.1.1', async (t) => {
  const w = await busWorld(t)
  await assert.rejects(w.connect(A, { protocolVersion: 5 }), /Unsupported Protocol Version/i)
  assert.deepEqual(w.refused, [{ kind: 'connect', reason: 'protocol', username: A.username }])
})

test('publishing to a foreign, unknown, downlink or system topic ends the connection and is counted', async (t) => {
  const w = await busWorld(t)
  const topics = [
    upTopic(B.deviceId, 'state'),
    `ldp/1/${A.deviceId}/up/other`,
    `ldp/1/${A.deviceId}/up/state/more`,
    cmdA,
    '$SYS/x/heartbeat',
  ]
  for (const topic of topics) {
    const device = await w.connect(A, { announce: false })
    assert.equal(await device.publishRaw(topic, '{}'), 'closed', topic)
  }
  assert.deepEqual(
    w.refused,
    topics.map((topic) => ({ kind: 'publish', reason: 'topic', username: A.username, topic })),
  )
  assert.deepEqual(
    w.messages.filter(({ topic }) => topics.includes(topic)),
    [],
  )
})

test('system topics stay closed, even where the rights would allow everything', async (t) => {
  const w = await busWorld(t, { rights: () => ({ publish: () => true, subscribe: () => true }) })
  const device = await w.connect(A, { announce: false })
  assert.equal(await device.publishRaw('$SYS/x/new/clients', A.username), 'closed')
})

test('subscribing to foreign topics or wildcards is refused and counted; the connection stays', async (t) => {
  const w = await busWorld(t)
  const device = await w.connect(A, { announce: false })
  const filters = [
    downTopic(B.deviceId, 'cmd'),
    downTopic(B.deviceId, '#'),
    'ldp/1/+/down/cmd',
    'ldp/1/#',
    '#',
    `ldp/1/${A.deviceId}/down/+`,
    `$share/g/${cmdA}`,
    '$SYS/#',
  ]
  for (const filter of filters) assert.equal(await device.subscribe(filter), 128, filter)
  assert.deepEqual(
    w.refused,
    filters.map((topic) => ({ kind: 'subscribe', reason: 'topic', username: A.username, topic })),
  )
  assert.equal(await device.subscribe(downTopic(A.deviceId, '#')), 1)
})

test('a payload of 8 KiB passes, one byte more ends the connection', async (t) => {
  const w = await busWorld(t)
  const device = await w.connect(A, { announce: false })
  const topic = upTopic(A.deviceId, 'info')
  assert.equal(await device.publishRaw(topic, 'x'.repeat(LDP_MAX_BYTES)), 'confirmed')
  assert.equal(await device.publishRaw(topic, 'x'.repeat(LDP_MAX_BYTES + 1)), 'closed')
  assert.equal(w.messages.filter((message) => message.topic === topic).length, 1)
  assert.deepEqual(w.refused, [{ kind: 'publish', reason: 'tooLarge', username: A.username, topic }])
})

test('a packet, announced far above the limit, ends the connection at once, even before a login', {
  timeout: 120_000,
}, async (t) => {
  const w = await busWorld(t)
  const socket = createConnection(Number(new URL(w.bus.url).port), '127.0.0.1')
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  // CONNECT with a remaining length of 268 435 455 bytes.
  socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]))
  await once(socket, 'close')
  assert.deepEqual(w.refused, [{ kind: 'connect', reason: 'tooLarge', username: undefined }])
})

test('garbage instead of MQTT ends that connection only', async (t) => {
  const w = await busWorld(t)
  const device = await w.connect(A)
  const socket = createConnection(Number(new URL(w.bus.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'close')
  assert.equal(await device.publish('event', {}), 'confirmed')
})

test('a login that is being checked while its credentials are revoked is refused', async (t) => {
  const [arrived, check] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const w = await busWorld(t, {
    async authenticate(username) {
      arrived.resolve()
      await check.promise
      return { deviceId: A.deviceId, username }
    },
  })
  const refused = assert.rejects(w.connect(A), /Bad username or password/i)
  await arrived.promise
  await w.bus.disconnect(A.username)
  check.resolve()
  await refused
})
