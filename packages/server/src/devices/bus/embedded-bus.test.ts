import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { test } from 'node:test'
import { downTopic, upTopic } from '@latchwork/contract/device'
import { generate } from 'mqtt-packet'
import { A, A2, B, busWorld, cmdA, EXPIRES, isOffline, presences } from '../../../test/embedded-bus-world.ts'
import { eventually } from '../../../test/eventually.ts'
import { loginOf } from '../../../test/ldp-device.ts'
import { startTcpProxy } from '../../../test/tcp-proxy.ts'
import type { BusHandlers } from '../bus.ts'
import { createEmbeddedBus } from './embedded-bus.ts'

test('a message, published by a device, reaches the service with its topic and bytes', async (t) => {
  const w = await busWorld(t)
  const device = await w.connect(A, { announce: false })
  assert.equal(await device.publishRaw(upTopic(A.deviceId, 'state'), 'ünï', { retain: true }), 'confirmed')
  assert.deepEqual(w.messages, [
    { topic: upTopic(A.deviceId, 'state'), payload: Buffer.from('ünï'), retained: false },
  ])
  assert.deepEqual(w.links, [true])
  assert.deepEqual(w.refused, [])
})

test('messages of a device, retained or not and of mixed quality, arrive in the order they were sent', async (t) => {
  const w = await busWorld(t)
  const device = await w.connect(A, { announce: false })
  const numbers = Array.from({ length: 300 }, (_, i) => i)
  await Promise.all(
    numbers.map((i) =>
      device.publishRaw(upTopic(A.deviceId, i % 2 ? 'event' : 'state'), `${i}`, {
        qos: ([0, 1, 2] as const)[i % 3] ?? 0,
        retain: i % 2 === 0,
      }),
    ),
  )
  await eventually('all messages', () => w.messages.length === numbers.length)
  assert.deepEqual(
    w.messages.map(({ payload }) => Number(payload)),
    numbers,
  )
})

test('a live message reaches the device it is meant for and nobody else', async (t) => {
  const w = await busWorld(t)
  const [a, b] = [await w.connect(A), await w.connect(B)]
  assert.equal(await w.bus.publishLive(A.deviceId, cmdA, '{"n":1}', EXPIRES), 'sent')
  await a.command(0)
  await w.bus.publishLive(B.deviceId, downTopic(B.deviceId, 'cmd'), '{"n":2}', EXPIRES)
  await b.command(0)
  assert.deepEqual(a.received, [{ topic: cmdA, payload: '{"n":1}', retain: false }])
  assert.deepEqual(
    b.received.map(({ payload }) => payload),
    ['{"n":2}'],
  )
})

test('a live message, for a device that is offline, is refused and never delivered, even to a persistent session', async (t) => {
  const w = await busWorld(t)
  for (const clean of [true, false]) {
    const before = await w.connect(A, { clean })
    await before.drop()
    await eventually('the broker noticed', () =>
      presences(w.messages).some((p) => isOffline(p, before.session)),
    )
    assert.equal(await w.bus.publishLive(A.deviceId, cmdA, '{"id":"late"}', EXPIRES), 'offline')
    const after = await w.connect(A, { clean })
    assert.equal(await w.bus.publishLive(A.deviceId, cmdA, '{"id":"fence"}', EXPIRES), 'sent')
    assert.equal((await after.command(0)).id, 'fence')
    assert.equal(after.received.length, 1)
  }
})

test('a live message, to a device that has not subscribed, counts as offline', async (t) => {
  const w = await busWorld(t)
  const device = await w.connect(A, { announce: false })
  assert.equal(await w.bus.publishLive(A.deviceId, cmdA, '{}', EXPIRES), 'offline')
  await device.subscribe(cmdA, 2)
  assert.equal(await w.bus.publishLive(A.deviceId, cmdA, '{}', EXPIRES), 'sent')
  assert.equal(await w.bus.publishLive(A.deviceId, downTopic(A.deviceId, 'eack'), '{}', EXPIRES), 'offline')
})

test('a message of a device, retained or not, never reaches another device', async (t) => {
  // Rights wide enough to plant one on a command topic: the broker itself must keep nothing.
  const w = await busWorld(t, { rights: () => ({ publish: () => true, subscribe: () => true }) })
  const planter = await w.connect(B, { announce: false })
  await planter.publishRaw(cmdA, '{"id":"planted"}', { retain: true })
  const device = await w.connect(A, { announce: false })
  await device.subscribe(downTopic(A.deviceId, '#'))
  await planter.publishRaw(cmdA, '{"id":"passed on"}', { qos: 1 })
  await w.bus.publishLive(A.deviceId, cmdA, '{"id":"fence"}', EXPIRES)
  assert.equal((await device.command(0)).id, 'fence')
  assert.equal(device.received.length, 1)
})

test('a half-open link, when a message on it expires unconfirmed, is reset, so that it cannot arrive late', async (t) => {
  const w = await busWorld(t)
  const proxy = await startTcpProxy(Number(new URL(w.bus.url).port))
  t.after(() => proxy.stop())
  for (const clean of [true, false]) {
    const device = await w.connect(A, { url: `mqtt://127.0.0.1:${proxy.port}`, clean })
    proxy.freeze()
    assert.equal(await w.bus.publishLive(A.deviceId, cmdA, '{"id":"late"}', { expiresInMs: 50 }), 'sent')
    await eventually('the will', () => presences(w.messages).some((p) => isOffline(p, device.session)))
    proxy.thaw()
    await device.closed
    assert.deepEqual(device.received, [])
    const after = await w.connect(A, { clean })
    await w.bus.publishLive(A.deviceId, cmdA, '{"id":"fence"}', EXPIRES)
    assert.equal((await after.command(0)).id, 'fence')
  }
})

