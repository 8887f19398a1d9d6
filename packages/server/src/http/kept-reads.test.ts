import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { listenOnLoopback, rawConnection } from '../../test/raw-http.ts'
import { apiTest, createWorld, type World, type WorldOptions } from '../../test/world.ts'
import { ManualClock } from '../platform/clock.ts'
import { JsonText } from '../platform/json-text.ts'
import { type KeptAnswer, KeptReads } from './kept-reads.ts'

interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** It left before the router. */
  wasQuick: boolean
}

type Headers = Record<string, string>

/** Calls over real connections, which are kept: what is injected never meets the short way. */
async function overHttp(t: TestContext, w: World) {
  const { keptReads } = w.service.app
  let quick = 0
  const answer = keptReads.answer.bind(keptReads)
  t.mock.method(keptReads, 'answer', (...call: Parameters<typeof answer>) => {
    const isQuick = answer(...call)
    if (isQuick) quick += 1
    return isQuick
  })
  const port = await listenOnLoopback(w.service.app)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const ask = (path: string, { token = w.owner.token, headers = {} as Headers, body = '' } = {}) =>
    new Promise<Answered>((resolve, reject) => {
      const before = quick
      const sent = { authorization: `Bearer ${token}`, ...headers }
      const call = request({ port, path, agent, headers: sent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          resolve({ status, headers, body: text, wasQuick: quick > before })
        })
      })
      call.on('error', reject).end(body)
    })
  return { ask, port }
}

/** What differs from answer to answer. */
function comparable({ status, headers, body }: Answered) {
  const {
    date: _date,
    'x-request-id': _id,
    'ratelimit-remaining': _left,
    'ratelimit-reset': _reset,
    ...others
  } = headers
  return { status, body, headers: others }
}

const sqliteTest = (
  name: string,
  run: (w: World, t: TestContext) => Promise<void>,
  options: WorldOptions = {},
) => test(name, async (t) => run(await createWorld(t, 'sqlite', options), t))

apiTest('the short way answers what the whole way does, in the same words', async (w, t) => {
  const { smartlockId } = await w.lock({ name: 'Tür 1' })
  const { ask } = await overHttp(t, w)
  for (const path of ['/smartlock', `/smartlock/${smartlockId}`]) {
    const first = await ask(path)
    assert.deepEqual([first.status, first.wasQuick], [200, false], 'who was never let in is asked')
    // On PostgreSQL a process has to know that it is alone.
    const again = await w.until('it is kept', async () => {
      const answer = await ask(path)
      return answer.wasQuick && answer
    })
    const whole = await ask(`${path}/`)
    assert.equal(whole.wasQuick, false)
    assert.deepEqual(comparable(again), comparable(whole))
    assert.equal(Number(again.headers['content-length']), Buffer.byteLength(again.body))
    const named = await ask(path, { headers: { 'x-request-id': 'mine' } })
    assert.equal(named.headers['x-request-id'], 'mine')
    assert.notEqual(again.headers['x-request-id'], whole.headers['x-request-id'])
  }
})

sqliteTest(
  'the short way sends every header that the whole way has, with limits, HTTPS and other origins',
  async (w, t) => {
    await w.lock()
    const { ask } = await overHttp(t, w)
    await ask('/smartlock')
    const [again, whole] = [await ask('/smartlock'), await ask('/smartlock/')]
    assert.deepEqual([again.wasQuick, whole.wasQuick], [true, false])
    assert.deepEqual(comparable(again), comparable(whole))
    for (const name of ['ratelimit-limit', 'strict-transport-security', 'vary'])
      assert.notEqual(again.headers[name], undefined, name)
    assert.equal(
      Number(again.headers['ratelimit-remaining']) - 1,
      Number(whole.headers['ratelimit-remaining']),
    )
  },
  {
    clock: () => new ManualClock(Date.UTC(2026, 5, 1, 12)),
    config: {
      rate: { tokenPerSecond: 100, tokenBurst: 1000, accountPerSecond: 0, ipPerSecond: 0 },
      corsOrigins: ['https://console.example'],
      publicUrl: 'https://locks.example',
    },
  },
)

apiTest('the short way shows every change that was answered', async (w, t) => {
  const { smartlockId } = await w.lock({ name: 'Door' })
  const { ask } = await overHttp(t, w)
  const path = `/smartlock/${smartlockId}`
  const shown = async () => [
    JSON.parse((await ask(path)).body).name,
    JSON.parse((await ask('/smartlock')).body)[0]?.name,
  ]
  for (let i = 0; i < 20; i++) {
    await shown()
    await w.api.smartlocks.update({ params: { smartlockId }, body: { name: `Door ${i}` } })
    assert.deepEqual(await shown(), [`Door ${i}`, `Door ${i}`])
  }
  await w.api.smartlocks.remove({ params: { smartlockId } })
  assert.equal((await ask(path)).status, 404)
  assert.equal((await ask('/smartlock')).body, '[]')
})

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
    const stranger = await w.caller()
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

