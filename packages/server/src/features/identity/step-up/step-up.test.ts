import assert from 'node:assert/strict'
import { CALLER_PASSWORD } from '../../../../test/callers.ts'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { oneTimePassword } from '../../../../test/one-time-password.ts'
import { apiTest, type Caller, type World } from '../../../../test/world.ts'

const MINUTE = 60_000
const PASSWORD = 'correct horse'

const duties = async (w: World, { token }: Caller) =>
  (await w.request('GET', '/operator', { token })).statusCode
const verify = async (w: World, { token }: Caller, body: object, headers: Record<string, string> = {}) => {
  const answer = await w.request('POST', '/account/session/verify', { token, body, headers })
  return answer.statusCode === 204 ? 'proved' : answer.json().code
}

/** The operator, signed in, ten minutes later. */
async function stale(w: World): Promise<Caller> {
  const session = await w.session()
  clockOf(w).advance(10 * MINUTE)
  return session
}

async function switchOtpOn(w: World, { token }: Caller): Promise<string> {
  const secret = (await w.request('PUT', '/account/otp', { token })).json() as string
  const otp = oneTimePassword(secret, w.service.platform.clock.now())
  assert.equal((await w.request('POST', '/account/otp', { token, body: { otp } })).statusCode, 200)
  return secret
}

apiTest(
  'a session that signed in ten minutes ago has to prove itself, and then may for ten minutes (D109)',
  async (w) => {
    const { data } = await w.api.sessions.login({ body: { email: w.credentials.email, password: PASSWORD } })
    const session = { ...(await w.session()), token: data.accessToken }
    assert.equal(await duties(w, session), 200)
    clockOf(w).advance(10 * MINUTE - 1)
    assert.equal(await duties(w, session), 200)
    clockOf(w).advance(1)
    const refused = await w.request('GET', '/operator', { token: session.token })
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'step_up_required'])
    assert.equal(await verify(w, session, { currentPassword: 'wrong horse' }), 'invalid_credentials')
    assert.equal(await duties(w, session), 403)
    assert.equal(await verify(w, session, { currentPassword: PASSWORD }), 'proved')
    assert.equal(await duties(w, session), 200)
    clockOf(w).advance(10 * MINUTE)
    assert.equal(await duties(w, session), 403)
    const { data: log } = await w.api.audit.list()
    assert.equal(log.filter(({ action }) => action === 'session.verified').length, 1)
  },
  standingStill(),
)

apiTest(
  'a proof helps the session it was made for and no other, and a token has none to renew (D109)',
  async (w) => {
    const [one, other] = [await stale(w), await stale(w)]
    assert.equal(await verify(w, one, { currentPassword: PASSWORD }), 'proved')
    assert.equal(await duties(w, one), 200)
    assert.equal(await duties(w, other), 403)
    assert.equal(await verify(w, w.owner, { currentPassword: PASSWORD }), 'step_up_required')
    const somebody = await w.session(await w.account())
    assert.equal(
      await verify(w, somebody, { currentPassword: PASSWORD }),
      'invalid_credentials',
      'not theirs',
    )
    assert.equal(await verify(w, somebody, { currentPassword: CALLER_PASSWORD }), 'proved')
  },
  standingStill(),
)

apiTest(
  'where one-time passwords are on the proof needs one, and each only once (D43, D109)',
  async (w) => {
    const secret = await switchOtpOn(w, await w.session())
    const session = await stale(w)
    assert.equal(await verify(w, session, { currentPassword: PASSWORD }), 'otp_required')
    assert.equal(await verify(w, session, { currentPassword: PASSWORD, otp: 'abcdef' }), 'otp_invalid')
    const otp = oneTimePassword(secret, w.service.platform.clock.now())
    assert.equal(await verify(w, session, { currentPassword: 'wrong horse', otp }), 'invalid_credentials')
    assert.equal(await duties(w, session), 403)
    assert.equal(await verify(w, session, { currentPassword: PASSWORD, otp }), 'proved')
    assert.equal(await verify(w, session, { currentPassword: PASSWORD, otp }), 'otp_invalid', 'used up')
  },
  standingStill(),
)

apiTest(
  'a proof is no place to guess passwords: failures count with those of the login, also under an idempotency key',
  async (w) => {
    const session = await stale(w)
    for (let i = 0; i < 5; i++)
      assert.equal(await verify(w, session, { currentPassword: `guess ${i}` }), 'invalid_credentials')
    const act = (i: number) =>
      w.request('POST', '/operator/advanced-key/1/approve', {
        token: session.token,
        headers: { 'idempotency-key': `guess-${i}` },
        body: { currentPassword: `other guess ${i}` },
      })
    for (let i = 0; i < 5; i++) assert.equal((await act(i)).json().code, 'invalid_credentials')
    assert.equal((await act(5)).json().code, 'login_locked')
    assert.equal(await verify(w, session, { currentPassword: PASSWORD }), 'login_locked')
    const login = await w.request('POST', '/account/login', {
      token: null,
      body: { email: w.credentials.email, password: PASSWORD },
    })
    assert.equal(login.json().code, 'login_locked', 'the same number')
    clockOf(w).advance(15 * MINUTE)
    assert.equal(await verify(w, session, { currentPassword: PASSWORD }), 'proved')
  },
  standingStill(),
)

apiTest(
  'a proof in the body is for that call, and a refusal for want of one is not kept for its idempotency key (D29)',
  async (w) => {
    const session = await stale(w)
    const approve = (body?: object, key?: string) =>
      w.request('POST', '/operator/advanced-key/1/approve', {
        token: session.token,
        ...(body && { body }),
        ...(key && { headers: { 'idempotency-key': key } }),
      })
    assert.equal((await approve(undefined, 'one')).json().code, 'step_up_required')
    assert.equal((await approve({ currentPassword: PASSWORD })).json().code, 'not_found', 'it got through')
    assert.equal((await approve()).json().code, 'step_up_required', 'the next one does not')
    assert.equal(await verify(w, session, { currentPassword: PASSWORD }), 'proved')
    assert.equal((await approve(undefined, 'one')).json().code, 'not_found')
    const inQuery = await w.request(
      'POST',
      `/operator/advanced-key/1/approve?currentPassword=${encodeURIComponent(PASSWORD)}`,
      { token: (await stale(w)).token },
    )
    assert.equal(inQuery.json().code, 'step_up_required', 'a query is written down by others')
  },
  standingStill(),
)
