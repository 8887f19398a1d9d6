import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { settings } from './config/settings.ts'
import { consoleUrlOf, loadConfig, publicUrlOf } from './config.ts'
import { StartupError } from './platform/startup-error.ts'

/** The problems loadConfig lists, one per line. */
function problemsOf(env: Record<string, string>, overrides?: Parameters<typeof loadConfig>[1]): string[] {
  try {
    loadConfig(env, overrides)
  } catch (error) {
    assert.ok(error instanceof StartupError)
    return error.message.split('\n').slice(1)
  }
  return []
}

/** A file with this content that is gone after the test. */
function fileWith(t: { after(cleanUp: () => void): void }, content: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'config-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'secret')
  writeFileSync(path, content)
  return path
}

describe('loadConfig', () => {
  test('several wrong values are reported together, each with its rule', () => {
    assert.deepEqual(
      problemsOf({
        LATCHWORK_HTTP_PORT: '80a',
        LATCHWORK_MQTT_PORT: '65536',
        LATCHWORK_SANDBOX: 'yes',
        LATCHWORK_LOG_LEVEL: 'loud',
        LATCHWORK_ACTION_TTL_SECONDS: '31',
        LATCHWORK_CORS_ORIGINS: 'https://a.example/,https://b.example',
      }),
      [
        '- LATCHWORK_HTTP_PORT must be a whole number from 0 to 65535, not "80a"',
        '- LATCHWORK_MQTT_PORT must be a whole number from 0 to 65535, not "65536"',
        '- LATCHWORK_SANDBOX must be true or false, not "yes"',
        '- LATCHWORK_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
        '- LATCHWORK_CORS_ORIGINS must be a comma list of origins (https://example.com), not "https://a.example/,https://b.example"',
        '- LATCHWORK_ACTION_TTL_SECONDS must be a whole number from 1 to 30, not "31"',
      ],
    )
  })

  const REFUSED: [name: string, ...values: string[]][] = [
    ['LATCHWORK_HTTP_HOST', 'two words', 'http://127.0.0.1'],
    ['LATCHWORK_HTTP_PORT', '-1', '1.5', '0x50', '1e3', ' 80'],
    [
      'LATCHWORK_PUBLIC_URL',
      'locks.example.com',
      'ftp://example.com',
      'https://u:p@example.com',
      'https://x/?a=1',
    ],
    ['LATCHWORK_DATABASE_URL', 'mysql://db/x', 'latchwork.db', 'postgres'],
    ['LATCHWORK_MQTT_URL', 'ws://broker', 'broker:1883'],
    ['LATCHWORK_ADMIN_EMAIL', 'owner', 'a b@example.com'],
    ['LATCHWORK_ADMIN_PASSWORD', 'short1'],
    ['LATCHWORK_ADMIN_TOKEN', 'a'.repeat(31), `${'a'.repeat(32)} b`],
    [
      'LATCHWORK_SECRET_KEY',
      'a'.repeat(63),
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
    ],
    ['LATCHWORK_CORS_ORIGINS', '*', 'null', 'example.com', 'https://example.com/path'],
    ['LATCHWORK_RATE_TOKEN_BURST', '0'],
    ['LATCHWORK_QUOTA_API_KEYS', '0'],
    ['LATCHWORK_RETENTION_EVENT_DAYS', '0'],
  ]
  for (const [name, ...values] of REFUSED) {
    test(`${name}, given a value outside its rule, is refused`, () => {
      for (const value of values) {
        assert.equal(problemsOf({ [name]: value }).length, 1, `${name}=${value} was accepted`)
      }
    })
  }

  test('a boolean is read from true, 1, on, false, 0 and off in any letter case', () => {
    const read = (value: string) => loadConfig({ LATCHWORK_SANDBOX: value }).sandbox
    assert.deepEqual(['true', '1', 'ON', 'True'].map(read), [true, true, true, true])
    assert.deepEqual(['false', '0', 'Off', 'FALSE'].map(read), [false, false, false, false])
  })

  test('an empty variable counts as not set', () => {
    const env = { LATCHWORK_HTTP_PORT: '', LATCHWORK_ADMIN_PASSWORD: '', LATCHWORK_ADMIN_PASSWORD_FILE: '' }
    assert.deepEqual(loadConfig(env), loadConfig({}))
  })

  test('an unknown LATCHWORK_ variable is a problem, other variables are not', () => {
    assert.deepEqual(
      problemsOf({ LATCHWORK_HTTP_PROT: '8080', PATH: '/bin', LATCHWORK_HTTP_PORT_FILE: 'x' }),
      ['- LATCHWORK_HTTP_PROT is not a setting', '- LATCHWORK_HTTP_PORT_FILE is not a setting'],
    )
  })

  test('overrides win over the environment and are checked like it', () => {
    const config = loadConfig(
      { LATCHWORK_SANDBOX: 'off', LATCHWORK_HTTP_PORT: '1' },
      { sandbox: true, http: { port: 0 } },
    )
    assert.equal(config.sandbox, true)
    assert.deepEqual([config.http.host, config.http.port, config.http.maxRequests], ['127.0.0.1', 0, 1000])
    assert.deepEqual(problemsOf({}, { http: { port: 70_000 } }), [
      '- LATCHWORK_HTTP_PORT must be a whole number from 0 to 65535, not 70000',
    ])
  })

  test('the result cannot be changed at any depth', () => {
    const config = loadConfig({})
    for (const part of [config, config.http, config.corsOrigins]) assert.ok(Object.isFrozen(part))
  })

  test('the value of a secret or of an unknown variable never appears in the error', () => {
    const secret = 's3cr3t'
    const names = settings.filter(({ schema }) => schema['x-secret']).map(({ name }) => name)
    assert.ok(names.length >= 5)
    const env = Object.fromEntries([...names, 'LATCHWORK_ADMIN_PASWORD'].map((name) => [name, secret]))
    const problems = problemsOf(env)
    assert.equal(problems.length, names.length + 1)
    assert.ok(!problems.join().includes(secret))
  })
})

