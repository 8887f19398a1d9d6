import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { CLI } from '../../test/programs.ts'
import { startProcess } from '../../test/service-process.ts'
import { newStorage } from '../../test/storage.ts'

async function commandLine(t: TestContext, settings: Record<string, string> = {}) {
  const storage = await newStorage('sqlite')
  t.after(() => rmSync(storage.dataDir, { recursive: true, force: true }))
  const env = { PATH: process.env.PATH ?? '', LATCHWORK_DATA_DIR: storage.dataDir, ...settings }
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [CLI, ...args], { env })
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { code: code as number, out, err }
  }
  const certFile = join(storage.dataDir, 'tls/cert.pem')
  const keyFile = join(storage.dataDir, 'tls/key.pem')
  return { storage, run, certFile, keyFile }
}

test('tls init makes a pair for the configured names that only its owner can read, and a service serves it', async (t) => {
  const settings = { LATCHWORK_PUBLIC_URL: 'https://locks.example.com', LATCHWORK_HTTP_HOST: '127.0.0.2' }
  const { storage, run, certFile, keyFile } = await commandLine(t, settings)
  const { code, out, err } = await run('tls', 'init', '--host', '192.0.2.7', '--days', '30')
  assert.deepEqual([code, err], [0, ''])
  assert.equal(statSync(keyFile).mode & 0o777, 0o600)
  const shown = execFileSync(
    'openssl',
    ['x509', '-in', certFile, '-noout', '-text', '-fingerprint', '-sha256'],
    {
      encoding: 'utf8',
    },
  )
  for (const name of [
    'DNS:locks.example.com',
    'IP Address:192.0.2.7',
    'IP Address:127.0.0.2',
    'DNS:localhost',
  ])
    assert.ok(shown.includes(name), name)
  assert.match(shown, /CA:FALSE/)
  const fingerprint = /Fingerprint=(\S+)/i.exec(shown)?.[1] ?? '?'
  assert.ok(out.includes(fingerprint))
  const files = { LATCHWORK_TLS_CERT_FILE: certFile, LATCHWORK_TLS_KEY_FILE: keyFile }
  const service = await startProcess(storage, files)
  t.after(() => service.kill())
  assert.ok(service.output().includes(fingerprint), 'the banner shows it')
  assert.match(service.output(), /self-signed/)
  // Believed by its own file, by name and address, as a client would be set up to.
  const sent = request(`${service.url}/health`, { ca: readFileSync(certFile), agent: new Agent() }).end()
  const [answer] = await once(sent, 'response')
  assert.equal(answer.statusCode, 200)
  answer.resume()
  const again = await run('tls', 'init')
  assert.equal(again.code, 1)
  assert.match(again.err, /exists already; --replace/)
  const replaced = await run('tls', 'init', '--replace')
  assert.equal(replaced.code, 0, 'also while the service runs')
  assert.ok(!replaced.out.includes(fingerprint))
})

test('tls init, asked for what it cannot do, says so and makes nothing', async (t) => {
  const { run, keyFile } = await commandLine(t)
  for (const [args, words] of [
    [['--days', '0'], /--days takes 1 to 3650/],
    [['--hots', 'x'], /no option --hots/],
    [['--host', 'a b'], /a b is no host name/],
  ] as const) {
    const { code, err } = await run('tls', 'init', ...args)
    assert.equal(code, 1)
    assert.match(err, words)
  }
  assert.throws(() => statSync(keyFile), /ENOENT/)
})