test('a link, whose device confirms what it gets, outlives the expiry of its messages', async (t) => {
  const w = await busWorld(t)
  const proxy = await startTcpProxy(Number(new URL(w.bus.url).port))
  t.after(() => proxy.stop())
  const silent = await w.connect(B, { url: `mqtt://127.0.0.1:${proxy.port}` })
  const device = await w.connect(A)
  for (let i = 0; i < 5; i++) {
    await w.bus.publishLive(A.deviceId, cmdA, '{}', { expiresInMs: 1 })
    await device.command(i)
  }
  // The link that is cut for its silence shows that the others' time is up too.
  proxy.freeze()
  await w.bus.publishLive(B.deviceId, downTopic(B.deviceId, 'cmd'), '{}', { expiresInMs: 1 })
  await eventually('the will', () => presences(w.messages).some((p) => isOffline(p, silent.session)))
  assert.equal(await device.publish('event', {}), 'confirmed')
})

test('a device that reads nothing, and need not confirm anything, is cut off instead of being kept ever more for', async (t) => {
  const w = await busWorld(t)
  const socket = createConnection(Number(new URL(w.bus.url).port), '127.0.0.1')
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  const { username } = A
  const password = Buffer.from(loginOf(A.secret))
  socket.write(
    generate({ cmd: 'connect', clientId: username, username, password, keepalive: 60, clean: true }),
  )
  await once(socket, 'data')
  socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: cmdA, qos: 0 }] }))
  await once(socket, 'data')
  socket.pause()
  // More than operating systems keep for a connection.
  for (let i = 0; i < 16; i++)
    assert.equal(await w.bus.publishLive(A.deviceId, cmdA, 'x'.repeat(1_000_000), EXPIRES), 'sent')
  const isOff = async () => (await w.bus.publishLive(A.deviceId, cmdA, '{}', EXPIRES)) === 'offline'
  await eventually('it is cut off', isOff)
})

test('the will arrives when the connection is cut, and does not when the device says goodbye', async (t) => {
  const w = await busWorld(t)
  const polite = await w.connect(B)
  await polite.end()
  const device = await w.connect(A)
  await device.drop()
  await eventually('the will', () => w.messages.length === 3)
  assert.deepEqual(presences(w.messages), [
    { online: true, sess: polite.session },
    { online: true, sess: device.session },
    { online: false, sess: device.session },
  ])
})

test('a second login with the same user name replaces the first, whose will comes before the new presence', async (t) => {
  const w = await busWorld(t)
  const first = await w.connect(A)
  const second = await w.connect(A, { clientId: `${A.username}-2` })
  await first.closed
  assert.deepEqual(presences(w.messages), [
    { online: true, sess: first.session },
    { online: false, sess: first.session },
    { online: true, sess: second.session },
  ])
  await w.bus.publishLive(A.deviceId, cmdA, '{"id":"x"}', EXPIRES)
  assert.equal((await second.command(0)).id, 'x')
})

test('a device, connected with old and new credentials, gets messages on its newest connection only', async (t) => {
  const w = await busWorld(t)
  const old = await w.connect(A)
  const renewed = await w.connect(A2)
  await w.bus.publishLive(A.deviceId, cmdA, '{"id":"1"}', EXPIRES)
  assert.equal((await renewed.command(0)).id, '1')
  assert.ok(old.isConnected)
  await renewed.drop()
  await eventually('the will', () => presences(w.messages).some((p) => isOffline(p, renewed.session)))
  await w.bus.publishLive(A.deviceId, cmdA, '{"id":"2"}', EXPIRES)
  assert.equal((await old.command(0)).id, '2')
  assert.deepEqual(
    [old, renewed].map(({ commands }) => commands.length),
    [1, 1],
  )
})

test('disconnect ends the connection of that user name and leaves others alone', async (t) => {
  const w = await busWorld(t)
  const [old, renewed, other] = [await w.connect(A), await w.connect(A2), await w.connect(B)]
  await w.bus.disconnect(A.username)
  await old.closed
  await w.bus.disconnect('nobody')
  assert.ok(renewed.isConnected && other.isConnected)
  assert.equal(await w.bus.publishLive(A.deviceId, cmdA, '{}', EXPIRES), 'sent')
})

test('start, when the port is taken, rejects with EADDRINUSE', async (t) => {
  const w = await busWorld(t)
  const port = Number(new URL(w.bus.url).port)
  const second = createEmbeddedBus({ host: '127.0.0.1', port })
  await assert.rejects(second.start({} as BusHandlers), { code: 'EADDRINUSE' })
  await second.stop()
})

test('stop ends all connections at once, delivers their wills and frees the port', {
  timeout: 120_000,
}, async (t) => {
  const w = await busWorld(t)
  const { url } = w.bus
  const device = await w.connect(A)
  const silent = createConnection(Number(new URL(url).port), '127.0.0.1')
  silent.on('error', () => {})
  await once(silent, 'connect')
  const silentClosed = once(silent, 'close')
  await w.bus.stop()
  assert.deepEqual(presences(w.messages).at(-1), { online: false, sess: device.session })
  await Promise.all([device.closed, silentClosed])
  assert.equal(await w.bus.publishLive(A.deviceId, cmdA, '{}', EXPIRES), 'offline')
  const next = createEmbeddedBus({ host: '127.0.0.1', port: Number(new URL(url).port) })
  await next.start({ link() {} } as unknown as BusHandlers)
  await next.stop()
})
