import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { downTopic, upTopic } from '@latchwork/contract/device'
import { connectAsync } from 'mqtt'
import { eventually } from '../../../test/eventually.ts'
import { connectDevice, loginOf } from '../../../test/ldp-device.ts'
import { type Mosquitto, startMosquitto } from '../../../test/mosquitto.ts'
import { startTcpProxy } from '../../../test/tcp-proxy.ts'
import type { FollowingBus, UplinkMessage } from '../bus.ts'
import { createEmbeddedBus } from './embedded-bus.ts'
import { createExternalBus, type ExternalBusOptions } from './external-bus.ts'

const A = { deviceId: '0000000A', username: 'lock-a', secret: 'secret-of-a' }
const SERVICE = { username: 'latchwork', password: 'p@ss/w:rd' }
const EXPIRES = { expiresInMs: 10_000 }
const cmdA = downTopic(A.deviceId, 'cmd')

async function startBroker(t: TestContext): Promise<Mosquitto> {
  const own = `ldp/1/${A.deviceId}`
  const broker = await startMosquitto({
    users: [
      { ...SERVICE, topics: ['read ldp/1/+/up/#', 'write ldp/1/+/down/#'] },
      {
        username: A.username,
        password: loginOf(A.secret),
        topics: [`write ${own}/up/#`, `read ${own}/down/#`],
      },
      { username: 'outsider', password: 'x', topics: ['readwrite other/#'] },
    ],
  })
  t.after(() => broker.stop())
  return broker
}

interface Instance {
  bus: FollowingBus
  messages: UplinkMessage[]
  links: boolean[]
}

async function startBus(
  t: TestContext,
  url: string,
  options: Partial<ExternalBusOptions> = {},
): Promise<Instance> {
  const bus = createExternalBus({
    url,
    clientIdPrefix: 'latchwork-',
    uplinkFilter: (deviceId) => `ldp/1/${deviceId}/up/#`,
    ...options,
  })
  const messages: UplinkMessage[] = []
  const links: boolean[] = []
  t.after(() => bus.stop())
  await bus.start({
    authenticate: async () => undefined,
    rights: () => ({ publish: () => false, subscribe: () => false }),
    message: (message) => messages.push(message),
    refused: () => {},
    link: (up) => links.push(up),
  })
  await bus.follow([A.deviceId])
  return { bus, messages, links }
}

const through = (url: string, port: number): string => Object.assign(new URL(url), { port: `${port}` }).href

test('messages travel both ways through an external broker', async (t) => {
  const broker = await startBroker(t)
  const { bus, messages, links } = await startBus(t, broker.urlFor(SERVICE.username))
  assert.equal(bus.url, broker.url, 'the address shown holds no credentials')
  assert.deepEqual(links, [true])
  const device = await connectDevice({ url: broker.url, ...A })
  await device.publish('event', { seq: 1 })
  assert.equal(await bus.publishLive(A.deviceId, cmdA, '{"id":"x"}', EXPIRES), 'sent')
  await device.command(0)
  assert.deepEqual(device.received, [{ topic: cmdA, payload: '{"id":"x"}', retain: false }])
  await eventually('the uplinks', () => messages.some(({ topic }) => topic === upTopic(A.deviceId, 'event')))
})

test('a live message, for a device that is offline, is known as offline and never delivered', async (t) => {
  const broker = await startBroker(t)
  const { bus } = await startBus(t, broker.urlFor(SERVICE.username))
  assert.equal(await bus.publishLive(A.deviceId, cmdA, '{"id":"late"}', EXPIRES), 'offline')
  const device = await connectDevice({ url: broker.url, ...A })
  assert.equal(await bus.publishLive(A.deviceId, cmdA, '{"id":"fence"}', EXPIRES), 'sent')
  assert.equal((await device.command(0)).id, 'fence')
})

