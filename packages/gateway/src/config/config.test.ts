import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from './config.ts'
import { IdentityFile } from './identity.ts'

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'gateway-config-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const GOOD = {
  server: 'https://locks.example.com',
  dataDir: 'data',
  hubs: [{ family: 'waves', address: 'ws://127.0.0.1:3000' }],
}

test('a config file is read, and its paths count from its folder', (t) => {
  const path = join(folder(t), 'gateway.json')
  writeFileSync(path, JSON.stringify(GOOD))
  const config = readConfig(path, ['waves'])
  assert.deepEqual(config, { ...GOOD, dataDir: join(path, '../data') })
})

test('what is wrong with a config file is said in a sentence that names the place', (t) => {
  const path = join(folder(t), 'gateway.json')
  const cases: [unknown, RegExp][] = [
    [undefined, /cannot be read: ENOENT/],
    ['{"server":', /gateway\.json is not JSON/],
    [{ ...GOOD, hubs: [] }, /gateway\.json: \/hubs /],
    [{ ...GOOD, hubs: [{ family: 'waves' }] }, /gateway\.json: \/hubs\/0 /],
    [
      { ...GOOD, hubs: [{ ...GOOD.hubs[0], logins: { lock: 'short' } }] },
      /gateway\.json: \/hubs\/0\/logins\/lock /,
    ],
    [
      { ...GOOD, hubs: [{ ...GOOD.hubs[0], logins: { 'a/#': 'a long password' } }] },
      /gateway\.json: \/hubs\/0\/logins/,
    ],
    [{ ...GOOD, sevrer: 'x' }, /gateway\.json: \/sevrer is no setting/],
    [{ ...GOOD, hubs: [{ family: 'beams', address: 'x' }] }, /no family "beams"; there is waves/],
    [{ ...GOOD, server: 'locks.example.com' }, /must be an address that starts with https/],
    [{ ...GOOD, server: 'http://locks.example.com' }, /must start with https:\/\/, or set "allowPlain"/],
    [{ ...GOOD, server: 'https://me:secret@locks.example.com' }, /must not hold a name or password/],
    [{ ...GOOD, caFile: 'absent.pem' }, /"caFile" cannot be read: ENOENT/],
  ]
  for (const [content, sentence] of cases) {
    rmSync(path, { force: true })
    if (content !== undefined)
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    assert.throws(() => readConfig(path, ['waves']), sentence)
  }
  writeFileSync(path, JSON.stringify({ ...GOOD, server: 'http://127.0.0.1:8080' }))
  assert.equal(readConfig(path, ['waves']).server, 'http://127.0.0.1:8080')
})

test('who a gateway is lasts, for its owner’s eyes only; a new token leaves the key of the book', (t) => {
  const dataDir = join(folder(t), 'data')
  const first = new IdentityFile(dataDir)
  const { token, bookKey } = first.current
  assert.match(token, /^lwg_[A-Za-z0-9_-]{43}$/)
  assert.equal(statSync(join(dataDir, 'identity.json')).mode & 0o777, 0o600)
  first.claimed('0123456789abcdef01234567', 'Cellar')
  const again = new IdentityFile(dataDir)
  assert.deepEqual(again.current, { token, bookKey, gatewayId: '0123456789abcdef01234567', name: 'Cellar' })
  again.renewToken()
  assert.equal(again.current.bookKey, bookKey)
  assert.notEqual(again.current.token, token)
  assert.equal(again.current.gatewayId, undefined)
})
