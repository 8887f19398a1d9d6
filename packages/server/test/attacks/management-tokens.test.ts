import assert from 'node:assert/strict'
import { CALLER_PASSWORD } from '../callers.ts'
import { mailsTo } from '../mails.ts'
import { clockOf, standingStill } from '../manual-time.ts'
import { rig, tokensFor } from '../oauth-rig.ts'
import { oneTimePassword } from '../one-time-password.ts'
import { playGateway } from '../played-gateway.ts'
import { apiTest, type Caller, type World } from '../world.ts'

/** A management token does what the interface has, and nothing beyond it (D243). */
const OWNER_PASSWORD = 'correct horse'
const TEN_MINUTES = 10 * 60_000

type Call = readonly [method: string, path: string, body?: object]

const codeOf = async (w: World, { token }: { token: string }, [method, path, body]: Call) => {
  const answer = await w.request(method, path, { token, ...(body && { body }) })
  return answer.statusCode < 300 ? 'done' : (answer.json().code as string)
}

const templates = async (w: World, to: string) =>
  (await mailsTo(w, to)).map(({ template }) => template).toReversed()

const keyOf = async ({ api }: Caller) => {
  const { data } = await api.apiKeys.create()
  return { apiKeyId: data.apiKeyId }
}

apiTest(
  'a management token is made by the person only: by no token, management token, application or old session',
  async (w) => {
    const params = await keyOf(w.owner)
    const { data: plain } = await w.api.apiKeys.createToken({ params, body: { description: 'Plain' } })
    assert.equal(plain.management, false, 'off by default')
    const stale = await w.session()
    clockOf(w).advance(TEN_MINUTES)
    const callers = {
      'a program token': w.owner,
      'a management token': await w.caller({ of: w.owner, management: true }),
      'an old session': stale,
    }
    const calls: Call[] = [
      ['PUT', `/api/key/${params.apiKeyId}/token`, { management: true }],
      ['POST', `/api/key/${params.apiKeyId}/token/${plain.id}`, { management: true }],
    ]
    for (const [who, caller] of Object.entries(callers)) {
      for (const call of calls) {
        assert.equal(await codeOf(w, caller, call), 'step_up_required', who)
        const [method, path, body] = call
        const wrong: Call = [method, path, { ...body, currentPassword: 'wrong horse' }]
        assert.equal(await codeOf(w, caller, wrong), 'invalid_credentials', who)
      }
    }
    assert.deepEqual(
      (await w.api.apiKeys.listTokens({ params })).data.map(({ management }) => management),
      [false],
    )
    assert.deepEqual(await templates(w, w.credentials.email), ['newToken'])
  },
  standingStill(),
)

apiTest('an application that the owner let in makes no management token', async (w) => {
  const app = { token: (await tokensFor(await rig(w), 'account')).access_token }
  const { apiKeyId } = await keyOf(w.owner)
  const call: Call = ['PUT', `/api/key/${apiKeyId}/token`, { management: true }]
  assert.equal(await codeOf(w, app, call), 'step_up_required')
})

apiTest(
  'making one, and turning a token into one, needs the password and is mailed; back needs neither',
  async (w) => {
    const params = await keyOf(w.owner)
    const body = { management: true, currentPassword: OWNER_PASSWORD, description: 'Provisioning' }
    const { data: made } = await w.api.apiKeys.createToken({ params, body })
    assert.equal(made.management, true)
    const { data: other } = await w.api.apiKeys.createToken({ params, body: { description: 'Other' } })
    const otherParams = { ...params, id: other.id }
    await w.api.apiKeys.updateToken({
      params: otherParams,
      body: { management: true, currentPassword: OWNER_PASSWORD },
    })
    assert.deepEqual(await templates(w, w.credentials.email), [
      'managementToken',
      'newToken',
      'managementToken',
    ])
    const [mail] = await mailsTo(w, w.credentials.email)
    assert.match(mail?.text ?? '', /account-management token: Other\./)
    const kinds = async () =>
      (await w.api.apiKeys.listTokens({ params })).data.map(({ management }) => management)
    assert.deepEqual(await kinds(), [true, true])
    const { data: listed } = await w.api.apiKeys.listTokens({ params })
    const echo = { ...listed[1], description: 'Renamed' } as never
    await w.api.apiKeys.updateToken({ params: otherParams, body: echo })
    assert.deepEqual(await kinds(), [true, true], 'what was read can be sent back without a proof')
    await w.api.apiKeys.updateToken({ params: otherParams, body: { management: false } })
    assert.deepEqual(await kinds(), [true, false])
    const manager = { token: other.accessToken as string }
    const email: Call = ['POST', '/account/email/change', { email: 'new@example.com' }]
    assert.equal(await codeOf(w, manager, email), 'step_up_required', 'at once')
    assert.equal(await codeOf(w, { token: made.accessToken as string }, email), 'done')
  },
)

