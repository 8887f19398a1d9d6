import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { createApp } from '../../src/http/app.ts'
import { RequestSlots } from '../../src/http/request-slots.ts'
import { mountSystemRoutes } from '../../src/http/system-routes.ts'
import { eventually } from '../eventually.ts'
import { listenOnLoopback, rawConnection } from '../raw-http.ts'
import { createWorld } from '../world.ts'

const SLOTS = 8
/** Of these for one network. */
const SHARE = 2
const SLOW = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
const LOGIN =
  'POST /account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'

/** The real service, and one with a route that answers when it is told to. */
async function slowWorld(t: TestContext) {
  const w = await createWorld(t, 'sqlite', { config: { http: { port: 0, maxRequests: SLOTS } } })
  const { platform } = w.service
  const app = createApp({ platform, maxRequests: SLOTS, isStopping: () => false })
  t.after(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  const waiting: (() => void)[] = []
  let gauges = 0
  mountSystemRoutes(app, {
    platform,
    whyNotReady: () => undefined,
    isLinked: () => true,
    lockShares: () => undefined,
    metricsOpen: false,
    refreshGauges: () => {
      gauges += 1
      return new Promise(() => undefined)
    },
    areas: {},
  })
  app.get('/slow', () => new Promise((resolve) => waiting.push(() => resolve('done'))))
  let quick = 0
  app.get('/quick', () => {
    quick += 1
    return 'done'
  })
  app.post('/quick', () => 'done')
  const port = await listenOnLoopback(app)
  const status = async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    await response.text()
    return response.status
  }
  return { w, app, port, status, waiting, gauges: () => gauges, quick: () => quick }
}

/** Takes every slot, for which it takes several networks. */
async function takeAll(t: TestContext, port: number) {
  const connections = await Promise.all(
    Array.from({ length: SLOTS }, (_, i) => rawConnection(t, port, { from: addressOf(i) })),
  )
  for (const { send } of connections) send(SLOW)
  return connections
}

const addressOf = (i: number): string => `127.0.1.${Math.floor(i / SHARE) + 1}`

test('bodies, aborted after their first byte, leave every slot free', async (t) => {
  const { w } = await slowWorld(t)
  const port = await listenOnLoopback(w.service.app)
  for (let i = 0; i < SLOTS * 4; i++) {
    const connection = await rawConnection(t, port)
    connection.send(LOGIN)
    await connection.leave()
  }
  const url = `http://127.0.0.1:${port}`
  const headers = { authorization: `Bearer ${w.owner.token}` }
  await eventually('reads are answered', async () => (await fetch(`${url}/smartlock`, { headers })).ok)
  await eventually('and so are logins', async () => {
    const json = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'a@b.example', password: 'wrong password' })
    return (await fetch(`${url}/account/login`, { method: 'POST', headers: json, body })).status === 401
  })
})

test('requests whose handler never ends give back their slots when their clients leave', async (t) => {
  const { port, status, waiting } = await slowWorld(t)
  for (let round = 1; round <= 3; round++) {
    const connections = await takeAll(t, port)
    await eventually('all are under way', () => waiting.length === SLOTS * round)
    assert.equal(await status('/quick'), 503)
    await Promise.all(connections.map((connection) => connection.leave()))
    await eventually('there is room again', async () => (await status('/quick')) === 200)
  }
  // The handlers end after all; what was given back is not given back twice.
  for (const end of waiting) end()
  await takeAll(t, port)
  await eventually('all are under way', () => waiting.length === SLOTS * 4)
  assert.equal(await status('/quick'), 503)
})

test('pipelined requests that never got their turn give back their slots with the connection', async (t) => {
  const { port, status, waiting } = await slowWorld(t)
  const connection = await rawConnection(t, port)
  connection.send(SLOW.repeat(SHARE))
  await eventually('all are under way', () => waiting.length === SHARE)
  for (const end of waiting.slice(1)) end()
  assert.equal(await status('/quick'), 503)
  await connection.leave()
  await eventually('there is room again', async () => (await status('/quick')) === 200)
})

test('health, readiness and metrics are answered while all slots are taken and the store does not answer', async (t) => {
  const { port, status, waiting, gauges } = await slowWorld(t)
  await takeAll(t, port)
  await eventually('all are under way', () => waiting.length === SLOTS)
  assert.equal(await status('/quick'), 503)
  assert.equal(await status('/health', { method: 'POST', body: 'x' }), 503, 'only what is asked is exempt')
  const asked = Array.from({ length: SLOTS * 4 }, (_, i) => ['/health', '/ready/', '/metrics?x=1'][i % 3]!)
  assert.deepEqual(new Set(await Promise.all(asked.map((path) => status(path)))), new Set([200]))
  assert.equal(gauges(), 1, 'however many ask for metrics, the store is asked once at a time')
})