test('a live message, that waits at the broker for a persistent session, is gone when it expires', async (t) => {
  const broker = await startBroker(t)
  const { bus } = await startBus(t, broker.urlFor(SERVICE.username))
  const before = await connectDevice({ url: broker.url, ...A, clean: false })
  await before.drop()
  const soon = { expiresInMs: 1000 }
  assert.equal(await bus.publishLive(A.deviceId, cmdA, '{"id":"late"}', soon), 'sent')
  // The broker counts whole seconds, and nothing tells when it has dropped a message.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  const after = await connectDevice({ url: broker.url, ...A, clean: false })
  await bus.publishLive(A.deviceId, cmdA, '{"id":"fence"}', EXPIRES)
  assert.equal((await after.command(0)).id, 'fence')
  assert.equal(after.received.length, 1)
})

test('a live message, while the broker is down, is refused and not sent when it is back', async (t) => {
  const broker = await startBroker(t)
  const { bus, links } = await startBus(t, broker.urlFor(SERVICE.username))
  await broker.kill()
  await eventually('the link is seen to be down', () => links.at(-1) === false)
  assert.equal(await bus.publishLive(A.deviceId, cmdA, '{"id":"late"}', EXPIRES), 'busLost')
  await broker.restart()
  const device = await connectDevice({ url: broker.url, ...A })
  await eventually('the link is back', () => links.at(-1) === true)
  assert.equal(await bus.publishLive(A.deviceId, cmdA, '{"id":"fence"}', EXPIRES), 'sent')
  assert.equal((await device.command(0)).id, 'fence')
  assert.deepEqual(links, [true, false, true])
})

test('a live message, on a link that breaks before the broker confirms it, is not sent again', async (t) => {
  const broker = await startBroker(t)
  const proxy = await startTcpProxy(broker.port)
  t.after(() => proxy.stop())
  const { bus, links } = await startBus(t, through(broker.urlFor(SERVICE.username), proxy.port))
  const device = await connectDevice({ url: broker.url, ...A })
  proxy.freeze()
  const unconfirmed = bus.publishLive(A.deviceId, cmdA, '{"id":"late"}', EXPIRES)
  proxy.cut()
  proxy.thaw()
  assert.equal(await unconfirmed, 'sent', 'nobody knows whether it arrived, so it counts as sent')
  await eventually('the link is back', () => links.at(-1) === true && links.length === 3)
  await bus.publishLive(A.deviceId, cmdA, '{"id":"fence"}', EXPIRES)
  assert.equal((await device.command(0)).id, 'fence')
})

test('a link that goes silent without a word is given up soon and made anew, though nobody sends anything', async (t) => {
  const broker = await startBroker(t)
  const proxy = await startTcpProxy(broker.port)
  t.after(() => proxy.stop())
  const { links } = await startBus(t, through(broker.urlFor(SERVICE.username), proxy.port))
  await eventually('the link is up', () => links.at(-1) === true)
  proxy.strand()
  await eventually('it is up again', () => links.join() === 'true,false,true', 14_000)
})

test('a half-open link, when a message on it expires unconfirmed, is reset, so that it cannot arrive late', async (t) => {
  const broker = await startBroker(t)
  const proxy = await startTcpProxy(broker.port)
  t.after(() => proxy.stop())
  const url = through(broker.urlFor(SERVICE.username), proxy.port)
  const { bus, links } = await startBus(t, url, { minConfirmWaitMs: 200 })
  const device = await connectDevice({ url: broker.url, ...A })
  proxy.freeze()
  assert.equal(await bus.publishLive(A.deviceId, cmdA, '{"id":"late"}', { expiresInMs: 100 }), 'sent')
  await eventually('the link is reset', () => links.at(-1) === false)
  proxy.thaw()
  await eventually('the link is back', () => links.at(-1) === true)
  await bus.publishLive(A.deviceId, cmdA, '{"id":"fence"}', EXPIRES)
  assert.equal((await device.command(0)).id, 'fence')
  assert.equal(device.received.length, 1)
})

