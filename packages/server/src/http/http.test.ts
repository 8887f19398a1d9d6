import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { listenOnLoopback } from '../../test/raw-http.ts'
import { apiTest } from '../../test/world.ts'
import { ManualClock } from '../platform/clock.ts'
import { createApp } from './app.ts'
import { mountSystemRoutes } from './system-routes.ts'

const codeOf = (response: { statusCode: number; json(): { code: string } }) => [
  response.statusCode,
  response.json().code,
]

apiTest('unknown paths are 404, known paths with another method 405 with Allow (D6)', async (w) => {
  assert.deepEqual(codeOf(await w.request('GET', '/nowhere')), [404, 'path_not_found'])
  assert.deepEqual(codeOf(await w.request('GET', '/smartlock/1/2/3/4')), [404, 'path_not_found'])
  const response = await w.request('DELETE', '/api/key')
  assert.deepEqual(codeOf(response), [405, 'method_not_allowed'])
  assert.equal(response.headers.allow, 'GET, HEAD, PUT')
  // A literal segment wins over a parameter, also for a method it does not have.
  assert.deepEqual(codeOf(await w.request('POST', '/smartlock/log')), [405, 'method_not_allowed'])
  assert.deepEqual(codeOf(await w.request('GET', '/smartlock/%zz')), [404, 'path_not_found'])
})

apiTest('one trailing slash is ignored and GET paths answer HEAD (D6)', async (w) => {
  assert.equal((await w.request('GET', '/smartlock/')).statusCode, 200)
  const head = await w.request('HEAD', '/smartlock')
  assert.deepEqual([head.statusCode, head.payload], [200, ''])
})

apiTest('a path id of the wrong form is the same 404 as one that does not exist', async (w) => {
  const bodies = []
  for (const id of ['abc', '-1', '1.5', '99999999999999999999', '12', '%20', "1'--"]) {
    const response = await w.request('GET', `/smartlock/${id}`, { headers: { 'x-request-id': 'same' } })
    bodies.push(response.payload)
    assert.equal(response.statusCode, 404)
  }
  assert.equal(new Set(bodies).size, 1)
})

apiTest('no token, a wrong one and a revoked one are 401 with WWW-Authenticate (D32)', async (w) => {
  const none = await w.request('GET', '/smartlock', { token: null })
  assert.deepEqual([...codeOf(none), none.headers['www-authenticate']], [401, 'token_missing', 'Bearer'])
  const wrong = await w.request('GET', '/smartlock', { token: 'x'.repeat(43) })
  assert.deepEqual(
    [...codeOf(wrong), wrong.headers['www-authenticate']],
    [401, 'token_invalid', 'Bearer error="invalid_token"'],
  )
  const basic = await w.request('GET', '/smartlock', { token: null, headers: { authorization: 'Basic abc' } })
  assert.deepEqual(codeOf(basic), [401, 'token_invalid'])
  const inQuery = await w.request('GET', `/smartlock?access_token=${w.owner.token}`, { token: null })
  assert.deepEqual(codeOf(inQuery), [401, 'token_missing'])
})

