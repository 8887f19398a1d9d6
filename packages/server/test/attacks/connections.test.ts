import assert from 'node:assert/strict'
import type { Server } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { createEmbeddedBus } from '../../src/devices/bus/embedded-bus.ts'
import { createApp } from '../../src/http/app.ts'
import { limitConnections } from '../../src/platform/net/connection-limit.ts'
import { networkList } from '../../src/platform/net/networks.ts'
import { eventually } from '../eventually.ts'
import { listenOnLoopback, rawConnection } from '../raw-http.ts'
import { createWorld } from '../world.ts'

/** Descriptors the server holds, also of connections it said goodbye to. */
const openAt = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, n) => (error ? reject(error) : resolve(n))))

async function impatientApp(t: TestContext) {
  const w = await createWorld(t, 'sqlite')
  const app = createApp({
    platform: w.service.platform,
    maxRequests: 100,
    isStopping: () => false,
    deadlines: { headersMs: 300, requestMs: 600, checkMs: 50 },
  })
  t.after(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  app.post('/quick', () => 'done')
  return { app, port: await listenOnLoopback(app) }
}

for (const [what, text, status] of [
  ['headers that stop half-way', 'GET /quick HTTP/1.1\r\nHost: x\r\nX-Half: ', 408],
  ['bodies that stop half-way', 'POST /quick HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{', 408],
  ['silence', '', 408],
  ['garbage', 'GARBAGE\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}`, 431],
] as const) {
  test(`${what}, from clients that never close, are answered and leave no descriptor`, async (t) => {
    const { app, port } = await impatientApp(t)
    const clients = await Promise.all(
      Array.from({ length: 20 }, () => rawConnection(t, port, { allowHalfOpen: true })),
    )
    for (const { send } of clients) send(text)
    await eventually('all are answered', () => clients.every(({ answer }) => answer() !== ''))
    await eventually('all descriptors are free', async () => (await openAt(app.server)) === 0)
    for (const { answer } of clients) assert.match(answer(), new RegExp(`^HTTP/1.1 ${status} `))
  })
}

/** How many of so many connections from an address are still open once the server has seen them all. */
async function openFrom(t: TestContext, port: number, from: string, count: number) {
  const connections = []
  for (let i = 0; i < count; i++) {
    const connection = await rawConnection(t, port, { from })
    // A connection that was refused is closed; one that was not stays as it is.
    await Promise.race([connection.closed(), new Promise((resolve) => setTimeout(resolve, 50))])
    connections.push(connection)
  }
  return connections.filter(({ socket }) => !socket.destroyed)
}

test('the API has limits for connections in all and from one address, proxies apart, and counts the refused', async (t) => {
  const w = await createWorld(t, 'sqlite', {
    config: { trustProxy: '127.0.0.9', http: { port: 0, maxConnections: 10, maxConnectionsPerAddress: 3 } },
  })
  const port = await listenOnLoopback(w.service.app)
  const one = await openFrom(t, port, '127.0.0.2', 5)
  assert.equal(one.length, 3)
  assert.equal((await openFrom(t, port, '127.0.0.3', 2)).length, 2, 'another address is not touched')
  assert.equal((await openFrom(t, port, '127.0.0.9', 7)).length, 5, 'for the proxy only the total holds')
  assert.equal((await openFrom(t, port, '127.0.0.4', 1)).length, 0)
  await one[0]?.leave()
  await eventually('there is room again', async () => (await openFrom(t, port, '127.0.0.2', 1)).length === 1)
  const metrics = await w.service.platform.metrics.registry.metrics()
  assert.match(metrics, /connections_refused_total\{listener="http",reason="address"\} 2/)
  assert.match(metrics, /connections_refused_total\{listener="http",reason="total"\} [3-9]/)
})

test('the broker has limits for connections in all and from one address, gateways apart, and counts the refused', async (t) => {
  const w = await createWorld(t, 'sqlite', {
    config: {
      mqtt: { port: 0, maxConnections: 8, maxConnectionsPerAddress: 3, gateways: ['127.0.0.9/32'] },
    },
  })
  const port = Number(new URL(w.service.bus.url).port)
  assert.equal((await openFrom(t, port, '127.0.0.2', 5)).length, 3)
  assert.equal((await openFrom(t, port, '127.0.0.9', 6)).length, 5)
  const metrics = await w.service.platform.metrics.registry.metrics()
  assert.match(metrics, /connections_refused_total\{listener="mqtt",reason="address"\} 2/)
  assert.match(metrics, /connections_refused_total\{listener="mqtt",reason="total"\} 1/)
})

test('a connection to the broker that never says who it is, or stops half-way, is closed', async (t) => {
  const bus = createEmbeddedBus({ host: '127.0.0.1', port: 0, connectWithinMs: 300 })
  await bus.start({
    authenticate: async () => undefined,
    rights: () => ({ publish: () => false, subscribe: () => false }),
    message: () => undefined,
    refused: () => undefined,
    link: () => undefined,
  })
  t.after(() => bus.stop())
  const port = Number(new URL(bus.url).port)
  for (const text of ['', '\x10', '\x10\x20\x00\x04MQTT', '\x10\x00', 'GET / HTTP/1.1\r\n\r\n']) {
    const connection = await rawConnection(t, port, { allowHalfOpen: true })
    connection.send(text)
    // Half of a connection that is closed takes everything; one whose descriptor is gone refuses what comes.
    connection.socket.on('end', () => setInterval(() => connection.send('\0'), 20).unref())
    await connection.closed()
  }
})

test('the limits hold for a TLS listener before its handshake begins', async (t) => {
  const server = createTlsServer({})
  limitConnections(server, { total: 10, perAddress: 2, isGateway: networkList([]) }, () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as { port: number }
  const open = await openFrom(t, port, '127.0.0.2', 4)
  assert.equal(open.length, 2)
  for (const { socket } of open) socket.destroy()
})
