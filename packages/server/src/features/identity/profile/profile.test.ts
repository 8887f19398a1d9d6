import assert from 'node:assert/strict'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'

const post = (w: World, body: object, options: { query?: string; token?: string } = {}) =>
  w.request('POST', `/account${options.query ?? ''}`, {
    body,
    ...(options.token !== undefined && { token: options.token }),
  })
const pathsOf = (answer: { json(): { errors: { path: string }[] } }) =>
  answer.json().errors.map(({ path }) => path)
const statusOf = async (w: World, token: string) => (await w.request('GET', '/company', { token })).statusCode

apiTest(
  'the account shows what it is and nothing that must stay secret',
  async (w) => {
    const { data } = await w.api.account.get()
    const { creationDate, updateDate, ...rest } = data
    assert.deepEqual(rest, {
      accountId: w.owner.accountId,
      type: 0,
      email: w.credentials.email,
      emailVerified: false,
      name: 'Owner',
      rights: 31,
      operator: true,
      language: 'en',
    })
    const sub = await w.caller({ rights: 5 })
    const { data: own } = await sub.api.account.get()
    assert.deepEqual(
      [own.accountId, own.masterAccountId, own.rights],
      [sub.accountId, w.owner.accountId, 5],
      'a sub-account sees itself (D39)',
    )
  },
  { own: 'the owner runs the service' },
)

apiTest('an update merges, null clears, and the answer is the whole account (D11, D12, D21)', async (w) => {
  const { data: before } = await w.api.account.get()
  const first = await post(w, {
    language: 'de',
    name: 'Olga',
    profile: { firstName: 'Olga', country: 'at' },
    config: { alexaPin: '1234', gactionsHomePin: '99', otpEnabledDate: '2020-01-01T00:00:00.000Z' },
  })
  assert.deepEqual(first.json(), {
    ...before,
    name: 'Olga',
    language: 'de',
    profile: { firstName: 'Olga', lastName: '', address: '', zip: '', city: '', country: 'at' },
    config: { alexaPin: '1234', gactionsHomePin: '99' },
    updateDate: first.json().updateDate,
  })
  const second = await post(w, {
    language: 'de',
    profile: { firstName: null, city: 'Wien' },
    config: { alexaPin: null },
  })
  assert.deepEqual(second.json().profile, {
    firstName: '',
    lastName: '',
    address: '',
    zip: '',
    city: 'Wien',
    country: 'at',
  })
  assert.deepEqual(second.json().config, { gactionsHomePin: '99' })
  assert.deepEqual((await post(w, second.json())).json(), second.json(), 'sent back as read: no change (D9)')
  const stored = JSON.stringify(await w.db.selectFrom('account').selectAll().execute())
  assert.ok(!stored.includes('"99"') && !stored.includes('gactionsHomePin'), 'PINs are encrypted at rest')
})

bothTest('two updates at the same time both count', async (w) => {
  const keys = ['firstName', 'lastName', 'address', 'zip', 'city']
  await Promise.all(keys.map((key) => post(w, { language: 'en', profile: { [key]: key } })))
  const { profile } = (await w.api.account.get()).data
  assert.deepEqual(profile, { ...Object.fromEntries(keys.map((key) => [key, key])), country: '' })
})

apiTest('fields of the account follow their rules, all problems at once (D9, D10)', async (w) => {
  assert.deepEqual(pathsOf(await post(w, { name: 'X' })), ['language'], 'language is required')
  const wrong = {
    language: 'deu',
    email: 'nowhere',
    password: '123456',
    name: '',
    profile: { country: 'AUT', firstName: 5 },
    config: { alexaPin: '1'.repeat(17) },
    deleteApiTokens: 'yes',
  }
  assert.deepEqual(pathsOf(await post(w, wrong)).toSorted(), [
    'config.alexaPin',
    'deleteApiTokens',
    'email',
    'language',
    'name',
    'password',
    'profile.country',
    'profile.firstName',
  ])
  const long = await post(w, { language: 'en', password: 'x'.repeat(257) })
  assert.deepEqual(pathsOf(long), ['password'])
  assert.equal((await w.request('POST', '/account')).json().code, 'body_required')
  const sub = await w.caller({ rights: 2 })
  await post(w, { language: 'en', rights: 31 }, { token: sub.token })
  assert.equal((await sub.api.account.get()).data.rights, 2, 'nobody gives rights to themselves')
})

/** The access token of something the owner allowed to a client of somebody else. */
async function grantedToken(w: World): Promise<string> {
  const { data: key } = await (await w.account()).api.apiKeys.create()
  const id = w.service.platform.ids.timeOrdered()
  const token = newToken()
  const scopes = JSON.stringify(['account'])
  await w.db
    .insertInto('oauth_grant')
    .values({ id, account_id: w.owner.accountId, api_key_id: key.apiKeyId, scopes, created_at: 0 })
    .execute()
  await w.db
    .insertInto('oauth_token')
    .values({
      token_hash: hashToken(token),
      grant_id: id,
      kind: 'access',
      scopes,
      expires_at: w.service.platform.clock.now() + 3_600_000,
    })
    .execute()
  return token
}