test('bodies that arrive slowly take no slot of requests without one, and one network cannot have all of them', async (t) => {
  const { port, status } = await slowWorld(t)
  const slow = async (from: string) => {
    const connection = await rawConnection(t, port, { from })
    connection.send('POST /quick HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
    return connection
  }
  const senders = await Promise.all(Array.from({ length: SLOTS * 2 }, () => slow('127.0.0.2')))
  await eventually('the network has its share', () =>
    senders.some(({ answer }) => /^HTTP\/1.1 503/.test(answer())),
  )
  assert.equal(await status('/quick'), 200)
  assert.equal(await status('/quick', { method: 'POST', body: '{}' }), 200, 'other networks are not touched')
  // Those that were let in are served when the rest comes.
  const [first] = senders
  first?.send('12345678')
  assert.match(await first!.until(/done/), /^HTTP\/1.1 200/)
})

test('a packet of a thousand requests is read no further than to the one that ends its connection', async (t) => {
  const { w } = await slowWorld(t)
  const port = await listenOnLoopback(w.service.app)
  let made = 0
  w.service.app.server.prependListener('request', () => made++)
  const connection = await rawConnection(t, port)
  connection.send('GET /health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000))
  await connection.closed()
  assert.ok(made < 100, `${made} requests were made of the packet`)
  assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200, 'and others are served')
})

test('pipelined requests with bodies are all served', async (t) => {
  const { port, status } = await slowWorld(t)
  const connection = await rawConnection(t, port)
  const post = 'POST /quick HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'
  for (let round = 1; round <= 3; round++) {
    connection.send(post.repeat(2))
    await eventually(
      'both are answered',
      () => connection.answer().match(/HTTP\/1.1 200/g)?.length === round * 2,
    )
  }
  assert.doesNotMatch(connection.answer(), /503/)
  assert.equal(await status('/quick', { method: 'POST', body: '{}' }), 200)
})

test('a stream leaves the slots to others for as long as it is open', async (t) => {
  const { w } = await slowWorld(t)
  const port = await listenOnLoopback(w.service.app)
  const other = await w.account()
  const streams = await Promise.all(
    [w.owner, other].flatMap(({ token }) =>
      Array.from({ length: SLOTS / 2 }, async (_, i) => {
        const connection = await rawConnection(t, port, { from: addressOf(i) })
        connection.send(`GET /event/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
        await connection.until(/text\/event-stream/)
        return connection
      }),
    ),
  )
  const read = () =>
    fetch(`http://127.0.0.1:${port}/smartlock`, { headers: { authorization: `Bearer ${w.owner.token}` } })
  assert.equal((await read()).status, 200)
  await Promise.all(streams.map((stream) => stream.leave()))
  for (let i = 0; i < SLOTS * 2; i++) assert.equal((await read()).status, 200)
})

test('one network cannot take all slots, however slow its requests are', async (t) => {
  const { port, status, waiting } = await slowWorld(t)
  const from = '127.0.0.2'
  const connections = await Promise.all(Array.from({ length: SLOTS }, () => rawConnection(t, port, { from })))
  for (const { send } of connections) send(SLOW)
  await eventually('the network has its share, the rest is told to come back', () => {
    const refused = connections.filter(({ answer }) => /^HTTP\/1.1 503/.test(answer()))
    return waiting.length === SHARE && refused.length === SLOTS - SHARE
  })
  assert.equal(await status('/quick'), 200, 'other networks are not touched')
})

test('a thousand requests in one packet end their connection and are not worked on', async (t) => {
  const { port, status, waiting, quick } = await slowWorld(t)
  const [first, second] = [await rawConnection(t, port), await rawConnection(t, port)]
  first.send('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000))
  await first.closed()
  assert.ok(quick() < 50, `${quick()} were worked on`)
  second.send(SLOW.repeat(1000))
  await second.closed()
  assert.ok(waiting.length < 50, `${waiting.length} were worked on`)
  assert.equal(await status('/quick'), 200)
})

test('half a megabyte of OpenAPI is made once, however many ask for it and do not read it', async (t) => {
  const { w } = await slowWorld(t)
  const port = await listenOnLoopback(w.service.app)
  const url = `http://127.0.0.1:${port}/openapi.json`
  assert.equal(typeof ((await (await fetch(url)).json()) as { openapi: unknown }).openapi, 'string')
  const stringify = t.mock.method(JSON, 'stringify')
  for (let i = 0; i < 5; i++) await (await fetch(url)).text()
  const large = stringify.mock.calls.filter(({ result }) => (result?.length ?? 0) > 100_000)
  assert.equal(large.length, 0)
})

test('behind a stream nothing is worked on: its answer could never be sent', async (t) => {
  const { w } = await slowWorld(t)
  const port = await listenOnLoopback(w.service.app)
  const head = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${w.owner.token}\r\n\r\n`
  const after = await rawConnection(t, port, { from: addressOf(0) })
  after.send(head('/event/stream'))
  await after.until(/text\/event-stream/)
  after.send(head('/smartlock'))
  await after.closed()
  const together = await rawConnection(t, port, { from: addressOf(0) })
  together.send(head('/event/stream') + head('/smartlock'))
  await together.closed()
})

function* endless(): Generator<string> {
  for (;;) yield 'x'.repeat(65_536)
}

/** Slots that give up unread answers after so long. */
async function impatientSlots(t: TestContext, answerWithinMs: number) {
  const app = Fastify()
  t.after(() => app.close())
  const slots = new RequestSlots({ max: SLOTS, answerWithinMs })
  t.after(() => slots.stop())
  app.decorateRequest('slot', undefined)
  app.addHook('onRequest', async (request, reply) => {
    if (!slots.enter(request)) await reply.code(503).send('full')
  })
  app.addHook('onResponse', async (request) => slots.leave(request))
  app.get('/large', () => 'x'.repeat(64_000_000))
  app.get('/slow', () => new Promise((resolve) => setTimeout(resolve, 1000, 'done')))
  app.get('/endless', (_request, reply) => reply.send(Readable.from(endless(), { objectMode: false })))
  const made = new Readable({ read: () => undefined })
  app.get('/made', (_request, reply) => reply.send(made))
  return { app, slots, made, port: await listenOnLoopback(app) }
}

test('a client that does not read its answer makes room when others are turned away', async (t) => {
  const { slots, port } = await impatientSlots(t, 24_000)
  for (let i = 0; i < SHARE; i++) {
    const reader = await rawConnection(t, port)
    reader.socket.pause()
    reader.send('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  }
  await eventually('they hold all slots', () => slots.working === SHARE)
  // Ten seconds, before they would have been given up anyway.
  await eventually('there is room', async () => (await fetch(`http://127.0.0.1:${port}/slow`)).ok)
})

test('a client that does not read its answer is cut off; slow work of ours is not', async (t) => {
  const { slots, port } = await impatientSlots(t, 200)
  const [reader, worker] = [await rawConnection(t, port), await rawConnection(t, port)]
  reader.socket.pause()
  reader.send('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  worker.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually('both hold a slot', () => slots.working === 2)
  await eventually('both slots are free', () => slots.working === 0)
  assert.match(await worker.until(/done/), /^HTTP\/1.1 200/)
  assert.ok(reader.socket.bytesRead < 64_000_000)
})

test('a client that takes a long answer piece by piece has it for as long as it likes, and loses it when it stops', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { slots, port } = await impatientSlots(t, 24_000)
  const { socket, send } = await rawConnection(t, port)
  send('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually('it holds a slot', () => slots.working === 1)
  for (let minutes = 1; minutes <= 4; minutes++) {
    // More than what waits for it on the way, which nobody here can see it take.
    const goal = socket.bytesRead + 16_000_000
    socket.resume()
    await eventually('it takes a piece', () => socket.bytesRead >= goal)
    socket.pause()
    t.mock.timers.tick(20_000)
    assert.equal(slots.working, 1, `${minutes}`)
  }
  t.mock.timers.tick(24_000)
  await eventually('its place is free', () => slots.working === 0)
})

test('a client that has taken all we made for minutes may be slow for a moment', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { app, slots, made, port } = await impatientSlots(t, 24_000)
  const sockets: Socket[] = []
  app.server.on('connection', (socket) => sockets.push(socket))
  const { socket, send } = await rawConnection(t, port)
  send('GET /made HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually('it holds a slot', () => slots.working === 1)
  const waiting = () => sockets[0]?.writableLength ?? 0
  socket.resume()
  for (let seconds = 1; seconds <= 30; seconds++) {
    const goal = socket.bytesRead + 100_000
    made.push('x'.repeat(100_000))
    await eventually('it takes what is made', () => socket.bytesRead >= goal && waiting() === 0)
    t.mock.timers.tick(1000)
  }
  socket.pause()
  made.push('x'.repeat(16_000_000))
  await eventually('something waits', () => waiting() > 0)
  t.mock.timers.tick(2000)
  assert.equal(sockets[0]?.destroyed, false)
  t.mock.timers.tick(24_000)
  await eventually('its place is free', () => slots.working === 0)
})
