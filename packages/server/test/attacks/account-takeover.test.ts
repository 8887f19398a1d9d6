import assert from 'node:assert/strict'
import { SCOPES } from '@latchwork/contract'
import { CALLER_PASSWORD } from '../callers.ts'
import { codeMailedTo } from '../mails.ts'
import { clockOf, standingStill } from '../manual-time.ts'
import { rig, tokensFor } from '../oauth-rig.ts'
import { oneTimePassword } from '../one-time-password.ts'
import { apiTest, type Caller, type World } from '../world.ts'

const TEN_MINUTES = 10 * 60_000

/** Every call that would give an account away, with a body that is good but for the proof. */
const takeovers = (subId: number): [method: string, path: string, body: object][] => [
  ['POST', '/account', { language: 'en', password: 'taken over' }],
  ['POST', '/account', { language: 'en', email: 'thief@example.com' }],
  ['POST', '/account/email/change', { email: 'thief@example.com' }],
  ['DELETE', '/account', {}],
  ['PUT', '/account/sub', newSub],
  ['POST', `/account/sub/${subId}`, { password: 'taken over' }],
  ['POST', `/account/sub/${subId}`, { email: 'thief@example.com' }],
  ['POST', `/account/sub/${subId}`, { rights: 31 }],
  ['DELETE', `/account/sub/${subId}`, {}],
]
const newSub = {
  email: 'puppet@example.com',
  password: 'puppet horse',
  name: 'Puppet',
  language: 'en',
  rights: 31,
  profile: {},
}

const codeOf = async (w: World, { token }: Caller, [method, path, body]: [string, string, object]) => {
  const answer = await w.request(method, path, { token, body })
  return answer.statusCode === 200 ? 'done' : answer.json().code
}

/** A main account with a sub-account, and all that an attack could have changed of both. */
async function household(w: World) {
  const owner = await w.account()
  const sub = await w.caller({ rights: 16 })
  await w.db
    .updateTable('account')
    .set({ master_account_id: owner.accountId })
    .where('account_id', '=', sub.accountId)
    .execute()
  const rows = () =>
    w.db
      .selectFrom('account')
      .select(['account_id', 'email', 'password_hash', 'rights'])
      .orderBy('account_id')
      .execute()
  return { owner, sub, rows }
}

async function otpOn(w: World, owner: Caller): Promise<string> {
  const { api } = await w.session(owner)
  const { data: secret } = await api.otp.request()
  await api.otp.enable({ body: { otp: oneTimePassword(secret, clockOf(w).now()) } })
  return secret
}

apiTest(
  'the scope account alone, or a session of ten minutes ago, cannot take the account or its sub-accounts over',
  async (w) => {
    const { owner, sub, rows } = await household(w)
    const almost = SCOPES.filter((scope) => scope !== 'smartlock.action')
    const oldSession = await w.session(owner)
    clockOf(w).advance(TEN_MINUTES)
    const before = await rows()
    const narrow = [
      await w.caller({ of: owner, scopes: ['account'] }),
      await w.caller({ of: owner, scopes: almost }),
      oldSession,
    ]
    for (const caller of narrow) {
      for (const call of takeovers(sub.accountId))
        assert.equal(await codeOf(w, caller, call), 'step_up_required', call.slice(0, 2).join(' '))
      assert.equal(await codeOf(w, caller, ['PUT', '/account/otp', {}]), 'step_up_required')
    }
    assert.deepEqual(await rows(), before)
  },
  standingStill(),
)

apiTest(
  'one-time passwords cannot be switched off with any token, and whoever has them is asked for everything',
  async (w) => {
    const { owner, sub, rows } = await household(w)
    await otpOn(w, owner)
    const before = await rows()
    for (const caller of [owner, await w.caller({ of: owner, scopes: ['account'] })]) {
      assert.equal(await codeOf(w, caller, ['DELETE', '/account/otp', {}]), 'step_up_required')
      for (const call of takeovers(sub.accountId))
        assert.equal(await codeOf(w, caller, call), 'step_up_required', call.slice(0, 2).join(' '))
      const withoutCode = { language: 'en', password: 'taken over', currentPassword: CALLER_PASSWORD }
      assert.equal(await codeOf(w, caller, ['POST', '/account', withoutCode]), 'otp_required')
    }
    assert.deepEqual(await rows(), before)
    assert.equal((await owner.api.account.get()).data.config?.otpEnabledDate !== undefined, true)
  },
  standingStill(),
)

apiTest(
  'no token takes the operator’s account over, whatever its scopes',
  async (w) => {
    const sub = await w.caller({ rights: 16 })
    for (const call of takeovers(sub.accountId))
      assert.equal(await codeOf(w, w.owner, call), 'step_up_required', call.slice(0, 2).join(' '))
    assert.equal((await w.request('GET', '/operator', { token: w.owner.token })).statusCode, 403)
  },
  { own: 'the owner runs the service' },
)

apiTest(
  'a token with every scope changes the password of a plain account, as the interface says',
  async (w) => {
    const { owner } = await household(w)
    const body = { language: 'en', password: 'battery staple' }
    assert.equal(await codeOf(w, owner, ['POST', '/account', body]), 'done')
    assert.equal((await w.request('GET', '/account', { token: owner.token })).statusCode, 401, 'D36')
  },
)

apiTest(
  'a token with every scope moves neither the account nor a sub-account to another address, nor deletes the account',
  async (w) => {
    const { owner, sub, rows } = await household(w)
    const before = await rows()
    const moves = takeovers(sub.accountId).filter(
      ([method, path, body]) =>
        (method === 'POST' && 'email' in body) || `${method} ${path}` === 'DELETE /account',
    )
    assert.equal(moves.length, 4)
    for (const call of moves)
      assert.equal(await codeOf(w, owner, call), 'step_up_required', call.slice(0, 2).join(' '))
    assert.deepEqual(await rows(), before)
  },
)

