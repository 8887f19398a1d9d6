import assert from 'node:assert/strict'
import { api, type Route } from '@latchwork/contract'
import { createAuthenticator } from '../../../../test/authenticator.ts'
import { oneTimePassword } from '../../../../test/one-time-password.ts'
import { addPasskey, ORIGIN, signInWith } from '../../../../test/passkeys.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'

const demand = (secondFactor: 'operators' | 'all') => ({
  config: { publicUrl: 'https://locks.example', secondFactor },
})

const login = (w: World, body: object = w.credentials) =>
  w.request('POST', '/account/login', { token: null, body })
const codeAt = async (w: World, method: string, path: string, token: string, body?: object) => {
  const answer = await w.request(method, path, { token, ...(body && { body }) })
  return answer.statusCode < 300 ? answer.statusCode : answer.json().code
}

async function switchOtpOn(w: World, token: string): Promise<string> {
  const secret = (await w.request('PUT', '/account/otp', { token, body: {} })).json() as string
  const otp = oneTimePassword(secret, w.service.platform.clock.now())
  assert.equal(await codeAt(w, 'POST', '/account/otp', token, { otp }), 200)
  return secret
}

apiTest(
  'where a second factor is demanded, a first sign-in can set one up and nothing else; then it goes on (D116)',
  async (w) => {
    const answer = (await login(w)).json()
    assert.equal(answer.secondFactorRequired, true)
    const token = answer.accessToken as string
    for (const [method, path] of [
      ['GET', '/smartlock'],
      ['GET', '/account/session'],
      ['GET', '/operator'],
      ['GET', '/event'],
      ['PUT', '/api/key'],
      ['POST', '/account'],
      ['DELETE', '/account'],
    ] as const)
      assert.equal(await codeAt(w, method, path, token), 'second_factor_required', path)
    assert.equal(await codeAt(w, 'GET', '/account', token), 200)
    await addPasskey(w, token, createAuthenticator(ORIGIN), 'Phone')
    assert.equal(await codeAt(w, 'GET', '/smartlock', token), 200, 'the same session goes on')
    assert.equal((await w.request('GET', '/smartlock')).statusCode, 200, 'API tokens are not asked')
  },
  { ...demand('all'), own: 'the owner runs the service' },
)

apiTest(
  'where a second factor is demanded of operators, nobody else is asked, sub-accounts neither (D116)',
  async (w) => {
    const sub = await w.session(await w.caller({ rights: 31 }))
    const other = await w.session(await w.account())
    for (const { token } of [sub, other]) assert.equal(await codeAt(w, 'GET', '/smartlock', token), 200)
    const { accessToken } = (await login(w)).json()
    assert.equal(await codeAt(w, 'GET', '/smartlock', accessToken), 'second_factor_required')
    await switchOtpOn(w, accessToken)
    assert.equal(await codeAt(w, 'GET', '/smartlock', accessToken), 200)
  },
  { ...demand('operators'), own: 'the owner runs the service' },
)

apiTest(
  'a password alone is no way round a second factor that is there: neither to sign in nor to add another (D116)',
  async (w) => {
    const early = (await login(w)).json().accessToken as string
    const second = (await login(w)).json().accessToken as string
    const begun = await w.request('POST', '/account/passkey/options', { token: early, body: {} })
    const authenticator = createAuthenticator(ORIGIN)
    await addPasskey(w, second, authenticator, 'Phone')
    assert.equal((await login(w)).json().code, 'passkey_required')
    assert.equal((await login(w, { ...w.credentials, otp: '123456' })).json().code, 'otp_invalid')
    assert.equal(
      await codeAt(w, 'POST', '/account/passkey/options', early, {}),
      'second_factor_required',
      'a session of the password alone',
    )
    const planted = { name: 'Planted', credential: createAuthenticator(ORIGIN).create(begun.json()) }
    assert.equal(
      await codeAt(w, 'PUT', '/account/passkey', early, planted),
      'second_factor_required',
      'nor with what it asked for before',
    )
    assert.equal(await codeAt(w, 'PUT', '/account/otp', early, {}), 'second_factor_required')
    const ask = await w.request('POST', '/account/session/verify/passkey/options', { token: early })
    const body = { credential: authenticator.get(ask.json()) }
    assert.equal(await codeAt(w, 'POST', '/account/session/verify/passkey', early, body), 204)
    assert.equal(await codeAt(w, 'GET', '/smartlock', early), 200, 'its passkey lets it on')
    const { codes } = (await w.request('PUT', '/account/recovery-code', { token: second, body: {} })).json()
    assert.equal(
      (await login(w, { ...w.credentials, otp: codes[0] })).statusCode,
      200,
      'a recovery code does too',
    )
  },
  demand('all'),
)

bothTest(
  'the last second factor stays while it is demanded, also when two go at the same time (D116)',
  async (w) => {
    const { accessToken: token } = (await login(w)).json()
    const { id } = await addPasskey(w, token, createAuthenticator(ORIGIN), 'Phone')
    const removePasskey = () => codeAt(w, 'DELETE', `/account/passkey/${id}`, token, {})
    const removeOtp = () => codeAt(w, 'DELETE', '/account/otp', token, {})
    assert.equal(await removePasskey(), 'last_second_factor')
    await switchOtpOn(w, token)
    const both = await Promise.all([removePasskey(), removeOtp()])
    assert.equal(both.filter((outcome) => outcome === 'last_second_factor').length, 1, String(both))
    const rows = [
      ...(await w.db.selectFrom('passkey').select('account_id').execute()),
      ...(await w.db.selectFrom('account_otp').select('account_id').execute()),
    ]
    assert.equal(rows.length, 1)
  },
  demand('all'),
)

apiTest(
  'the page where people allow applications demands it too (D116)',
  async (w) => {
    const { data: key } = await w.api.apiKeys.create({
      body: { redirectUris: ['https://client.example/back'] },
    })
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: key.apiKey ?? '',
      redirect_uri: 'https://client.example/back',
      scope: 'smartlock',
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
    }).toString()
    const { accessToken: token } = (await login(w)).json()
    for (const [path, body] of [
      ['request', { query }],
      ['consent', { ticket: 'guessed', isAllowed: false }],
    ] as const) {
      const answer = await w.request('POST', `/account/integration/${path}`, { token, body })
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'second_factor_required'], path)
    }
  },
  demand('all'),
)

apiTest(
  'without the demand nothing changes, and a passkey counts as what was demanded (D116)',
  async (w) => {
    const answer = (await login(w)).json()
    assert.equal(answer.secondFactorRequired, undefined)
    const authenticator = createAuthenticator(ORIGIN)
    await addPasskey(w, answer.accessToken, authenticator, 'Phone')
    assert.equal((await login(w)).statusCode, 200, 'the password still does')
    assert.equal((await signInWith(w, authenticator)).json().secondFactorRequired, undefined)
  },
  { config: { publicUrl: 'https://locks.example' } },
)

apiTest('routes open to who has still to set a second factor up are these and no others (D116)', async () => {
  const open = Object.values(api)
    .flatMap((area) => Object.values<Route>(area))
    .filter(({ enrolment }) => enrolment)
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(open.toSorted(), [
    'GET /account',
    'GET /account/passkey',
    'POST /account/logout',
    'POST /account/otp',
    'POST /account/passkey/options',
    'POST /account/session/verify',
    'POST /account/session/verify/passkey',
    'POST /account/session/verify/passkey/options',
    'PUT /account/otp',
    'PUT /account/passkey',
  ])
})