test('messages that devices publish during a short interruption arrive when the link is back', async (t) => {
  const broker = await startBroker(t)
  const proxy = await startTcpProxy(broker.port)
  t.after(() => proxy.stop())
  const { messages, links } = await startBus(t, through(broker.urlFor(SERVICE.username), proxy.port))
  const device = await connectDevice({ url: broker.url, ...A })
  proxy.freeze()
  proxy.cut()
  await eventually('the link is seen to be down', () => links.at(-1) === false)
  await device.publish('event', { seq: 7 })
  proxy.thaw()
  await eventually('the event', () => messages.some(({ topic }) => topic === upTopic(A.deviceId, 'event')))
})

test('retained messages are read at the start, marked as retained, and live ones still come once', async (t) => {
  const broker = await startBroker(t)
  const device = await connectDevice({ url: broker.url, ...A })
  const topic = upTopic(A.deviceId, 'state')
  await device.publishRaw(topic, 'old', { retain: true })
  const { messages } = await startBus(t, broker.urlFor(SERVICE.username))
  await eventually('both retained messages', () => messages.length === 2)
  await device.publishRaw(topic, 'new', { retain: true })
  await device.publishRaw(upTopic(A.deviceId, 'event'), 'fence')
  await eventually('the live ones', () => messages.length === 4)
  assert.deepEqual(
    messages.map(({ payload, retained }) => [payload.toString().slice(0, 14), retained]).toSorted(),
    [
      ['fence', false],
      ['new', false],
      ['old', true],
      ['{"online":true', true],
    ],
  )
})

test('a device is heard by whoever follows it, and by nobody else', async (t) => {
  const broker = await startBroker(t)
  const url = broker.urlFor(SERVICE.username)
  const [one, two] = [await startBus(t, url), await startBus(t, url)]
  await two.bus.unfollow([A.deviceId])
  const device = await connectDevice({ url: broker.url, ...A, announce: false })
  for (let i = 0; i < 20; i++) await device.publishRaw(upTopic(A.deviceId, 'event'), `${i}`)
  await eventually('all messages', () => one.messages.length === 20)
  await one.bus.unfollow([A.deviceId])
  await two.bus.follow([A.deviceId])
  await device.publishRaw(upTopic(A.deviceId, 'event'), 'moved')
  await eventually('the last message', () => two.messages.length === 1)
  assert.equal(one.messages.length, 20)
})

test('what is retained comes again whenever a device is followed, however often that is', async (t) => {
  const broker = await startBroker(t)
  const { bus, messages } = await startBus(t, broker.urlFor(SERVICE.username))
  const device = await connectDevice({ url: broker.url, ...A, announce: false })
  await device.publishRaw(upTopic(A.deviceId, 'state'), 'kept', { retain: true })
  await eventually('the live one', () => messages.length === 1)
  await bus.follow([A.deviceId])
  await bus.unfollow([A.deviceId])
  await bus.follow([A.deviceId])
  await eventually('the retained ones', () => messages.length === 3)
  assert.deepEqual(
    messages.map(({ retained }) => retained),
    [false, true, true],
  )
})

test('what is followed or not any more while the broker is down is so when it is back, and it forgot everything', async (t) => {
  const broker = await startBroker(t)
  const { bus, messages, links } = await startBus(t, broker.urlFor(SERVICE.username))
  await bus.follow(['0000000B'])
  await broker.kill()
  await eventually('the link is seen to be down', () => links.at(-1) === false)
  await bus.unfollow(['0000000B'])
  await broker.restart()
  await eventually('the link is back', () => links.at(-1) === true)
  const device = await connectDevice({ url: broker.url, ...A, announce: false })
  await eventually('the device is heard', async () => {
    await device.publishRaw(upTopic(A.deviceId, 'event'), 'again')
    return messages.length > 0
  })
})