apiTest('bodies: bad JSON, wrong type, wrong charset bytes, too deep, too large (D7)', async (w) => {
  const json = { 'content-type': 'application/json' }
  const send = (payload: string | Buffer, headers: Record<string, string> = json) =>
    w.request('PUT', '/api/key', { payload, headers })
  assert.deepEqual(codeOf(await send('{"a":')), [400, 'invalid_json'])
  assert.deepEqual(codeOf(await send(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))), [400, 'invalid_json'])
  assert.deepEqual(codeOf(await send(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)), [400, 'invalid_json'])
  assert.deepEqual(codeOf(await send('['.repeat(500_000))), [400, 'invalid_json'])
  assert.deepEqual(codeOf(await send('[1]')), [400, 'invalid_parameter'])
  assert.deepEqual(codeOf(await send('7')), [400, 'invalid_parameter'])
  assert.deepEqual(codeOf(await send('a=1', { 'content-type': 'application/x-www-form-urlencoded' })), [
    415,
    'unsupported_media_type',
  ])
  assert.deepEqual(codeOf(await send('{}', { 'content-type': 'text/plain' })), [
    415,
    'unsupported_media_type',
  ])
  assert.deepEqual(codeOf(await send(JSON.stringify({ description: 'x'.repeat(1_100_000) }))), [
    413,
    'body_too_large',
  ])
  assert.equal((await send('', { 'content-type': 'text/plain' })).statusCode, 200)
  assert.equal((await send('{}', {})).statusCode, 200)
  assert.equal((await send('[]')).statusCode, 200, 'some languages write an empty object like that')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await send('{"description":"a"}', form)).json().description, 'a', 'as curl --data sends it')
  assert.deepEqual(codeOf(await send('', form)), [200, undefined])
  assert.equal((await send('null')).statusCode, 200)
  assert.equal((await send('{}', { 'content-type': 'application/json; charset=utf-8' })).statusCode, 200)
})

apiTest('all problems of a body are named at once, by path and rule (D9, D44)', async (w) => {
  const response = await w.request('PUT', '/smartlock', {
    body: { type: 9, name: '', deviceId: 'xyz', virtualDevice: 'yes' },
  })
  assert.deepEqual(codeOf(response), [400, 'invalid_parameter'])
  const { errors } = response.json()
  assert.deepEqual(
    errors.map((error: { path: string }) => error.path),
    ['type', 'name', 'deviceId', 'virtualDevice'],
  )
  assert.match(errors[0].message, /one of 0, 1, 2, 3, 4, 5/)
  assert.match(errors[1].message, /1 to 32 characters/)
})

apiTest('unknown fields and unknown query names are ignored (D8)', async (w) => {
  const response = await w.request('PUT', '/api/key?whatever=1', {
    body: { description: 'a', apiKeyId: 'nonsense', x: { y: 1 }, __proto__: 1 },
  })
  assert.equal(response.statusCode, 200)
})

apiTest('query parameters are checked, cut and known by their alias (D16, D22)', async (w) => {
  assert.deepEqual(codeOf(await w.request('GET', '/smartlock/log?limit=0')), [400, 'invalid_parameter'])
  assert.deepEqual(codeOf(await w.request('GET', '/smartlock/log?limit=ten')), [400, 'invalid_parameter'])
  assert.equal((await w.request('GET', '/smartlock/log?limit=100000')).statusCode, 200)
  for (const url of [
    '/smartlock?authId=2147483648',
    '/smartlock/log?action=-2147483649',
    '/smartlock/log?accountUserId=4294967296',
  ]) {
    assert.deepEqual(codeOf(await w.request('GET', url)), [400, 'invalid_parameter'], url)
  }
  const bad = await w.request('GET', '/smartlock?type=9')
  assert.equal(bad.json().errors[0].path, 'query.type')
  await w.lock({ type: 4 })
  await w.lock({ type: 5 })
  for (const query of ['type=5', 'type_=5', 'type=5&type_=5', 'type=5&type=5']) {
    assert.equal((await w.request('GET', `/smartlock?${query}`)).json().length, 1, query)
  }
  assert.deepEqual(codeOf(await w.request('GET', '/smartlock?type=5&type_=4')), [400, 'conflicting_alias'])
  assert.deepEqual(codeOf(await w.request('GET', '/smartlock?type=5&type=4')), [400, 'invalid_parameter'])
})

