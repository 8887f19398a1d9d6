import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { issueCertificate, TEST_CA_FILE } from '../certificates.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../mosquitto.ts'
import { startProcess } from '../service-process.ts'
import { newStorage } from '../storage.ts'

const example = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url)), 'utf8')
const TOKEN = 'token-of-the-test-with-at-least-32-characters'
const PASSWORD = 'correct horse battery'
const certificate = issueCertificate()

/** What is this machine's own in an example: name, ports, paths. A place that is not there is a changed example. */
function adapted(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), `the example has no ${from} any more`)
    return changed.replaceAll(from, to)
  }, text)
}

interface Place {
  folder: string
  port: number
  servicePort: string
}

const PROXIES: Record<string, (place: Place) => { command: string; args: string[] }> = {
  nginx({ folder, port, servicePort }) {
    const site = adapted(example('nginx.conf'), {
      'server 127.0.0.1:8080': `server 127.0.0.1:${servicePort}`,
      'listen 80;': `listen unix:${folder}/plain.sock;`,
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      'server_name locks.example.com': 'server_name localhost',
      '/etc/letsencrypt/live/locks.example.com/fullchain.pem': certificate.certFile,
      '/etc/letsencrypt/live/locks.example.com/privkey.pem': certificate.keyFile,
    })
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join('\n')
    const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
      events {}
      http { access_log off; ${places}
      ${site} }`
    writeFileSync(join(folder, 'nginx.conf'), main)
    return { command: 'nginx', args: ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')] }
  },
  caddy({ folder, port, servicePort }) {
    const site = adapted(example('Caddyfile'), {
      'locks.example.com {': `https://localhost:${port} {`,
      'reverse_proxy 127.0.0.1:8080': `reverse_proxy 127.0.0.1:${servicePort}`,
      '/etc/ssl/locks.example.com.pem': certificate.certFile,
      '/etc/ssl/private/locks.example.com.key': certificate.keyFile,
    })
    const main = `{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n${site}`
    writeFileSync(join(folder, 'Caddyfile'), main)
    return {
      command: 'caddy',
      args: ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    }
  },
}

// A test run that ends early must not leave a proxy behind.
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const proxy of running) proxy.kill('SIGKILL')
})

/** A real service, and the proxy of the example before it. */
async function behind(t: TestContext, name: keyof typeof PROXIES) {
  const storage = await newStorage('sqlite')
  const folder = mkdtempSync(join(tmpdir(), `latchwork-${name}-`))
  const service = await startProcess(storage, {
    LATCHWORK_TRUST_PROXY: '1',
    LATCHWORK_ADMIN_PASSWORD: PASSWORD,
    LATCHWORK_HTTP_PORT: String(await freePort()),
  })
  const port = await freePort()
  const { command, args } = (PROXIES[name] as (place: Place) => { command: string; args: string[] })({
    folder,
    port,
    servicePort: new URL(service.url).port,
  })
  const proxy = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  })
  running.add(proxy)
  let said = ''
  proxy.stderr?.on('data', (chunk) => (said += chunk))
  t.after(async () => {
    proxy.kill('SIGKILL')
    running.delete(proxy)
    await service.kill()
    for (const path of [folder, storage.dataDir]) rmSync(path, { recursive: true, force: true })
  })
  await eventually(`${name} listens`, () => {
    if (proxy.exitCode !== null) throw new Error(`${name} ended at once: ${said}`)
    return answers(port)
  })
  return { send: (path: string, options?: SendOptions) => send(port, path, options) }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = connect(port, '127.0.0.1', () => {
      probe.destroy()
      resolve(true)
    })
    probe.on('error', () => resolve(false))
  })

interface SendOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
  token?: string
}

async function send(port: number, path: string, options: SendOptions = {}): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body, token = TOKEN } = options
  const sent = request({
    ...{ host: '127.0.0.1', port, path, method, servername: 'localhost', ca: readFileSync(TEST_CA_FILE) },
    agent: new Agent(),
    headers: {
      host: `localhost:${port}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(body.length),
      }),
      ...headers,
    },
  })
  sent.end(body)
  // A proxy that refuses a body may answer and hang up before it has all of it.
  sent.on('error', () => {})
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

for (const name of Object.keys(PROXIES)) {
  test(`the example for ${name}, as it is printed, carries the API and keeps figures and large bodies out`, async (t) => {
    const { send } = await behind(t, name)
    const list = await send('/smartlock')
    assert.deepEqual([list.statusCode, await text(list)], [200, '[]'])
    const page = await send('/console/')
    assert.equal(page.statusCode, 200)
    page.resume()
    const figures = await send('/metrics')
    assert.equal(figures.statusCode, 404)
    figures.resume()
    const large = await send('/account/login', { method: 'POST', token: '', body: 'x'.repeat(1_200_000) })
    // Caddy 2.6 calls a body above its own limit an error of the service behind it.
    assert.ok(
      [413, ...(name === 'caddy' ? [502] : [])].includes(large.statusCode ?? 0),
      `${large.statusCode}`,
    )
    large.resume()
  })

  test(`behind ${name} a made-up X-Forwarded-For is not believed`, async (t) => {
    const { send } = await behind(t, name)
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    }
    const body = JSON.stringify({ email: 'owner@latchwork.local', password: PASSWORD })
    const login = await send('/account/login', { method: 'POST', token: '', headers: forged, body })
    assert.equal(login.statusCode, 200)
    const { accessToken } = JSON.parse(await text(login)) as { accessToken: string }
    const sessions = JSON.parse(await text(await send('/account/session', { token: accessToken })))
    assert.deepEqual(
      (sessions as { network: string }[]).map(({ network }) => network),
      ['127.0.0.1'],
    )
  })

  test(`behind ${name} events arrive while the stream is open`, async (t) => {
    const { send } = await behind(t, name)
    const stream = await send('/event/stream')
    assert.equal(stream.statusCode, 200)
    let heard = ''
    stream.on('data', (chunk) => (heard += chunk))
    const lock = JSON.stringify({ type: 4, name: 'Door' })
    const made = await send('/smartlock', { method: 'PUT', body: lock })
    assert.ok((made.statusCode ?? 500) < 300, await text(made))
    await eventually('the event came through', () => heard.includes('data:'))
    assert.equal(stream.complete, false)
    stream.destroy()
  })
}