test('ten thousand devices, followed at once, bring all that is retained of them', async (t) => {
  const broker = await startBroker(t)
  const { bus, messages } = await startBus(t, broker.urlFor(SERVICE.username))
  const ids = Array.from({ length: 10_000 }, (_, i) => (0x20000000 + i).toString(16).toUpperCase())
  await broker.addUser({ username: 'planter', password: 'x', topics: ['write ldp/1/+/up/#'] })
  const planter = await connectAsync(broker.urlFor('planter'), { protocolVersion: 5 })
  t.after(() => planter.endAsync(true))
  for (let i = 0; i < ids.length; i += 500)
    await Promise.all(
      ids
        .slice(i, i + 500)
        .map((id) => planter.publishAsync(upTopic(id, 'presence'), id, { qos: 1, retain: true })),
    )
  await bus.follow(ids)
  await eventually('all that is retained', () => messages.length >= ids.length, 60_000)
  assert.equal(new Set(messages.map(({ topic }) => topic)).size, ids.length)
})

test('many live messages at once all arrive, in spite of the limit for unconfirmed ones', async (t) => {
  const broker = await startBroker(t)
  const { bus } = await startBus(t, broker.urlFor(SERVICE.username))
  const device = await connectDevice({ url: broker.url, ...A })
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, i) => bus.publishLive(A.deviceId, cmdA, `{"ctr":${i}}`, EXPIRES)),
  )
  assert.deepEqual(new Set(results), new Set(['sent']))
  await device.command(199)
})

test('a live message, on a topic the broker does not grant the service, is not called sent', async (t) => {
  const broker = await startBroker(t)
  const { bus } = await startBus(t, broker.urlFor(SERVICE.username))
  assert.equal(await bus.publishLive(A.deviceId, 'other/x', '{}', EXPIRES), 'busLost')
})

const withoutSecret = (pattern: RegExp) => (error: Error) => {
  assert.match(error.message, pattern)
  assert.ok(!error.message.includes('p@ss') && !error.message.includes('p%40ss'), error.message)
  return true
}

test('start, with a wrong password, rejects at once and names the broker but not the password', async (t) => {
  const broker = await startBroker(t)
  const url = broker.url.replace('//', '//latchwork:wrong-p%40ss@')
  await assert.rejects(startBus(t, url), withoutSecret(new RegExp(`127\\.0\\.0\\.1:${broker.port}.*refused`)))
})

test('start, when nobody answers, rejects after the time given for it', async (t) => {
  const broker = await startBroker(t)
  await broker.kill()
  const url = broker.urlFor(SERVICE.username)
  await assert.rejects(
    startBus(t, url, { connectTimeoutMs: 700 }),
    withoutSecret(new RegExp(`127\\.0\\.0\\.1:${broker.port}.*ECONNREFUSED`)),
  )
})

test('start, when the broker comes up a little later, waits for it', async (t) => {
  const broker = await startBroker(t)
  await broker.kill()
  const starting = startBus(t, broker.urlFor(SERVICE.username))
  await broker.restart()
  const { links } = await starting
  assert.deepEqual(links, [true])
})

test('start, without a time for it, waits for the broker and says so', async (t) => {
  const broker = await startBroker(t)
  await broker.kill()
  const lines: unknown[] = []
  const log = { warn: (...said: unknown[]) => void lines.push(said.at(-1)) } as never
  const starting = startBus(t, broker.urlFor(SERVICE.username), { log })
  await eventually('it says so', () =>
    lines.some((line) => /^Waiting for the MQTT broker at /.test(String(line))),
  )
  await broker.restart()
  const { links } = await starting
  assert.equal(links.at(-1), true)
})

test('start, with a broker that speaks MQTT 3.1.1 only, rejects', async (t) => {
  const old = createEmbeddedBus({ host: '127.0.0.1', port: 0 })
  await old.start({ link() {}, refused() {} } as never)
  t.after(() => old.stop())
  await assert.rejects(startBus(t, old.url, { connectTimeoutMs: 1500 }), /cannot be used/)
})

test('an address that is not one of an MQTT broker is refused without repeating it', () => {
  for (const url of ['http://u:p%40ss@host', 'u:p@ss', 'mqtt://']) {
    const create = () => createExternalBus({ url, clientIdPrefix: 'x', uplinkFilter: () => 'x/#' })
    assert.throws(create, withoutSecret(/must look like mqtt/))
  }
})
