import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '../../src/platform/clock.ts'
import { countedReads, longAnswers, overHttp } from '../kept-reads.ts'
import { rawConnection } from '../raw-http.ts'
import { sqliteTest, type World, type WorldOptions } from '../world.ts'

/** Answers that leave before the router, for those who should not have them (ADR 84). */

sqliteTest(
  'whoever is shut out is shut out of the short way at once',
  async (w, t) => {
    const { smartlockId } = await w.lock()
    const { ask } = await overHttp(t, w)
    const quick = async (token: string) => {
      await ask('/smartlock', { token })
      return ask('/smartlock', { token })
    }
    const codeAfter = async (token: string, change: () => Promise<unknown>) => {
      assert.equal((await quick(token)).wasQuick, true)
      await change()
      const { status, body, wasQuick } = await ask('/smartlock', { token })
      return [status, JSON.parse(body).code, wasQuick]
    }
    const { data: key } = await w.api.apiKeys.create()
    const params = { apiKeyId: key.apiKeyId }
    const newToken = async (body: object = {}) => {
      const { data } = await w.api.apiKeys.createToken({ params, body })
      return { token: data.accessToken as string, params: { ...params, id: data.id } }
    }
    const revoked = await newToken()
    assert.deepEqual(
      await codeAfter(revoked.token, () => w.api.apiKeys.removeToken({ params: revoked.params })),
      [401, 'token_invalid', false],
    )
    const ending = await newToken({
      expiresAt: new Date(w.service.platform.clock.now() + 60_000).toISOString(),
    })
    const clock = w.service.platform.clock as ManualClock
    assert.deepEqual(await codeAfter(ending.token, async () => clock.advance(60_000)), [
      401,
      'token_invalid',
      false,
    ])
    const bound = await newToken()
    const elsewhere = { networks: ['192.0.2.0/24'] }
    assert.deepEqual(
      await codeAfter(bound.token, () =>
        w.api.apiKeys.updateToken({ params: bound.params, body: elsewhere }),
      ),
      [403, 'token_limited', false],
    )
    const stranger = await w.account()
    assert.equal((await quick(stranger.token)).body, '[]')
    assert.equal((await quick(w.owner.token)).wasQuick, true)
    assert.equal((await ask(`/smartlock/${smartlockId}`)).status, 200)
    assert.equal((await ask(`/smartlock/${smartlockId}`)).wasQuick, true)
    assert.equal((await ask(`/smartlock/${smartlockId}`, { token: stranger.token })).status, 404)
    assert.equal((await ask('/smartlock', { token: 'x'.repeat(43) })).status, 401)
  },
  { clock: () => new ManualClock(Date.UTC(2026, 5, 1, 12)) },
)

sqliteTest(
  'a token without the scope, or for some doors or networks, never goes the short way',
  async (w, t) => {
    const one = await w.lock({ name: 'One' })
    const other = await w.lock({ name: 'Other' })
    const { ask } = await overHttp(t, w)
    for (const path of ['/smartlock', `/smartlock/${other.smartlockId}`]) {
      await ask(path)
      assert.equal((await ask(path)).wasQuick, true)
    }
    const { data: key } = await w.api.apiKeys.create()
    const tokenWith = async (body: object) =>
      (await w.api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId }, body })).data
        .accessToken as string
    const narrow = await tokenWith({ smartlockIds: [one.smartlockId] })
    const local = await tokenWith({ networks: ['127.0.0.0/8'] })
    const scopeless = await tokenWith({ scopes: ['account'] })
    for (let i = 0; i < 3; i++) {
      const listed = await ask('/smartlock', { token: narrow })
      assert.deepEqual([JSON.parse(listed.body).length, listed.wasQuick], [1, false])
      assert.equal((await ask(`/smartlock/${other.smartlockId}`, { token: narrow })).status, 404)
      assert.deepEqual([(await ask('/smartlock', { token: local })).wasQuick], [false])
      assert.equal((await ask('/smartlock', { token: scopeless })).status, 403)
    }
  },
)