apiTest('date-times are taken in the forms of D14 and no others', async (w) => {
  const status = async (date: string) =>
    (await w.request('GET', `/smartlock/log?fromDate=${encodeURIComponent(date)}`)).statusCode
  for (const date of [
    '2025-05-12T14:45:40.629Z',
    '2025-05-12T14:45:40Z',
    '2019-01-01T00:00Z',
    '2025-05-12T14:45:40+02:00',
    '2025-05-12T14:45:40',
    '2025-05-12T14:45:40-0530',
  ]) {
    assert.equal(await status(date), 200, date)
  }
  for (const date of [
    '2025-05-12',
    '2025-02-30T00:00:00Z',
    '2025-05-12T25:00:00Z',
    'yesterday',
    '1715523940',
    '2025-05-12 14:45:40Z',
    '',
    // As a moment they are beyond the years of four digits.
    '9999-12-31T23:59:59-05:00',
    '0000-01-01T00:00:00+05:00',
  ]) {
    assert.equal(await status(date), 400, date)
  }
})

apiTest(
  'X-Request-Id is echoed when harmless, made otherwise, and stands in error bodies (D28)',
  async (w) => {
    const echoed = await w.request('GET', '/nowhere', { headers: { 'x-request-id': 'abc-123_x.Y' } })
    assert.equal(echoed.headers['x-request-id'], 'abc-123_x.Y')
    assert.equal(echoed.json().requestId, 'abc-123_x.Y')
    const made = await w.request('GET', '/smartlock', { headers: { 'x-request-id': 'no spaces <script>' } })
    assert.match(String(made.headers['x-request-id']), /^[0-9a-f]{24}$/)
    assert.equal(made.headers['cache-control'], 'no-store')
  },
)

apiTest('checks come in the order of D31', async (w) => {
  const { smartlockId } = await w.lock()
  const reader = await w.caller({ scopes: ['smartlock.readOnly'], of: w.owner })
  const garbage = { payload: '{', headers: { 'content-type': 'text/plain' } }
  const act = (path: string, token: string | null) => w.request('POST', path, { token, ...garbage })
  assert.deepEqual(codeOf(await act('/nowhere', null)), [404, 'path_not_found'])
  assert.deepEqual(codeOf(await act(`/smartlock/${smartlockId}/action`, null)), [401, 'token_missing'])
  assert.deepEqual(codeOf(await act(`/smartlock/${smartlockId}/action`, reader.token)), [
    403,
    'scope_missing',
  ])
  assert.deepEqual(codeOf(await act('/smartlock/999/action', w.owner.token)), [415, 'unsupported_media_type'])
  const fields = { body: { action: 'x' } }
  assert.deepEqual(codeOf(await w.request('POST', '/smartlock/999/action', fields)), [404, 'not_found'])
  assert.deepEqual(codeOf(await w.request('POST', '/smartlock/999/action')), [404, 'not_found'])
  assert.deepEqual(codeOf(await w.request('POST', `/smartlock/${smartlockId}/action`, fields)), [
    400,
    'invalid_parameter',
  ])
  assert.deepEqual(
    codeOf(await w.request('POST', `/smartlock/${smartlockId}/action`, { body: { action: 7 } })),
    [405, 'not_supported_by_device'],
  )
  assert.deepEqual(
    codeOf(await w.request('POST', `/smartlock/${smartlockId}/action`, { body: { action: 1 } })),
    [409, 'smartlock_offline'],
  )
})

apiTest(
  'updates merge, null clears, and sending back what was read changes nothing (D9, D11, D12)',
  async (w) => {
    const { data: key } = await w.api.apiKeys.create({
      body: { description: 'one', redirectUris: ['https://a.example/cb'] },
    })
    const path = `/api/key/${key.apiKeyId}`
    const read = async () =>
      (await w.api.apiKeys.list()).data.find((other) => other.apiKeyId === key.apiKeyId)
    await w.request('POST', path, { body: { description: 'two' } })
    assert.deepEqual(await read(), { ...key, description: 'two' })
    await w.request('POST', path, { body: { ...(await read()), accountId: 'ignored', creationDate: 7 } })
    assert.deepEqual(await read(), { ...key, description: 'two' })
    await w.request('POST', path, { body: {} })
    await w.request('POST', path)
    assert.deepEqual(await read(), { ...key, description: 'two' })
    await w.request('POST', path, { body: { description: null, redirectUris: null } })
    const { description: _d, redirectUris: _r, ...bare } = key
    assert.deepEqual(await read(), bare)
    assert.deepEqual(codeOf(await w.request('POST', '/api/key/999999', { body: { description: 5 } })), [
      404,
      'not_found',
    ])
    assert.deepEqual(codeOf(await w.request('POST', path, { body: { description: 5 } })), [
      400,
      'invalid_parameter',
    ])
  },
)