const login = (w: World, password: string) =>
  w.request('POST', '/account/login', {
    token: null,
    body: { email: w.credentials.email, password },
  })

/** The owner runs the service: tokens alone do not change its password (D109). */
const PROOF = { currentPassword: 'correct horse' }

apiTest(
  'a new password ends every token, grant and session of the account, not of others (D36)',
  async (w) => {
    const other = await w.caller({ of: w.owner })
    const sub = await w.caller({ rights: 31 })
    const session = (await login(w, 'correct horse')).json().accessToken as string
    const granted = await grantedToken(w)
    const tokens = [w.owner.token, other.token, session, granted]
    const statuses = () => Promise.all(tokens.map((token) => statusOf(w, token)))
    assert.deepEqual(await statuses(), [200, 200, 200, 200])
    const changed = await post(w, { language: 'en', password: 'battery staple', ...PROOF })
    assert.equal(changed.statusCode, 200, 'the calling token gets its answer')
    assert.deepEqual(await statuses(), [401, 401, 401, 401])
    assert.equal(await statusOf(w, sub.token), 200, 'sub-accounts keep theirs')
    assert.equal((await login(w, 'correct horse')).json().code, 'invalid_credentials')
    const fresh = (await login(w, 'battery staple')).json().accessToken as string
    const { action, name, detail } = (await w.request('GET', '/audit', { token: fresh }))
      .json()
      .find((entry: { action: string }) => entry.action === 'password.changed')
    assert.deepEqual([action, name, detail], ['password.changed', 'Owner', { tokens: 'deleted' }])
    const stored = JSON.stringify(await w.db.selectFrom('account').selectAll().execute())
    assert.ok(!stored.includes('battery staple'))
  },
)

for (const [where, query, body] of [
  ['in the body', '', { deleteApiTokens: false }],
  ['in the query', '?deleteApiTokens=False', {}],
  ['by its printed name', '?delete_api_tokens=false', {}],
] as const) {
  apiTest(`with deleteApiTokens false ${where} only sessions end (D16, D17, D36)`, async (w) => {
    const session = (await login(w, 'correct horse')).json().accessToken as string
    const answer = await post(w, { language: 'en', password: 'battery staple', ...PROOF, ...body }, { query })
    assert.equal(answer.statusCode, 200)
    assert.deepEqual([await statusOf(w, w.owner.token), await statusOf(w, session)], [200, 401])
  })
}

apiTest(
  'deleteApiTokens given twice with different values is refused and changes nothing (D17)',
  async (w) => {
    const body = { language: 'en', password: 'battery staple', deleteApiTokens: true }
    const answer = await post(w, body, { query: '?deleteApiTokens=false' })
    assert.equal(answer.json().code, 'conflicting_alias')
    assert.equal((await login(w, 'correct horse')).statusCode, 200)
  },
)

const NEW = { email: 'New@Example.com', password: 'new horse', name: 'New', language: 'fr' }
const signUp = (w: World, body: object) => w.request('PUT', '/account', { token: null, body })

apiTest('sign-up is refused until the operator allows it (D41)', async (w) => {
  const answer = await signUp(w, NEW)
  assert.deepEqual([answer.statusCode, answer.json().code], [403, 'signup_disabled'])
})

const open = { config: { signUp: true } }

bothTest(
  'sign-up opens a master account that can log in; its address is taken then, in any case',
  async (w) => {
    const made = await signUp(w, { ...NEW, profile: { lastName: 'Person' } })
    const { accountId, emailVerified, profile, masterAccountId } = made.json()
    assert.deepEqual([emailVerified, profile.lastName, masterAccountId], [false, 'Person', undefined])
    const { email, password } = NEW
    const inside = await w.request('POST', '/account/login', { token: null, body: { email, password } })
    assert.equal(inside.json().accountId, accountId)
    const token = inside.json().accessToken as string
    assert.deepEqual((await w.request('GET', '/smartlock', { token })).json(), [])
    assert.equal((await signUp(w, { ...NEW, email: 'new@example.COM' })).json().code, 'email_taken')
    assert.deepEqual(pathsOf(await signUp(w, {})), ['email', 'password', 'name', 'language'])
    const outcomes = await Promise.all(
      [1, 2].map(async () => (await signUp(w, { ...NEW, email: 'twice@example.com' })).statusCode),
    )
    assert.deepEqual(outcomes.toSorted(), [200, 409], 'of two at once one is first')
  },
  open,
)

apiTest(
  'one network opens at most ten accounts an hour',
  async (w) => {
    for (let i = 0; i < 10; i++)
      assert.equal((await signUp(w, { ...NEW, email: `n${i}@example.com` })).statusCode, 200)
    const refused = await signUp(w, { ...NEW, email: 'one@example.com' })
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limited'])
    assert.ok(Number(refused.headers['retry-after']) > 3500)
  },
  open,
)
