import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { loadConfig } from '../../src/config.ts'
import { StartupError } from '../../src/platform/startup-error.ts'
import { createWorld } from '../world.ts'

/** Asks without a token until the address is limited; each caller has three. */
async function limitedWorld(t: TestContext, trustProxy?: string) {
  const w = await createWorld(t, 'sqlite', {
    config: { ...(trustProxy && { trustProxy }), rate: { ipPerSecond: 1, ipBurst: 3, tokenPerSecond: 0 } },
  })
  const ask = async (forwarded: string | undefined, remoteAddress = '127.0.0.1') => {
    const response = await w.service.app.inject({
      url: '/smartlock',
      remoteAddress,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
    return response.statusCode
  }
  const exhaust = async (forwarded: (i: number) => string | undefined, remoteAddress?: string) => {
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push(await ask(forwarded(i), remoteAddress))
    return statuses.at(-1) === 429
  }
  return { ask, exhaust }
}

test('without a named proxy nobody is believed about where they call from', async (t) => {
  const { exhaust } = await limitedWorld(t)
  assert.ok(await exhaust((i) => `203.0.113.${i}`))
})

test('behind one proxy the last address counts, whatever the caller put before it', async (t) => {
  const { ask, exhaust } = await limitedWorld(t, '1')
  assert.ok(await exhaust((i) => `198.51.100.${i}, 203.0.113.7`))
  assert.equal(await ask('203.0.113.7, 203.0.113.8'), 401, 'nobody is blamed by being named')
  assert.ok(await exhaust((i) => `nonsense ${i}, 203.0.113.9`))
})

test('behind two proxies the last but one counts', async (t) => {
  const { ask, exhaust } = await limitedWorld(t, '2')
  assert.ok(await exhaust((i) => `198.51.100.${i}, 203.0.113.7, 10.0.0.1`))
  assert.equal(await ask('203.0.113.7, 203.0.113.8, 10.0.0.1'), 401)
})

test('named proxies are believed, and nobody who comes past them', async (t) => {
  const { ask, exhaust } = await limitedWorld(t, '127.0.0.1, 10.0.0.0/8')
  // Straight to the port, with a header that a proxy would have written.
  assert.ok(await exhaust((i) => `203.0.113.${i}`, '192.0.2.1'))
  assert.equal(await ask('203.0.113.1', '127.0.0.1'), 401)
  // Two of ours in a row; the address before them is the first that is not.
  assert.ok(await exhaust((i) => `198.51.100.${i}, 203.0.113.7, 10.1.2.3`, '::ffff:10.9.9.9'))
  assert.equal(await ask('203.0.113.8, 10.1.2.3', '10.9.9.9'), 401)
})

test('addresses that a caller makes up in one IPv6 network, or that are none, are one caller', async (t) => {
  const { exhaust } = await limitedWorld(t, '1')
  assert.ok(await exhaust((i) => `2001:db8::${i}`))
  assert.ok(await exhaust((i) => `made up ${i}`))
})

test('to believe every proxy, as on once meant, keeps the service from starting and says what to set', () => {
  for (const value of ['on', 'true']) {
    assert.throws(
      () => loadConfig({ LATCHWORK_TRUST_PROXY: value }),
      (error) =>
        error instanceof StartupError &&
        /LATCHWORK_TRUST_PROXY must be the number of proxies .* list of their addresses/.test(error.message),
    )
  }
})

test('metrics are told to this machine only: by the connection, not by what a header says', async (t) => {
  for (const trustProxy of [undefined, '1', '127.0.0.1']) {
    const w = await createWorld(t, 'sqlite', { config: { ...(trustProxy && { trustProxy }) } })
    const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await w.service.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    for (const local of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) assert.equal(await ask(local), 200, local)
    for (const host of ['127.0.0.1:8080', '[::1]:8080', 'LOCALHOST:8080']) {
      assert.equal(await ask('127.0.0.1', { host }), 200, host)
    }
    for (const remote of ['203.0.113.5', '10.0.0.1', '2001:db8::1', '::ffff:203.0.113.5']) {
      assert.equal(await ask(remote), 404, remote)
      assert.equal(await ask(remote, { 'x-forwarded-for': '127.0.0.1' }), 404, `${remote}, made-up header`)
    }
    for (const [name, value] of [
      ['x-forwarded-for', '203.0.113.5'],
      ['x-forwarded-for', '127.0.0.1'],
      ['forwarded', 'for=127.0.0.1'],
      ['x-real-ip', '127.0.0.1'],
      ['via', '1.1 proxy'],
      ['x-forwarded-proto', 'https'],
      ['host', 'locks.example.com'],
      ['host', '127.0.0.1.example.com'],
    ] as const) {
      assert.equal(await ask('127.0.0.1', { [name]: value }), 404, `through a local proxy, ${name}: ${value}`)
    }
    await w.stop()
  }
})