apiTest('a value equal to the stored one passes even where it could not be written (D9)', async (w) => {
  const { smartlockId } = await w.lock({ name: 'Door' })
  // Names over 32 characters can come from elsewhere; sending one back must not fail.
  const long = 'x'.repeat(40)
  await w.db.updateTable('smartlock').set({ name: long }).where('smartlock_id', '=', smartlockId).execute()
  assert.equal(
    (await w.request('POST', `/smartlock/${smartlockId}`, { body: { name: long, favorite: true } }))
      .statusCode,
    204,
  )
  assert.deepEqual(
    codeOf(await w.request('POST', `/smartlock/${smartlockId}`, { body: { name: `${long}y` } })),
    [400, 'invalid_parameter'],
  )
  const { data } = await w.api.smartlocks.get({ params: { smartlockId } })
  assert.deepEqual([data.name, data.favorite], [long, true])
})

const clock = () => new ManualClock(Date.UTC(2026, 0, 1))

apiTest(
  'rates: a token over its burst gets 429 with Retry-After, others are not touched, and time heals it',
  async (w) => {
    const other = await w.account()
    for (let i = 0; i < 5; i++) assert.equal((await w.request('GET', '/smartlock')).statusCode, 200)
    const refused = await w.request('GET', '/smartlock')
    assert.deepEqual(codeOf(refused), [429, 'rate_limited'])
    assert.equal(refused.headers['retry-after'], '1')
    assert.equal(refused.headers['ratelimit-limit'], '5')
    assert.equal(refused.headers['ratelimit-remaining'], '0')
    assert.equal((await w.request('GET', '/smartlock', { token: other.token })).statusCode, 200)
    ;(w.service.platform.clock as ManualClock).advance(1000)
    const again = await w.request('GET', '/smartlock')
    assert.equal(again.statusCode, 200)
    for (let i = 0; i < 3; i++)
      assert.equal((await w.request('GET', '/smartlock', { token: null })).statusCode, 401)
    assert.deepEqual(codeOf(await w.request('GET', '/smartlock', { token: null })), [429, 'rate_limited'])
  },
  { config: { rate: { tokenPerSecond: 1, tokenBurst: 5, ipPerSecond: 1, ipBurst: 3 } }, clock },
)

apiTest(
  'more requests at once than the service answers are told to come back, and the next ones are answered again',
  async (w) => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => w.request('PUT', '/api/key', { body: {} })),
    )
    const refused = responses.filter((response) => response.statusCode === 503)
    assert.ok(refused.length > 0 && refused.length < 12)
    assert.deepEqual([refused[0]?.json().code, refused[0]?.headers['retry-after']], ['overloaded', '1'])
    assert.equal((await w.request('GET', '/smartlock')).statusCode, 200)
  },
  { config: { http: { port: 0, maxRequests: 4 } } },
)

apiTest('garbage on the wire gets a 4xx or a closed connection, and the service goes on', async (w) => {
  const port = await listenOnLoopback(w.service.app)
  const say = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(text))
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk))
      socket.on('close', () => resolve(answer))
      socket.on('error', () => resolve(answer))
    })
  for (const text of [
    '\0\0\0\0',
    'GET\r\n\r\n',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
  ]) {
    assert.doesNotMatch(await say(text), /HTTP\/1.1 5/, text.slice(0, 20))
  }
  assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200)
})

