import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { connect, type PeerCertificate } from 'node:tls'
import { issueCertificate, TEST_CA_FILE } from '../certificates.ts'
import { eventually } from '../eventually.ts'
import { startProcess } from '../service-process.ts'
import { newStorage } from '../storage.ts'
import { createWorld } from '../world.ts'

const ca = readFileSync(TEST_CA_FILE)

async function storageOf(t: TestContext) {
  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir))
  return storage
}

const rm = (path: string) => rmSync(path, { recursive: true, force: true })

/** The service as its own process with its certificate in files. */
async function serving(t: TestContext, settings: Record<string, string> = {}, args: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  t.after(() => rm(folder))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const install = (pair = issueCertificate()) => {
    cpSync(pair.keyFile, keyFile)
    cpSync(pair.certFile, certFile)
  }
  install()
  const files = { LATCHWORK_TLS_CERT_FILE: certFile, LATCHWORK_TLS_KEY_FILE: keyFile }
  const service = await startProcess(await storageOf(t), { ...files, ...settings }, args)
  t.after(() => service.kill())
  const token = 'token-of-the-test-with-at-least-32-characters'
  return { service, install, get: (path: string) => get(`${service.url}${path}`, token) }
}

async function get(url: string, token: string, agent = new Agent()) {
  const sent = request(url, { ca, agent, headers: { authorization: `Bearer ${token}` } }).end()
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode as number, headers: answer.headers, body: await text(answer) }
}

async function certificateAt(url: string): Promise<PeerCertificate> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), ca, servername: 'localhost' })
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerCertificate()
  socket.destroy()
  return certificate
}

test('with a certificate API and broker speak TLS only, and the simulated locks come over it', async (t) => {
  const { service, get } = await serving(t, {}, ['--sandbox'])
  assert.match(service.url, /^https:/)
  assert.match(service.brokerUrl, /^mqtts:/)
  const { fingerprint256 } = await certificateAt(service.url)
  assert.ok(service.output().includes(fingerprint256), 'the banner shows what people are to compare')
  assert.equal((await certificateAt(service.brokerUrl)).fingerprint256, fingerprint256)
  await eventually('all locks are online', async () => {
    const locks = JSON.parse((await get('/smartlock')).body) as { serverState: number }[]
    return locks.length === 6 && locks.every(({ serverState }) => serverState === 0)
  })
  const metrics = await get('/metrics')
  assert.match(metrics.body, /latchwork_tls_certificate_end_timestamp_seconds\{listener="http"\} \d{10}/)
  for (const url of [service.url, service.brokerUrl]) {
    assert.equal(await plainAnswer(url), '', `${url} answers nothing in clear text`)
  }
  assert.equal(await service.stop(), 0)
})

/** So many connections from one address that got through their handshake, one after the other. */
async function handshakes(t: TestContext, url: string, count: number) {
  const { hostname: host, port } = new URL(url)
  const open = []
  for (let i = 0; i < count; i++) {
    const wire = connectTcp({ host, port: Number(port), localAddress: '127.0.0.2' })
    wire.on('error', () => undefined)
    const socket = connect({ socket: wire, rejectUnauthorized: false })
    t.after(() => wire.destroy())
    const failed = new Promise<false>((resolve) => socket.on('error', () => resolve(false)))
    const done = once(socket, 'secureConnect').then(
      () => true,
      () => false,
    )
    if (await Promise.race([done, failed])) open.push({ socket, wire })
  }
  return open
}

test('the limits of connections hold over TLS, for API and broker, and those that end make room', async (t) => {
  const { service } = await serving(t, {
    LATCHWORK_HTTP_MAX_CONNECTIONS_PER_ADDRESS: '3',
    LATCHWORK_MQTT_MAX_CONNECTIONS_PER_ADDRESS: '3',
  })
  for (const url of [service.url, service.brokerUrl]) {
    const open = await handshakes(t, url, 5)
    assert.equal(open.length, 3, url)
    // One says goodbye, one is gone without a word.
    open[0]?.socket.end()
    open[1]?.wire.destroy()
    let more = 0
    await eventually('there is room for two', async () => {
      more += (await handshakes(t, url, 1)).length
      return more === 2
    })
    assert.equal((await handshakes(t, url, 1)).length, 0, url)
  }
})

/** What a stranger reads who speaks HTTP without TLS. */
async function plainAnswer(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connectTcp(Number(port), hostname)
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
  socket.on('error', () => {})
  const answer = await text(socket).catch(() => '')
  // An alert of TLS may come before the end; words may not.
  return answer.includes('HTTP') ? answer : ''
}

test('a new certificate is served while the service runs, and open connections stay', async (t) => {
  const { service, install } = await serving(t)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  await get(`${service.url}/health`, '', agent)
  const before = await certificateAt(service.url)
  install()
  await eventually(
    'both listeners show the new certificate',
    async () => {
      const now = [await certificateAt(service.url), await certificateAt(service.brokerUrl)]
      return now.every(({ fingerprint256 }) => fingerprint256 !== before.fingerprint256)
    },
    120_000,
  )
  const [socket] = Object.values(agent.freeSockets).flat()
  assert.ok(socket && !socket.destroyed)
  assert.equal((await get(`${service.url}/health`, '', agent)).status, 200)
})

test('a start that would open API and broker to other machines in clear text is refused, and says what to do', async (t) => {
  const open = { LATCHWORK_HTTP_HOST: '0.0.0.0', LATCHWORK_MQTT_HOST: '0.0.0.0' }
  await assert.rejects(startProcess(await storageOf(t), open), (error: Error) => {
    assert.match(error.message, /The API would listen on 0\.0\.0\.0 .* tls init.*LATCHWORK_ALLOW_PLAIN=http/)
    assert.match(error.message, /The broker would listen on 0\.0\.0\.0 .*LATCHWORK_ALLOW_PLAIN=mqtt/)
    assert.doesNotMatch(error.message, /Latchwork is running|at .*\.ts/)
    return true
  })
})

test('browsers are told to keep to HTTPS where that is the public way in, and nowhere else', async (t) => {
  const headerOf = async (publicUrl?: string) => {
    const w = await createWorld(t, 'sqlite', { config: { ...(publicUrl && { publicUrl }) } })
    return (await w.request('GET', '/console/')).headers['strict-transport-security']
  }
  assert.equal(await headerOf('https://locks.example'), 'max-age=31536000')
  assert.equal(await headerOf('http://locks.example'), undefined)
  assert.equal(await headerOf(), undefined)
})