apiTest('an application that was allowed everything sets no password and makes no sub-account', async (w) => {
  const { access_token: token } = await tokensFor(await rig(w), SCOPES.join(' '))
  const app = { ...w.owner, token }
  const sub = await w.caller({ rights: 16 })
  for (const call of takeovers(sub.accountId))
    assert.equal(await codeOf(w, app, call), 'step_up_required', call[1])
})

apiTest(
  'what was begun with the old password is not finished with a token that outlives it',
  async (w) => {
    const owner = await w.account()
    const session = await w.session(owner)
    const narrow = await w.caller({ of: owner, scopes: ['account'] })
    const proof = { currentPassword: CALLER_PASSWORD }
    await codeOf(w, narrow, ['POST', '/account/email/change', { email: 'thief@example.com', ...proof }])
    const secret = await w.request('PUT', '/account/otp', { token: narrow.token, body: proof })
    const kept = { language: 'en', password: 'battery staple', deleteApiTokens: false }
    assert.equal(await codeOf(w, session, ['POST', '/account', kept]), 'done')
    const code = await codeMailedTo(w, 'thief@example.com')
    const verified = await w.request('POST', '/account/email/verify', { token: narrow.token, body: { code } })
    assert.equal(verified.json().success, false)
    const otp = oneTimePassword(secret.json(), clockOf(w).now())
    assert.equal(await codeOf(w, narrow, ['POST', '/account/otp', { otp }]), 'otp_not_requested')
    assert.deepEqual(await w.db.selectFrom('passkey_challenge').selectAll().execute(), [])
  },
  standingStill(),
)

apiTest(
  'the password, with a one-time password where they are on, opens every one of these to a narrow token',
  async (w) => {
    const { owner, sub } = await household(w)
    const narrow = await w.caller({ of: owner, scopes: ['account'] })
    const proof = { currentPassword: CALLER_PASSWORD }
    const [, , , removal, ...ofSubs] = takeovers(sub.accountId)
    for (const [method, path, body] of ofSubs)
      assert.equal(
        await codeOf(w, narrow, [method, path, { ...body, ...proof }]),
        'done',
        `${method} ${path}`,
      )
    const secret = await otpOn(w, owner)
    clockOf(w).advance(30_000)
    const otp = oneTimePassword(secret, clockOf(w).now())
    assert.equal(await codeOf(w, narrow, ['DELETE', '/account/otp', { ...proof, otp }]), 'done')
    const wrong = { currentPassword: 'wrong horse' }
    assert.equal(await codeOf(w, narrow, ['DELETE', '/account', wrong]), 'invalid_credentials')
    const [method, path] = removal as [string, string, object]
    assert.equal(await codeOf(w, narrow, [method, path, proof]), 'done')
  },
  standingStill(),
)

apiTest('sending back what was read needs no proof (D9), nor does a smaller right', async (w) => {
  const { owner, sub } = await household(w)
  const narrow = await w.caller({ of: owner, scopes: ['account'] })
  const { data: account } = await narrow.api.account.get()
  assert.equal(await codeOf(w, narrow, ['POST', '/account', { ...account, name: 'Renamed' }]), 'done')
  const { data: read } = await narrow.api.subAccounts.get({ params: { accountId: sub.accountId } })
  const path = `/account/sub/${sub.accountId}`
  assert.equal(await codeOf(w, narrow, ['POST', path, { ...read, rights: 0 }]), 'done')
  assert.equal(await codeOf(w, narrow, ['POST', path, { rights: 16 }]), 'step_up_required', 'back up again')
})

apiTest(
  'a token with more than the caller has, or one that outlives it, needs the person (D34, D110)',
  async (w) => {
    const owner = await w.account()
    const narrow = await w.caller({ of: owner, scopes: ['account'] })
    const { data: key } = await narrow.api.apiKeys.create()
    const path = `/api/key/${key.apiKeyId}/token`
    const more = { scopes: ['account', 'smartlock'] }
    const proof = { currentPassword: CALLER_PASSWORD }
    assert.equal(await codeOf(w, narrow, ['PUT', path, more]), 'scope_missing')
    assert.equal(
      await codeOf(w, narrow, ['PUT', path, { ...more, currentPassword: 'wrong horse' }]),
      'invalid_credentials',
    )
    const made = await w.request('PUT', path, { token: narrow.token, body: { ...more, ...proof } })
    assert.deepEqual(made.json().scopes, more.scopes)
    assert.equal(await codeOf(w, narrow, ['PUT', path, { scopes: ['account'] }]), 'done', 'what it has')
    const session = await w.session(owner)
    assert.equal(await codeOf(w, session, ['PUT', path, more]), 'done')
    clockOf(w).advance(TEN_MINUTES)
    assert.equal(await codeOf(w, session, ['PUT', path, more]), 'step_up_required')
    const change = `${path}/${made.json().id}`
    assert.equal(await codeOf(w, session, ['POST', change, { scopes: [...SCOPES] }]), 'step_up_required')
    const raise = { scopes: ['account', 'smartlock', 'notification'] }
    assert.equal(await codeOf(w, narrow, ['POST', change, raise]), 'scope_missing')
    const renamed = await w.request('POST', change, { token: session.token, body: { description: 'Mine' } })
    assert.equal(renamed.statusCode, 204, 'a name gives nothing away')
  },
  standingStill(),
)