apiTest('health, readiness, metrics, OpenAPI and the reference page answer without a token', async (w) => {
  for (const path of ['/health', '/ready', '/metrics', '/openapi.json', '/docs/']) {
    assert.equal((await w.request('GET', path, { token: null })).statusCode, 200, path)
  }
  const metrics = (await w.request('GET', '/metrics', { token: null })).payload
  assert.match(metrics, /latchwork_http_request_duration_seconds/)
  assert.match(metrics, /latchwork_devices_connected 0/)
  const remote = await w.service.app.inject({ url: '/metrics', remoteAddress: '203.0.113.5' })
  assert.equal(remote.statusCode, 404)
})

apiTest(
  'pages of the origins the operator named may call the API, also with a token, and no others (D30)',
  async (w) => {
    const preflight = (origin: string) =>
      w.request('OPTIONS', '/smartlock', {
        token: null,
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization, idempotency-key',
        },
      })
    const allowed = await preflight('https://console.example')
    assert.equal(allowed.statusCode, 204)
    assert.equal(allowed.headers['access-control-allow-origin'], 'https://console.example')
    assert.match(String(allowed.headers['access-control-allow-methods']), /PUT.*DELETE/)
    assert.match(String(allowed.headers['access-control-allow-headers']), /authorization/i)
    const call = await w.request('GET', '/smartlock', { headers: { origin: 'https://console.example' } })
    assert.equal(call.headers['access-control-allow-origin'], 'https://console.example')
    assert.match(String(call.headers['access-control-expose-headers']), /Operation-Id/)
    const refused = await w.request('GET', '/smartlock', { headers: { origin: 'https://evil.example' } })
    assert.equal(refused.headers['access-control-allow-origin'], undefined)
  },
  { config: { corsOrigins: ['https://console.example'] } },
)

apiTest('without named origins no answer carries a CORS header (D30)', async (w) => {
  const response = await w.request('GET', '/smartlock', { headers: { origin: 'https://console.example' } })
  assert.equal(response.headers['access-control-allow-origin'], undefined)
})

apiTest(
  'while the process stops, new requests are sent elsewhere, and readiness says so before it does',
  async (w) => {
    const { platform } = w.service
    let isStopping = false
    let isReady = false
    const app = createApp({ platform, maxRequests: 10, isStopping: () => isStopping })
    const areas = {}
    const refreshGauges = async () => undefined
    mountSystemRoutes(app, {
      platform,
      whyNotReady: () => (isReady ? undefined : 'starting'),
      isLinked: () => true,
      lockShares: () => undefined,
      metricsOpen: false,
      refreshGauges,
      areas,
    })
    const ready = () => app.inject('/ready')
    const starting = await ready()
    assert.deepEqual([starting.statusCode, starting.headers['retry-after']], [503, '1'])
    isReady = true
    assert.equal((await ready()).statusCode, 200)
    isStopping = true
    const refused = await app.inject('/health')
    assert.deepEqual([...codeOf(refused), refused.headers['retry-after']], [503, 'shutting_down', '1'])
    assert.equal((await ready()).statusCode, 503)
    await app.close()
  },
)

apiTest(
  'a change whose answer lacks a field is undone, with and without an idempotency key (D249)',
  async (w) => {
    const { data: made } = await w.api.notifications.create({
      body: { pushId: 'https://receiver.example/push', os: 2, settings: [] },
    })
    await w.db.updateTable('notification').set({ settings: '[{}]' }).execute()
    const url = `/notification/${made.notificationId}`
    for (const headers of [{}, { 'idempotency-key': 'once' }]) {
      const answer = await w.request('POST', url, { body: { language: 'de' }, headers })
      assert.deepEqual(codeOf(answer), [500, 'internal_error'])
    }
    await w.db.updateTable('notification').set({ settings: '[]' }).execute()
    assert.deepEqual((await w.request('GET', url)).json(), made)
  },
)