apiTest(
  'an end, a network or doors never go together with a management token, whichever comes first',
  async (w) => {
    const session = await w.session()
    const { smartlockId } = await w.lock()
    const { data: address } = await w.api.addresses.create({
      body: { name: 'House', smartlockIds: [smartlockId] },
    })
    const { data: group } = await w.api.groups.create({ body: { kind: 'doors', name: 'Doors' } })
    const limits = {
      expiresAt: '2099-01-01T00:00:00.000Z',
      networks: ['127.0.0.0/8'],
      smartlockIds: [smartlockId],
      addressIds: [address.addressId],
      doorGroupIds: [group.groupId],
    }
    const params = await keyOf(w.owner)
    const path = `/api/key/${params.apiKeyId}/token`
    const { data: made } = await session.api.apiKeys.createToken({ params, body: { management: true } })
    const problemOf = async (method: string, url: string, body: object) => {
      const answer = await w.request(method, url, { token: session.token, body })
      return [answer.statusCode, answer.json().errors?.[0]]
    }
    for (const [field, limit] of Object.entries(limits)) {
      const refused = [400, { path: field, message: 'cannot be set on a management token' }]
      assert.deepEqual(await problemOf('PUT', path, { management: true, [field]: limit }), refused)
      assert.deepEqual(await problemOf('POST', `${path}/${made.id}`, { [field]: limit }), refused)
      const { data: limited } = await session.api.apiKeys.createToken({ params, body: { [field]: limit } })
      assert.deepEqual(await problemOf('POST', `${path}/${limited.id}`, { management: true }), [
        400,
        { path: 'management', message: `cannot be true while ${field} limits the token` },
      ])
      await session.api.apiKeys.removeToken({ params: { ...params, id: limited.id } })
    }
    const ending = await session.api.apiKeys.createToken({ params, body: { expiresAt: limits.expiresAt } })
    const byEnding = await w.request('PUT', path, {
      token: ending.data.accessToken as string,
      body: { management: true, currentPassword: OWNER_PASSWORD },
    })
    assert.equal(byEnding.json().errors[0].path, 'management', 'what it makes ends with it')
  },
)

const sub = {
  email: 'sub@example.com',
  password: 'sub horse',
  name: 'Sub',
  language: 'en',
  rights: 3,
  profile: {},
}

apiTest(
  "on the operator's account with a second factor a management token does what other tokens are refused",
  async (w) => {
    const manager = await w.caller({ of: w.owner, management: true })
    const { data: secret } = await manager.api.otp.request()
    const otp = oneTimePassword(secret, w.service.platform.clock.now())
    await manager.api.otp.enable({ body: { otp } })
    const { accountId } = await w.caller({ rights: 3 })
    const calls: Call[] = [
      ['PUT', '/account/sub', sub],
      ['POST', `/account/sub/${accountId}`, { rights: 31, password: 'taken horse', email: 's@example.com' }],
      ['DELETE', `/account/sub/${accountId}`],
      ['POST', '/account/email/change', { email: 'new@example.com' }],
      ['POST', '/account', { language: 'en', password: 'new horse', deleteApiTokens: false }],
      ['POST', '/account', { language: 'en', email: 'newer@example.com' }],
      ['DELETE', '/account/otp'],
      ['DELETE', '/account'],
    ]
    for (const call of calls) assert.equal(await codeOf(w, w.owner, call), 'step_up_required', String(call))
    for (const call of calls) assert.equal(await codeOf(w, manager, call), 'done', String(call))
    assert.equal((await w.request('GET', '/account', { token: manager.token })).statusCode, 401)
  },
)