describe('loadConfig, reading secrets from files', () => {
  test('takes the content without surrounding white space', (t) => {
    const path = fileWith(t, '\n correct horse \n')
    assert.equal(loadConfig({ LATCHWORK_ADMIN_PASSWORD_FILE: path }).admin.password, 'correct horse')
  })

  test('refuses the variable and the file together', (t) => {
    const path = fileWith(t, 'correct horse')
    assert.deepEqual(
      problemsOf({ LATCHWORK_ADMIN_PASSWORD: 'battery staple', LATCHWORK_ADMIN_PASSWORD_FILE: path }),
      ['- LATCHWORK_ADMIN_PASSWORD and LATCHWORK_ADMIN_PASSWORD_FILE are both set; keep one'],
    )
  })

  test('reports a missing and an empty file, and does not show the content of a bad one', (t) => {
    const missing = problemsOf({ LATCHWORK_ADMIN_TOKEN_FILE: join(tmpdir(), 'no-such-file') })
    assert.match(missing.join(), /^- LATCHWORK_ADMIN_TOKEN_FILE names a file that cannot be read: ENOENT/)
    const empty = problemsOf({ LATCHWORK_ADMIN_TOKEN_FILE: fileWith(t, ' \n') })
    assert.match(empty.join(), /^- LATCHWORK_ADMIN_TOKEN_FILE names a file that is empty/)
    const bad = problemsOf({ LATCHWORK_ADMIN_TOKEN_FILE: fileWith(t, 'too short') })
    assert.deepEqual(bad, ['- LATCHWORK_ADMIN_TOKEN must be 32 to 255 letters, digits and -._~+/='])
  })
})

describe('publicUrlOf', () => {
  test('without a setting is the address the process listens on, in a form that can be connected to', () => {
    const urlOf = (host: string, port: number) => publicUrlOf(loadConfig({}, { http: { host } }), port)
    assert.equal(publicUrlOf(loadConfig({})), 'http://127.0.0.1:8080')
    assert.equal(urlOf('127.0.0.1', 4711), 'http://127.0.0.1:4711')
    assert.equal(urlOf('0.0.0.0', 80), 'http://localhost:80')
    assert.equal(urlOf('::', 80), 'http://localhost:80')
    assert.equal(urlOf('::1', 80), 'http://[::1]:80')
    const tls = { certFile: 'cert.pem', keyFile: 'key.pem' }
    assert.equal(publicUrlOf(loadConfig({}, { tls }), 443), 'https://127.0.0.1:443')
    const behindProxy = loadConfig({}, { tls: { ...tls, listeners: ['mqtt'] } })
    assert.equal(publicUrlOf(behindProxy), 'http://127.0.0.1:8080')
  })

  test('with a setting is the setting without a slash at its end', () => {
    const config = loadConfig({ LATCHWORK_PUBLIC_URL: 'https://locks.example.com/api/' })
    assert.equal(publicUrlOf(config, 4711), 'https://locks.example.com/api')
  })
})

test('the console, for links in mails, is known only where the public address is set and has no path', () => {
  const urlOf = (LATCHWORK_PUBLIC_URL?: string) =>
    consoleUrlOf(loadConfig(LATCHWORK_PUBLIC_URL === undefined ? {} : { LATCHWORK_PUBLIC_URL }))
  assert.equal(urlOf('https://locks.example.com'), 'https://locks.example.com/console')
  assert.equal(urlOf('https://locks.example.com:8443/'), 'https://locks.example.com:8443/console')
  assert.equal(urlOf('https://example.com/locks'), undefined)
  assert.equal(urlOf(), undefined)
})