sqliteTest('what is more than a plain read takes the whole way', async (w, t) => {
  const { smartlockId } = await w.lock()
  const { ask, port } = await overHttp(t, w)
  const path = `/smartlock/${smartlockId}`
  for (const read of ['/smartlock', path, path]) await ask(read)
  assert.equal((await ask('/smartlock')).wasQuick, true)
  const csv = await ask('/smartlock', { headers: { accept: 'text/csv' } })
  assert.deepEqual([csv.wasQuick, csv.headers['content-type']?.startsWith('text/csv')], [false, true])
  const withBody = await ask('/smartlock', { headers: { 'content-length': '2' }, body: '{}' })
  assert.deepEqual([withBody.status, withBody.wasQuick], [200, false])
  for (const odd of [`/smartlock/0${smartlockId}`, '/smartlock?type=99', '/smartlock/9'.repeat(200)])
    assert.equal((await ask(odd)).wasQuick, false)
  const head = `GET /smartlock HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${w.owner.token}\r\n`
  const closing = await rawConnection(t, port)
  closing.send(`${head}Connection: close\r\n\r\n`)
  assert.match(await closing.closed(), /^HTTP\/1\.1 200 OK[\s\S]+connection: close/i)
  const old = await rawConnection(t, port)
  old.send(`${head.replace('HTTP/1.1', 'HTTP/1.0')}\r\n`)
  assert.match(await old.closed(), /^HTTP\/1\.1 200 OK/)
})

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

/** What is kept of the list of locks, as `find` has it. */
function keptLists(t: TestContext, find: (found: ReturnType<KeptAnswer>) => ReturnType<KeptAnswer>): void {
  const add = KeptReads.prototype.add
  t.mock.method(
    KeptReads.prototype,
    'add',
    function (this: KeptReads, ...[gate, route, url, kept]: Parameters<typeof add>) {
      add.call(this, gate, route, url, (...asked) => find(kept(...asked)))
    },
  )
}

test('a kept read that fails is answered by the whole way', async (t) => {
  let isBroken = false
  keptLists(t, (found) => {
    if (isBroken) throw new Error('planted')
    return found
  })
  const w = await createWorld(t, 'sqlite')
  const { ask } = await overHttp(t, w)
  await ask('/smartlock')
  assert.equal((await ask('/smartlock')).wasQuick, true)
  isBroken = true
  const answer = await ask('/smartlock')
  assert.deepEqual([answer.status, answer.wasQuick], [200, false])
})

/** A service whose list of locks is so long that the system does not take it at once, and readers who leave it there. */
async function longAnswers(t: TestContext, options: WorldOptions = {}) {
  const text = new JsonText<unknown>(JSON.stringify('x'.repeat(16_000_000)))
  keptLists(t, (found) => found && text)
  const w = await createWorld(t, 'sqlite', options)
  const calls = await overHttp(t, w)
  for (const long of [false, true])
    assert.equal((await calls.ask('/smartlock')).body.length > 1_000_000, long)
  const ends: Promise<unknown>[] = []
  w.service.app.server.on('connection', (socket: Socket) =>
    ends.push(new Promise((resolve) => socket.once('close', resolve))),
  )
  const idleReader = async () => {
    const reader = await rawConnection(t, calls.port)
    // Or whoever listens would be given everything, however often the socket is paused.
    reader.socket.removeAllListeners('data').pause()
    reader.send(`GET /smartlock HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${w.owner.token}\r\n\r\n`)
    await once(reader.socket, 'readable')
    return reader.socket
  }
  return { w, ...calls, idleReader, allGone: () => Promise.all(ends) }
}

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

sqliteTest('answers of the short way are counted with the others', async (w, t) => {
  await w.lock()
  const { ask } = await overHttp(t, w)
  for (let i = 0; i < 5; i++) await ask('/smartlock')
  assert.equal(await countedReads(w), '5')
})

const COUNTED =
  /latchwork_http_request_duration_seconds_count\{route="\/smartlock",method="GET",status="2xx"\} (\d+)/

async function countedReads(w: World): Promise<string | undefined> {
  return COUNTED.exec(await w.service.platform.metrics.registry.metrics())?.[1]
}
