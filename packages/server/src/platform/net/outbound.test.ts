import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { test } from 'node:test'
import { startReceiver, TEST_CA_FILE } from '../../../test/webhook-receiver.ts'
import { createAddressGuard } from './address-guard.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'

const NOTHING_ALLOWED: OutboundOptions = { allowLoopback: false, networks: [], timeoutMs: 2000 }

const NOT_PUBLIC = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.0.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::127.0.0.1',
  '::1.1.1.1',
  '::101:101',
  '2002:a00:1::1',
  '2001:0:101:101::1',
  '64:ff9b::10.0.0.1%eth0',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
]

const PUBLIC = [
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
]

test('the address guard refuses every address that is not public, in every way of writing it', () => {
  const guard = createAddressGuard({ allowLoopback: false, networks: [] })
  assert.deepEqual(NOT_PUBLIC.filter(guard.allows), [])
  assert.deepEqual(
    PUBLIC.filter((address) => !guard.allows(address)),
    [],
  )
})

test('the address guard allows what the operator allowed and nothing beside it', () => {
  const guard = createAddressGuard({ allowLoopback: false, networks: ['10.1.0.0/16', 'fd00::/8'] })
  assert.ok(guard.allows('10.1.9.9') && guard.allows('::ffff:10.1.9.9') && guard.allows('fd00::1'))
  assert.ok(!guard.allows('10.2.0.1') && !guard.allows('127.0.0.1') && !guard.allows('fc00::1'))
  const forTests = createAddressGuard({ allowLoopback: true, networks: [] })
  assert.ok(forTests.allows('127.0.0.1') && forTests.allows('::1') && !forTests.allows('10.0.0.1'))
})

test('a URL with a literal address that is not public is refused before anything is resolved', () => {
  const { problemWith } = createOutbound(NOTHING_ALLOWED)
  const refused = [
    'http://example.com/',
    'ftp://example.com/',
    'not a url',
    'https://user:pw@example.com/',
    'https://localhost/',
    'https://a.localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0/',
  ]
  assert.deepEqual(
    refused.filter((url) => problemWith(url) === undefined),
    [],
  )
  assert.equal(problemWith('https://example.com/hook?x=1'), undefined)
  assert.equal(problemWith('https://no-such-name.invalid/'), undefined, 'names are judged when they are used')
})

test('with loopback allowed, http and self-signed certificates are for this machine only', () => {
  const { problemWith } = createOutbound({ ...NOTHING_ALLOWED, allowLoopback: true })
  assert.equal(problemWith('http://127.0.0.1:8000/'), undefined)
  assert.equal(problemWith('http://localhost:8000/'), undefined)
  assert.equal(problemWith('http://[::1]:8000/'), undefined)
  assert.ok(problemWith('http://example.com/'))
  assert.ok(problemWith('https://10.0.0.1/'))
})

test('a name that leads to this machine is refused when it is connected to, and nothing arrives', async (t) => {
  const receiver = await startReceiver(t)
  const outbound = createOutbound({ ...NOTHING_ALLOWED, caFile: TEST_CA_FILE })
  t.after(() => outbound.close())
  const { port } = new URL(receiver.url)
  // ip6-localhost and the like are not known everywhere; the machine's own name is.
  for (const host of ['localhost.', hostname()]) {
    const result = await outbound.post({ url: `https://${host}:${port}/`, headers: {}, body: '{}' })
    assert.equal(result.status, undefined, host)
  }
  assert.equal(receiver.connections(), 0)
})

test('a certificate of an unknown authority is refused, and of a known one taken', async (t) => {
  const receiver = await startReceiver(t)
  const networks = ['127.0.0.0/8']
  const unknown = createOutbound({ ...NOTHING_ALLOWED, networks })
  const known = createOutbound({ ...NOTHING_ALLOWED, networks, caFile: TEST_CA_FILE })
  const lax = createOutbound({ ...NOTHING_ALLOWED, allowLoopback: true })
  t.after(() => Promise.all([unknown.close(), known.close(), lax.close()]))
  const post = { url: receiver.url, headers: {}, body: '{}' }
  assert.equal((await unknown.post(post)).status, undefined)
  assert.equal((await known.post(post)).status, 200)
  assert.equal((await lax.post(post)).status, 200)
})

test('a redirect is an answer like any other and is not followed', async (t) => {
  const receiver = await startReceiver(t, (_message, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const outbound = createOutbound({ ...NOTHING_ALLOWED, allowLoopback: true })
  t.after(() => outbound.close())
  assert.deepEqual(await outbound.post({ url: receiver.url, headers: {}, body: '{}' }), { status: 302 })
  assert.equal(receiver.messages.length, 1)
})

test('a receiver that never answers is given up after the time-out', async (t) => {
  const receiver = await startReceiver(t, () => undefined)
  const outbound = createOutbound({ ...NOTHING_ALLOWED, allowLoopback: true, timeoutMs: 100 })
  t.after(() => outbound.close())
  const result = await outbound.post({ url: receiver.url, headers: {}, body: '{}' })
  assert.deepEqual(result, { error: 'No answer in time.', isSilent: true })
})

test('a receiver whose answer never ends is not waited for beyond the time-out, and its status counts', async (t) => {
  const server = createServer((_request, response) => void response.writeHead(200).write('x'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  const outbound = createOutbound({ ...NOTHING_ALLOWED, allowLoopback: true, timeoutMs: 200 })
  t.after(() => outbound.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  assert.deepEqual(await outbound.post({ url, headers: {}, body: '{}' }), { status: 200 })
})

test('posts to the same receiver share connections', async (t) => {
  const receiver = await startReceiver(t)
  const outbound = createOutbound({ ...NOTHING_ALLOWED, allowLoopback: true })
  t.after(() => outbound.close())
  for (let i = 0; i < 20; i++) await outbound.post({ url: receiver.url, headers: {}, body: '{}' })
  assert.equal(receiver.messages.length, 20)
  // A post can begin before the connection of the last one is known to be free.
  assert.ok(receiver.connections() <= 2, `${receiver.connections()} connections`)
})
