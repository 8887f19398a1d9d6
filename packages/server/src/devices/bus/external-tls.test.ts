import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createServer } from 'node:tls'
import { TEST_CA_FILE, testCertificate } from '../../../test/certificates.ts'
import { startMosquitto } from '../../../test/mosquitto.ts'
import type { BusHandlers } from '../bus.ts'
import { createExternalBus } from './external-bus.ts'

const SERVICE = {
  username: 'latchwork',
  password: 'secret',
  topics: ['read ldp/1/+/up/#', 'write ldp/1/+/down/#'],
}

/** A real broker with TLS before it, under a certificate of an authority that nobody knows. */
async function brokerWithTls(t: TestContext): Promise<string> {
  const broker = await startMosquitto({ users: [SERVICE] })
  t.after(() => broker.stop())
  const server = createServer(testCertificate(), (socket) => {
    const inner = connect(broker.port, '127.0.0.1')
    socket.pipe(inner).pipe(socket)
    socket.on('error', () => inner.destroy())
    inner.on('error', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  t.after(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return `mqtts://${SERVICE.username}:${SERVICE.password}@localhost:${port}`
}

const busTo = (url: string, caFile?: string) =>
  createExternalBus({
    url,
    caFile,
    clientIdPrefix: 'latchwork-',
    uplinkFilter: (deviceId) => `ldp/1/${deviceId}/up/#`,
    connectTimeoutMs: 5000,
  })

const HANDLERS: BusHandlers = {
  authenticate: async () => undefined,
  rights: () => ({ publish: () => false, subscribe: () => false }),
  message: () => {},
  refused: () => {},
  link: () => {},
}

test('an external broker is believed by the authority that the operator named, and by no other', async (t) => {
  const url = await brokerWithTls(t)
  const bus = busTo(url, TEST_CA_FILE)
  t.after(() => bus.stop())
  await bus.start(HANDLERS)
  assert.ok(bus.trust?.().ca, 'who connects from this process believes it too')
  await assert.rejects(busTo(url).start(HANDLERS), /cannot be used: .*(certificate|issuer)/)
  assert.throws(() => busTo(url, '/no/such/file'), /LATCHWORK_MQTT_CA_FILE cannot be read/)
})
