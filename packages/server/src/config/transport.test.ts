import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConfigOverrides, loadConfig } from '../config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { promisesHttps, refusePlainListeners } from './transport.ts'

const TLS = { certFile: 'cert.pem', keyFile: 'key.pem' }

/** Which listeners a start is refused for. */
async function refusedFor(overrides: ConfigOverrides): Promise<string[]> {
  const error = await refusePlainListeners(loadConfig({}, overrides)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return []
  assert.ok(error instanceof StartupError)
  for (const line of error.message.split('\n')) {
    assert.match(line, /LATCHWORK_TLS_CERT_FILE.*127\.0\.0\.1.*LATCHWORK_ALLOW_PLAIN=/, 'it says what to do')
  }
  return [...error.message.matchAll(/LATCHWORK_ALLOW_PLAIN=(\w+)/g)].map(([, listener]) => listener as string)
}

test('an address that other machines reach is refused in clear text, for API and broker each', async () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '169.254.1.1']) {
    assert.deepEqual(await refusedFor({ http: { host } }), ['http'], host)
    assert.deepEqual(await refusedFor({ mqtt: { host } }), ['mqtt'], host)
  }
  const both = { http: { host: '0.0.0.0' }, mqtt: { host: '0.0.0.0' } }
  assert.deepEqual(await refusedFor(both), ['http', 'mqtt'])
})

test('an address of this machine only is fine in clear text, also by name', async () => {
  for (const host of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', 'localhost']) {
    assert.deepEqual(await refusedFor({ http: { host }, mqtt: { host } }), [], host)
  }
})

test('a name is judged by where it leads: one that other machines reach is refused in clear text', async () => {
  // The system reads a bare number as an address, and so finds 192.0.2.1 and 127.0.0.1 without asking anybody.
  const [elsewhere, here] = ['3221225985', '2130706433']
  assert.deepEqual(await refusedFor({ http: { host: elsewhere } }), ['http'])
  assert.deepEqual(await refusedFor({ mqtt: { host: elsewhere } }), ['mqtt'])
  assert.deepEqual(await refusedFor({ http: { host: here }, mqtt: { host: here } }), [])
})

test('TLS, or words that accept clear text, open the listener they are about and no other', async () => {
  const both = { http: { host: '0.0.0.0' }, mqtt: { host: '0.0.0.0' } }
  assert.deepEqual(await refusedFor({ ...both, tls: TLS }), [])
  assert.deepEqual(await refusedFor({ ...both, tls: { ...TLS, listeners: ['mqtt'] } }), ['http'])
  assert.deepEqual(await refusedFor({ ...both, allowPlain: ['http'] }), ['mqtt'])
  assert.deepEqual(await refusedFor({ ...both, allowPlain: ['http', 'mqtt'] }), [])
})

test('a declared proxy carries the API and not the broker; an external broker is no listener of ours', async () => {
  const both = { http: { host: '0.0.0.0' }, mqtt: { host: '0.0.0.0' } }
  assert.deepEqual(await refusedFor({ ...both, trustProxy: '1' }), ['mqtt'])
  assert.deepEqual(await refusedFor({ ...both, trustProxy: '10.0.0.0/8' }), ['mqtt'])
  assert.deepEqual(await refusedFor({ ...both, mqtt: { ...both.mqtt, url: 'mqtts://broker' } }), ['http'])
})

test('settings of TLS that only make sense together are refused alone', () => {
  const problem = (overrides: ConfigOverrides) => {
    try {
      loadConfig({}, overrides)
    } catch (error) {
      return (error as Error).message
    }
    return 'none'
  }
  assert.match(problem({ tls: { certFile: 'cert.pem' } }), /belong together/)
  assert.match(problem({ mqtt: { clientCertificates: 'required' } }), /needs LATCHWORK_MQTT_CLIENT_CA_FILE/)
  assert.match(problem({ mqtt: { clientCaFile: 'ca.pem' } }), /needs the embedded broker with TLS/)
  const required = { clientCaFile: 'ca.pem', clientCertificates: 'required' } as const
  assert.match(problem({ tls: TLS, mqtt: required, sandbox: true }), /simulated locks/)
  assert.equal(problem({ tls: TLS, mqtt: required }), 'none')
})

test('browsers are held to HTTPS only where it is the way in, and never for names of this machine', () => {
  const promises = (overrides: ConfigOverrides) => promisesHttps(loadConfig({}, overrides))
  assert.equal(promises({}), false)
  assert.equal(promises({ publicUrl: 'http://locks.example' }), false)
  assert.equal(promises({ publicUrl: 'https://locks.example' }), true)
  assert.equal(promises({ publicUrl: 'https://localhost:8443' }), false)
  assert.equal(promises({ tls: TLS }), false)
  assert.equal(promises({ tls: TLS, http: { host: '0.0.0.0' } }), true)
  assert.equal(promises({ tls: { ...TLS, listeners: ['mqtt'] }, http: { host: '0.0.0.0' } }), false)
})
