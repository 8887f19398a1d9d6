import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { type TestContext, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { type CertificateFiles, issueCertificate, TEST_CA_FILE } from '../../../test/certificates.ts'
import { A, B, busWorld, cmdA, EXPIRES } from '../../../test/embedded-bus-world.ts'
import { eventually } from '../../../test/eventually.ts'
import { loginOf } from '../../../test/ldp-device.ts'
import { openTlsFiles } from '../../platform/net/tls-files.ts'
import type { DeviceTls } from './device-listener.ts'

const server = issueCertificate()

/** A bus with TLS, and devices that believe its certificate and may show one of their own. */
async function tlsWorld(t: TestContext, certificates?: DeviceTls['certificates']) {
  const files = openTlsFiles({
    ...server,
    clientCaFile: certificates && TEST_CA_FILE,
    log: { info: () => {}, warn: () => {} },
    handshakeWithinMs: 300,
  })
  t.after(() => files.stop())
  const w = await busWorld(t, {}, { files, certificates })
  const tls = (own?: CertificateFiles) => ({
    ...w.bus.trust?.(),
    ...(own && { cert: own.cert, key: own.key }),
  })
  const { hostname: host, port } = new URL(w.bus.url)
  return { ...w, tls, at: { host, port: Number(port) } }
}

const nameOf = (commonName: string) => issueCertificate({ commonName, names: '' })

test('devices of a broker with TLS are told and heard as without', async (t) => {
  const { bus, messages, connect, tls } = await tlsWorld(t)
  assert.match(bus.url, /^mqtts:/)
  const device = await connect(A, { tls: tls() })
  await eventually('the presence arrived', () => messages.some(({ topic }) => topic.endsWith('/presence')))
  assert.equal(await bus.publishLive(A.deviceId, cmdA, '{"v":1}', EXPIRES), 'sent')
  await eventually('the command arrived', () => device.received.some(({ payload }) => payload === '{"v":1}'))
  await bus.disconnect(A.username)
  await device.closed
  assert.equal(await bus.publishLive(A.deviceId, cmdA, '{"v":1}', EXPIRES), 'offline')
})

test('a device that believes another authority, or speaks without TLS, does not get through', async (t) => {
  const { connect, at, refused } = await tlsWorld(t)
  await assert.rejects(connect(A, { tls: { ca: issueCertificate({ authority: 'stranger' }).cert } }))
  await assert.rejects(connect(A, { url: `mqtt://${at.host}:${at.port}` }))
  assert.deepEqual(refused, [], 'neither got as far as a login')
})

test('a certificate adds to the password: shown, it must name the device by user name or device id', async (t) => {
  const { connect, tls, refused } = await tlsWorld(t, 'optional')
  await connect(A, { tls: tls(nameOf(A.username)) })
  await connect(A, { tls: tls(nameOf(A.deviceId)) })
  const byAlternative = issueCertificate({ commonName: 'a lock', names: `URI:${A.username}` })
  await connect(A, { tls: tls(byAlternative) })
  await connect(A, { tls: tls() })
  assert.deepEqual(refused, [])
  await assert.rejects(connect(A, { tls: tls(nameOf(B.username)) }))
  await assert.rejects(
    connect(A, { tls: tls(issueCertificate({ commonName: A.username, authority: 'stranger' })) }),
  )
  await assert.rejects(connect({ ...A, secret: 'wrong' }, { tls: tls(nameOf(A.username)) }))
  assert.deepEqual(
    refused.map(({ reason, username }) => [reason, username]),
    [
      ['certificate', A.username],
      ['certificate', A.username],
      ['credentials', A.username],
    ],
  )
})

test('where certificates are required, nobody without one gets as far as a login', async (t) => {
  const { connect, tls, refused } = await tlsWorld(t, 'required')
  await connect(A, { tls: tls(nameOf(A.username)) })
  await assert.rejects(connect(A, { tls: tls() }))
  const foreign = issueCertificate({ commonName: A.username, authority: 'stranger' })
  await assert.rejects(connect(A, { tls: tls(foreign) }))
  assert.deepEqual(refused, [])
  await assert.rejects(connect(A, { tls: tls(nameOf(B.deviceId)) }))
  assert.deepEqual(
    refused.map(({ reason }) => reason),
    ['certificate'],
  )
})

test('who connects and never begins the handshake is put out, and so is who sends rubbish', async (t) => {
  const { at, connect, tls } = await tlsWorld(t)
  const silent = connectTcp(at)
  const rubbish = connectTcp(at)
  await Promise.all([once(silent, 'connect'), once(rubbish, 'connect')])
  rubbish.write('GET / HTTP/1.1\r\n\r\n')
  await Promise.all([silent, rubbish].map((socket) => ended(socket)))
  await connect(A, { tls: tls() })
})

test('a message that a device with TLS did not confirm is not left with the network', async (t) => {
  const { bus, at, tls } = await tlsWorld(t)
  const socket = connectTls({ ...at, ...tls() })
  await once(socket, 'secureConnect')
  socket.write(connectPacket(A))
  socket.write(subscribePacket(cmdA))
  let heard = 0
  socket.on('data', (chunk) => (heard += chunk.length))
  // CONNACK and SUBACK; after them the device goes deaf, and confirms nothing.
  await eventually('subscribed', () => heard >= 9)
  const failed = new Promise<NodeJS.ErrnoException>((resolve) => socket.once('error', resolve))
  assert.equal(await bus.publishLive(A.deviceId, cmdA, '{"v":1}', { expiresInMs: 1 }), 'sent')
  // Closing would still deliver what is in the buffers once the link heals; a reset makes the system forget it.
  assert.equal((await failed).code, 'ECONNRESET')
})

const ended = (socket: ReturnType<typeof connectTcp>) =>
  new Promise<void>((resolve) => {
    socket.on('error', () => {})
    socket.once('close', () => resolve())
    socket.resume()
  })

const text = (value: string) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}
const packet = (type: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([type, body.length]), body])
}
/** MQTT 3.1.1 by hand: a client library would confirm. Flags: user name, password, clean session; 60 s keep-alive. */
const connectPacket = ({ username, secret }: typeof A) =>
  packet(
    0x10,
    text('MQTT'),
    Buffer.from([4, 0xc2, 0, 60]),
    text(username),
    text(username),
    text(loginOf(secret)),
  )
const subscribePacket = (topic: string) => packet(0x82, Buffer.from([0, 1]), text(topic), Buffer.from([1]))
