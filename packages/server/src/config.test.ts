import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { envExample, settingsTable } from './config/document.ts'
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
  test('an empty environment gives the documented defaults and leaves out what has none', () => {
    assert.deepEqual(loadConfig({}), {
      http: {
        host: '127.0.0.1',
        port: 8080,
        maxRequests: 1000,
        maxConnections: 4096,
        maxConnectionsPerAddress: 256,
      },
      tls: { listeners: ['http', 'mqtt'] },
      allowPlain: [],
      dataDir: './data',
      database: { poolSize: 10 },
      mqtt: {
        host: '127.0.0.1',
        port: 1883,
        maxConnections: 20_000,
        maxConnectionsPerAddress: 1000,
        gateways: [],
        clientCertificates: 'optional',
      },
      admin: { email: 'owner@latchwork.local' },
      secondFactor: 'off',
      signUp: false,
      secretKeysOld: [],
      sandbox: false,
      log: { level: 'info' },
      metrics: { open: false },
      trustProxy: '',
      corsOrigins: [],
      rate: {
        tokenPerSecond: 100,
        tokenBurst: 1000,
        accountPerSecond: 500,
        accountBurst: 5000,
        ipPerSecond: 20,
        ipBurst: 200,
        devicePerSecond: 20,
        deviceBurst: 600,
        deviceAccountPerSecond: 500,
        deviceAccountBurst: 10_000,
      },
      quota: {
        apiKeys: 50,
        tokensPerKey: 200,
        smartlocks: 5000,
        accountUsers: 20_000,
        subAccounts: 200,
        addresses: 5000,
        unitsPerAddress: 1000,
        reservationsPerAddress: 10_000,
        webhooksPerKey: 20,
        notifications: 200,
        settingsPerNotification: 100,
        streamsPerToken: 5,
        streamsPerAccount: 50,
        mailsPerHour: 50,
      },
      advancedKey: { autoApprove: true },
      outbound: { allowLoopback: false, networks: [], timeoutSeconds: 10 },
      action: { ttlSeconds: 10, proofSeconds: 30 },
      stay: { checkInTime: 900, checkOutTime: 660, readinessHours: 24 },
      service: {
        enabled: ['ical', 'airbnb', 'booking', 'vrbo'],
        intervalMinutes: 15,
        changeBudgetPercent: 30,
      },
      defaultTimeZone: 'UTC',
      smtp: { allowPlain: false },
      mail: { from: '' },
      fcm: { url: 'https://fcm.googleapis.com' },
      apns: { keyId: '', teamId: '', topic: '', url: 'https://api.push.apple.com' },
      audit: { checkpointMinutes: 60 },
      retention: { logDays: 365, operationDays: 30, eventDays: 7, mailDays: 30, reservationDays: 365 },
    })
  })

  test('every setting is read from the variable its path names', () => {
    const env = {
      LATCHWORK_HTTP_HOST: '::1',
      LATCHWORK_HTTP_PORT: '0',
      LATCHWORK_HTTP_MAX_REQUESTS: '50',
      LATCHWORK_HTTP_MAX_CONNECTIONS: '51',
      LATCHWORK_HTTP_MAX_CONNECTIONS_PER_ADDRESS: '0',
      LATCHWORK_PUBLIC_URL: 'https://locks.example.com/api',
      LATCHWORK_TLS_CERT_FILE: '/etc/cert.pem',
      LATCHWORK_TLS_KEY_FILE: '/etc/key.pem',
      LATCHWORK_TLS_LISTENERS: 'http',
      LATCHWORK_ALLOW_PLAIN: 'mqtt,http',
      LATCHWORK_DATA_DIR: '/var/lib/latchwork',
      LATCHWORK_DATABASE_URL: 'postgres://user:pw@db/latchwork',
      LATCHWORK_DATABASE_POOL_SIZE: '3',
      LATCHWORK_MQTT_URL: 'mqtts://broker:8883',
      LATCHWORK_MQTT_ACCOUNTS_DIR: '/var/lib/broker',
      LATCHWORK_MQTT_CA_FILE: '/etc/broker-ca.pem',
      LATCHWORK_MQTT_HOST: '0.0.0.0',
      LATCHWORK_MQTT_PORT: '2883',
      LATCHWORK_MQTT_MAX_CONNECTIONS: '52',
      LATCHWORK_MQTT_MAX_CONNECTIONS_PER_ADDRESS: '53',
      LATCHWORK_MQTT_GATEWAYS: '10.2.0.0/16',
      LATCHWORK_MQTT_CLIENT_CA_FILE: '/etc/locks-ca.pem',
      LATCHWORK_MQTT_CLIENT_CERTIFICATES: 'required',
      LATCHWORK_ADMIN_EMAIL: 'me@example.com',
      LATCHWORK_ADMIN_PASSWORD: 'correct horse',
      LATCHWORK_ADMIN_TOKEN: 'a'.repeat(32),
      LATCHWORK_SECOND_FACTOR: 'operators',
      LATCHWORK_SIGN_UP: 'on',
      LATCHWORK_SANDBOX: 'on',
      LATCHWORK_SECRET_KEY: '0'.repeat(64),
      LATCHWORK_SECRET_KEYS_OLD: '1'.repeat(64),
      LATCHWORK_LOG_LEVEL: 'silent',
      LATCHWORK_METRICS_OPEN: '1',
      LATCHWORK_TRUST_PROXY: '2',
      LATCHWORK_CORS_ORIGINS: 'https://a.example, http://localhost:5173',
      LATCHWORK_RATE_TOKEN_PER_SECOND: '0',
      LATCHWORK_RATE_TOKEN_BURST: '1',
      LATCHWORK_RATE_ACCOUNT_PER_SECOND: '4',
      LATCHWORK_RATE_ACCOUNT_BURST: '5',
      LATCHWORK_RATE_IP_PER_SECOND: '2',
      LATCHWORK_RATE_IP_BURST: '3',
      LATCHWORK_RATE_DEVICE_PER_SECOND: '6',
      LATCHWORK_RATE_DEVICE_BURST: '7',
      LATCHWORK_RATE_DEVICE_ACCOUNT_PER_SECOND: '8',
      LATCHWORK_RATE_DEVICE_ACCOUNT_BURST: '9',
      LATCHWORK_QUOTA_API_KEYS: '4',
      LATCHWORK_QUOTA_TOKENS_PER_KEY: '5',
      LATCHWORK_QUOTA_SMARTLOCKS: '6',
      LATCHWORK_QUOTA_ACCOUNT_USERS: '12',
      LATCHWORK_QUOTA_SUB_ACCOUNTS: '13',
      LATCHWORK_QUOTA_ADDRESSES: '13',
      LATCHWORK_QUOTA_UNITS_PER_ADDRESS: '14',
      LATCHWORK_QUOTA_RESERVATIONS_PER_ADDRESS: '15',
      LATCHWORK_QUOTA_WEBHOOKS_PER_KEY: '7',
      LATCHWORK_QUOTA_NOTIFICATIONS: '13',
      LATCHWORK_QUOTA_SETTINGS_PER_NOTIFICATION: '14',
      LATCHWORK_QUOTA_STREAMS_PER_TOKEN: '8',
      LATCHWORK_QUOTA_STREAMS_PER_ACCOUNT: '9',
      LATCHWORK_QUOTA_MAILS_PER_HOUR: '10',
      LATCHWORK_ADVANCED_KEY_AUTO_APPROVE: 'off',
      LATCHWORK_ACTION_TTL_SECONDS: '7',
      LATCHWORK_ACTION_PROOF_SECONDS: '8',
      LATCHWORK_OUTBOUND_ALLOW_LOOPBACK: 'on',
      LATCHWORK_OUTBOUND_NETWORKS: '10.0.0.0/8, fd00::/8',
      LATCHWORK_OUTBOUND_CA_FILE: '/etc/ca.pem',
      LATCHWORK_OUTBOUND_TIMEOUT_SECONDS: '9',
      LATCHWORK_STAY_CHECK_IN_TIME: '0',
      LATCHWORK_STAY_CHECK_OUT_TIME: '1439',
      LATCHWORK_STAY_READINESS_HOURS: '16',
      LATCHWORK_SERVICE_ENABLED: 'ical, vrbo',
      LATCHWORK_SERVICE_INTERVAL_MINUTES: '17',
      LATCHWORK_SERVICE_CHANGE_BUDGET_PERCENT: '18',
      LATCHWORK_DEFAULT_TIME_ZONE: 'Europe/Berlin',
      LATCHWORK_SMTP_URL: 'smtps://me:pw@mail.example',
      LATCHWORK_SMTP_ALLOW_PLAIN: 'on',
      LATCHWORK_SMTP_CA_FILE: '/etc/mail-ca.pem',
      LATCHWORK_MAIL_FROM: 'Locks <locks@example.com>',
      LATCHWORK_FCM_CREDENTIALS_FILE: '/etc/firebase.json',
      LATCHWORK_FCM_URL: 'http://localhost:1',
      LATCHWORK_APNS_KEY_FILE: '/etc/apns.p8',
      LATCHWORK_APNS_KEY_ID: 'ABC123DEFG',
      LATCHWORK_APNS_TEAM_ID: 'DEF123GHIJ',
      LATCHWORK_APNS_TOPIC: 'com.example.locks',
      LATCHWORK_APNS_URL: 'http://localhost:2',
      LATCHWORK_AUDIT_CHECKPOINT_FILE: '/mnt/elsewhere/checkpoints',
      LATCHWORK_AUDIT_CHECKPOINT_MINUTES: '20',
      LATCHWORK_RETENTION_LOG_DAYS: '9',
      LATCHWORK_RETENTION_OPERATION_DAYS: '10',
      LATCHWORK_RETENTION_EVENT_DAYS: '11',
      LATCHWORK_RETENTION_MAIL_DAYS: '12',
      LATCHWORK_RETENTION_RESERVATION_DAYS: '19',
    }
    assert.deepEqual(
      settings.map(({ name }) => name),
      Object.keys(env),
      'each setting is in this test, under a name of its own',
    )
    assert.deepEqual(loadConfig(env), {
      http: { host: '::1', port: 0, maxRequests: 50, maxConnections: 51, maxConnectionsPerAddress: 0 },
      publicUrl: 'https://locks.example.com/api',
      tls: { certFile: '/etc/cert.pem', keyFile: '/etc/key.pem', listeners: ['http'] },
      allowPlain: ['mqtt', 'http'],
      dataDir: '/var/lib/latchwork',
      database: { url: 'postgres://user:pw@db/latchwork', poolSize: 3 },
      mqtt: {
        url: 'mqtts://broker:8883',
        accountsDir: '/var/lib/broker',
        caFile: '/etc/broker-ca.pem',
        host: '0.0.0.0',
        port: 2883,
        maxConnections: 52,
        maxConnectionsPerAddress: 53,
        gateways: ['10.2.0.0/16'],
        clientCaFile: '/etc/locks-ca.pem',
        clientCertificates: 'required',
      },
      admin: { email: 'me@example.com', password: 'correct horse', token: 'a'.repeat(32) },
      secondFactor: 'operators',
      signUp: true,
      sandbox: true,
      secretKey: '0'.repeat(64),
      secretKeysOld: ['1'.repeat(64)],
      log: { level: 'silent' },
      metrics: { open: true },
      trustProxy: '2',
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      rate: {
        tokenPerSecond: 0,
        tokenBurst: 1,
        accountPerSecond: 4,
        accountBurst: 5,
        ipPerSecond: 2,
        ipBurst: 3,
        devicePerSecond: 6,
        deviceBurst: 7,
        deviceAccountPerSecond: 8,
        deviceAccountBurst: 9,
      },
      quota: {
        apiKeys: 4,
        tokensPerKey: 5,
        smartlocks: 6,
        accountUsers: 12,
        subAccounts: 13,
        addresses: 13,
        unitsPerAddress: 14,
        reservationsPerAddress: 15,
        webhooksPerKey: 7,
        notifications: 13,
        settingsPerNotification: 14,
        streamsPerToken: 8,
        streamsPerAccount: 9,
        mailsPerHour: 10,
      },
      advancedKey: { autoApprove: false },
      outbound: {
        allowLoopback: true,
        networks: ['10.0.0.0/8', 'fd00::/8'],
        caFile: '/etc/ca.pem',
        timeoutSeconds: 9,
      },
      action: { ttlSeconds: 7, proofSeconds: 8 },
      stay: { checkInTime: 0, checkOutTime: 1439, readinessHours: 16 },
      service: { enabled: ['ical', 'vrbo'], intervalMinutes: 17, changeBudgetPercent: 18 },
      defaultTimeZone: 'Europe/Berlin',
      smtp: { url: 'smtps://me:pw@mail.example', allowPlain: true, caFile: '/etc/mail-ca.pem' },
      mail: { from: 'Locks <locks@example.com>' },
      fcm: { credentialsFile: '/etc/firebase.json', url: 'http://localhost:1' },
      apns: {
        keyFile: '/etc/apns.p8',
        keyId: 'ABC123DEFG',
        teamId: 'DEF123GHIJ',
        topic: 'com.example.locks',
        url: 'http://localhost:2',
      },
      audit: { checkpointFile: '/mnt/elsewhere/checkpoints', checkpointMinutes: 20 },
      retention: { logDays: 9, operationDays: 10, eventDays: 11, mailDays: 12, reservationDays: 19 },
    })
  })

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

describe('the generated documents', () => {
  test('the table has one row per setting, with default, rule and meaning', () => {
    const [head, line, ...rows] = settingsTable().split('\n')
    assert.equal(head, '| Setting | Default | Value | Meaning |')
    assert.equal(line, '|---|---|---|---|')
    assert.equal(rows.length, settings.length)
    assert.equal(
      rows[1],
      '| `LATCHWORK_HTTP_PORT` | `8080` | a whole number from 0 to 65535 | Port the API listens on; 0 takes any free one |',
    )
    for (const row of rows) assert.match(row, /^\| `LATCHWORK_[A-Z_]+` \| [^|]+ \| [^|]+ \| [^|]+ \|$/)
  })

  test('the example, with every line uncommented that has a default, loads as the defaults', () => {
    const lines = envExample()
      .split('\n')
      .filter((line) => /^# LATCHWORK_\w+=/.test(line))
    assert.equal(lines.length, settings.length)
    const env = Object.fromEntries(lines.map((line) => line.slice(2).split('=') as [string, string]))
    assert.deepEqual(loadConfig(env), loadConfig({}))
  })

  test('the example as it is sets nothing', () => {
    for (const line of envExample().split('\n')) assert.match(line, /^(#|$)/)
  })
})