sqliteTest(
  'every answer counts against the limits, on whichever way, and once',
  async (w, t) => {
    await w.lock()
    const { ask } = await overHttp(t, w)
    const left: unknown[] = []
    const refused = async () => {
      const { status, headers, body } = await ask('/smartlock')
      return [status, JSON.parse(body).code, headers['retry-after'], headers['ratelimit-remaining']]
    }
    // One was the lock's.
    for (let i = 0; i < 4; i++) left.push((await ask('/smartlock')).headers['ratelimit-remaining'])
    assert.deepEqual(left, ['8', '7', '6', '5'])
    // The account's own limit is lower than that of its token.
    assert.deepEqual(await refused(), [429, 'rate_limited', '1', '0'])
    clockOf(w).advance(1000)
    const after = await ask('/smartlock')
    assert.deepEqual(
      [after.status, after.headers['ratelimit-remaining']],
      [200, '4'],
      'a refusal counts once',
    )
  },
  limited(),
)

const clockOf = (w: World) => w.service.platform.clock as ManualClock
function limited(): WorldOptions {
  return {
    clock: () => new ManualClock(Date.UTC(2026, 5, 1, 12)),
    config: {
      rate: { tokenPerSecond: 1, tokenBurst: 10, accountPerSecond: 1, accountBurst: 5, ipPerSecond: 0 },
    },
  }
}

sqliteTest(
  'pipelined reads are answered in their order, and a flood of them ends the connection',
  async (w, t) => {
    const locks = [await w.lock({ name: 'A' }), await w.lock({ name: 'B' })]
    const { ask, port } = await overHttp(t, w)
    const paths = locks.map(({ smartlockId }) => `/smartlock/${smartlockId}`)
    for (const path of [...paths, ...paths]) await ask(path)
    const head = (path = '/') =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${w.owner.token}\r\n\r\n`
    const polite = await rawConnection(t, port)
    polite.send(head(paths[0]) + head('/account') + head(paths[1]) + head(paths[0]))
    const answer = await polite.until(/(?:"name":"[AB]"[\s\S]*){3}/)
    assert.deepEqual(answer.match(/"name":"[AB]"/g), ['"name":"A"', '"name":"B"', '"name":"A"'])
    const flood = await rawConnection(t, port)
    // All of them have to wait for the first.
    flood.send(head('/account') + head(paths[0]).repeat(200))
    const got = await flood.closed()
    assert.ok((got.match(/HTTP\/1\.1 200/g) ?? []).length <= 16)
  },
)

sqliteTest(
  'behind a proxy the caller is whom the proxy names',
  async (w, t) => {
    await w.lock()
    const { ask } = await overHttp(t, w)
    const from = (forwarded: string) => ask('/smartlock', { headers: { 'x-forwarded-for': forwarded } })
    assert.equal((await from('203.0.113.1')).wasQuick, false)
    assert.equal((await from('203.0.113.1')).wasQuick, true)
    assert.equal((await from('203.0.113.2')).wasQuick, false, 'somebody else on the same connection')
    assert.equal((await ask('/smartlock')).wasQuick, false)
  },
  { config: { trustProxy: '1' } },
)

sqliteTest(
  'a page of elsewhere is told what it may read, however often it asks',
  async (w, t) => {
    await w.lock()
    const { ask } = await overHttp(t, w)
    const headers = { origin: 'https://console.example' }
    for (let i = 0; i < 3; i++) {
      const answer = await ask('/smartlock', { headers })
      assert.equal(answer.headers['access-control-allow-origin'], headers.origin)
      await ask('/smartlock')
    }
    assert.equal((await ask('/smartlock')).wasQuick, true)
  },
  { config: { corsOrigins: ['https://console.example'] } },
)

test('answers that broke off are not counted', async (t) => {
  const { w, idleReader, allGone } = await longAnswers(t)
  const before = await countedReads(w)
  for (let i = 0; i < 3; i++) (await idleReader()).resetAndDestroy()
  await allGone()
  assert.equal(await countedReads(w), before)
})

test('an answer that nobody takes holds a place, until its connection ends', async (t) => {
  // A network may have two of them.
  const { ask, idleReader, allGone } = await longAnswers(t, { config: { http: { port: 0, maxRequests: 8 } } })
  const readers = [await idleReader(), await idleReader()]
  const refused = await ask('/smartlock')
  assert.deepEqual([refused.status, refused.wasQuick], [503, false])
  for (const reader of readers) reader.resetAndDestroy()
  await allGone()
  assert.equal((await ask('/smartlock')).wasQuick, true)
})