apiTest("nothing of the operator's and no addition that needs the person opens to it", async (w) => {
  const manager = await w.caller({ of: w.owner, management: true })
  const { smartlockId } = await w.lock()
  const { data: person } = await w.api.accountUsers.create({ body: { email: 'a@example.com', name: 'Anna' } })
  const { gatewayId } = await playGateway(w)
  const { data: address } = await w.api.addresses.create({ body: { name: 'House', smartlockIds: [] } })
  const messages = `/address/${address.addressId}/guestmessage`
  const refused: Record<string, Call[]> = {
    operator_required: [
      ['GET', '/operator'],
      ['POST', '/operator/advanced-key/1/approve'],
    ],
    step_up_required: [
      ['POST', '/account/retention', { logDays: 30 }],
      ['POST', `/account/user/${person.accountUserId}/erase`, {}],
      ['POST', '/account/passkey/options', {}],
      ['PUT', '/account/recovery-code', {}],
      ['PUT', '/account/bridge', {}],
      ['POST', '/account/bridge/pairing', {}],
      ['PUT', '/account/session/device', {}],
      ['POST', `/gateway/${gatewayId}/claim`, {}],
      ['PUT', `${messages}/gateway`, { url: 'https://thief.example/sms' }],
      ['PUT', `${messages}/calendars`, { calendarContacts: true }],
      ['POST', `/smartlock/${smartlockId}/credentials`, {}],
      ['POST', '/account/session/verify', { currentPassword: OWNER_PASSWORD }],
    ],
  }
  for (const [code, calls] of Object.entries(refused))
    for (const call of calls) assert.equal(await codeOf(w, manager, call), code, String(call))
})

apiTest(
  'it ends with a new password like every token, and holds no power while it is changed (D36)',
  async (w) => {
    const owner = await w.caller()
    const manager = await w.caller({ of: owner, management: true })
    const session = await w.session(owner)
    await session.api.account.update({ body: { language: 'en', password: 'new horse' } })
    assert.equal(await codeOf(w, manager, ['GET', '/account']), 'token_invalid')
    const next = await w.caller({ of: owner, management: true })
    assert.equal(await codeOf(w, next, ['GET', '/account']), 'done')
    // Whoever remembers it is not asked: what is stored decides.
    await w.db
      .updateTable('api_token')
      .set({ management: 0 })
      .where('account_id', '=', owner.accountId)
      .execute()
    const call: Call = ['PUT', '/account/sub', { ...sub, email: 'late@example.com' }]
    assert.equal(await codeOf(w, next, call), 'token_invalid')
  },
)

apiTest('its owner is told when it is used from a network that it was not used from before', async (w) => {
  const session = await w.session()
  const params = await keyOf(session)
  const body = { management: true, currentPassword: OWNER_PASSWORD, description: 'Provisioning' }
  const { data: made } = await session.api.apiKeys.createToken({ params, body })
  const read = (remoteAddress: string, token = made.accessToken as string, url = '/smartlock') =>
    w.service.app.inject({ method: 'GET', url, remoteAddress, headers: { authorization: `Bearer ${token}` } })
  const told = async () =>
    (await templates(w, w.credentials.email)).filter((name) => name === 'managementNetwork')
  await read('127.0.0.1')
  assert.deepEqual(await told(), [], 'it was made from there')
  await Promise.all(['203.0.113.7', '203.0.113.7', '203.0.113.7'].map((ip) => read(ip)))
  assert.equal((await told()).length, 1, 'once, however many calls come at the same time')
  const [mail] = await mailsTo(w, w.credentials.email)
  assert.match(mail?.text ?? '', /Provisioning[\s\S]*From network: 203\.0\.113\.7\n/)
  await read('203.0.113.7')
  await read('127.0.0.1')
  assert.equal((await told()).length, 1, 'both are known now')
  assert.equal((await read('198.51.100.9', undefined, '/operator')).statusCode, 403)
  assert.equal((await told()).length, 2, 'a call that is refused is a use as well')
  const { data: plain } = await session.api.apiKeys.createToken({ params, body: { description: 'Plain' } })
  await read('198.51.100.10', plain.accessToken as string)
  assert.equal((await told()).length, 2, 'of other tokens nobody is told')
  const first = await w.caller({ of: w.owner, management: true })
  await read('192.0.2.1', first.token)
  assert.equal((await told()).length, 2, 'nor of the first use of one that no call made')
  await read('192.0.2.2', first.token)
  assert.equal((await told()).length, 3)
})

apiTest('a wrong password that is sent along is refused and counted, not passed over', async (w) => {
  const owner = await w.caller()
  const manager = await w.caller({ of: owner, management: true })
  const call = (currentPassword: string): Call => ['DELETE', '/account', { currentPassword }]
  assert.equal(await codeOf(w, manager, call('wrong horse')), 'invalid_credentials')
  assert.equal(await codeOf(w, manager, call(CALLER_PASSWORD)), 'done')
})
