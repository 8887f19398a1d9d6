import assert from 'node:assert/strict'
import { mailsTo } from '../../../../test/mails.ts'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { oneTimePassword } from '../../../../test/one-time-password.ts'
import { apiTest, type World } from '../../../../test/world.ts'

const MINUTE = 60_000

const codeOf = (w: World, secret: string, steps = 0) =>
  oneTimePassword(secret, w.service.platform.clock.now() + 30_000 * steps)
const body = { currentPassword: 'correct horse' }
const request = async (w: World) => (await w.request('PUT', '/account/otp', { body })).json() as string
const enable = async (w: World, otp: string) => {
  const answer = await w.request('POST', '/account/otp', { body: { otp } })
  return answer.statusCode === 200 ? 'on' : answer.json().code
}
const login = async (w: World, otp?: string) => {
  const body = { ...w.credentials, ...(otp !== undefined && { otp }) }
  const answer = await w.request('POST', '/account/login', { token: null, body })
  return answer.statusCode === 200 ? 'in' : answer.json().code
}
const wrongFor = (right: string) => (right === '000000' ? '111111' : '000000')

apiTest(
  'one-time passwords are asked for, confirmed, wanted at login and switched off (D74)',
  async (w) => {
    assert.equal(await enable(w, '123456'), 'otp_not_requested')
    const first = await request(w)
    assert.match(first, /^[A-Z2-7]{32}$/, 'Base32 of 20 bytes, no padding')
    const secret = await request(w)
    assert.notEqual(secret, first)
    assert.equal(await login(w), 'in', 'a secret that nobody confirmed does not count')
    assert.equal(await enable(w, codeOf(w, first)), 'otp_invalid', 'the first one was replaced')
    assert.equal(await enable(w, codeOf(w, secret)), 'on')
    const { config } = (await w.api.account.get()).data
    assert.equal(config?.otpEnabledDate, new Date(w.service.platform.clock.now()).toISOString())
    assert.equal(await enable(w, codeOf(w, secret)), 'otp_already_enabled')
    assert.equal((await w.request('PUT', '/account/otp')).json().code, 'otp_already_enabled')
    assert.equal((await w.request('PUT', '/account/otp')).statusCode, 405)
    assert.equal(await login(w), 'otp_required')
    assert.equal(await login(w, codeOf(w, secret)), 'otp_invalid', 'the code that switched it on is used up')
    clockOf(w).advance(30_000)
    assert.equal(await login(w, codeOf(w, secret)), 'in')
    assert.equal((await w.request('DELETE', '/account/otp')).json().code, 'step_up_required')
    const { api } = await w.session()
    for (let i = 0; i < 2; i++) assert.equal((await api.otp.disable()).data.success, true)
    assert.equal(await login(w), 'in')
    assert.equal((await w.api.account.get()).data.config, undefined)
    const stored = JSON.stringify(await w.db.selectFrom('account_otp').selectAll().execute())
    assert.ok(!stored.includes(secret))
    const { data: log } = await w.api.audit.list({})
    const ofOtp = log.map(({ action }) => action).filter((action) => action.startsWith('otp.'))
    assert.deepEqual(ofOtp, ['otp.disabled', 'otp.enabled'], 'switching off nothing is no entry')
    assert.deepEqual(
      (await mailsTo(w, w.credentials.email)).map(({ template }) => template),
      ['otpDisabled', 'otpEnabled'],
    )
  },
  standingStill(),
)

apiTest(
  'a secret that is not confirmed within a day is none (8.6)',
  async (w) => {
    const secret = await request(w)
    clockOf(w).advance(24 * 60 * MINUTE)
    assert.equal(await enable(w, codeOf(w, secret)), 'otp_not_requested')
    const later = await request(w)
    clockOf(w).advance(24 * 60 * MINUTE - 1)
    assert.equal(await enable(w, codeOf(w, later)), 'on')
  },
  standingStill(),
)

apiTest(
  'wrong codes are counted over confirming and login together, and a new secret is no way round (D43)',
  async (w) => {
    const first = await request(w)
    for (let i = 0; i < 2; i++) assert.equal(await enable(w, wrongFor(codeOf(w, first))), 'otp_invalid')
    // With an idempotency key the whole call is one transaction; the wrong code counts all the same.
    const keyed = await w.request('POST', '/account/otp', {
      body: { otp: wrongFor(codeOf(w, first)) },
      headers: { 'idempotency-key': 'guess' },
    })
    assert.equal(keyed.json().code, 'otp_invalid')
    const secret = await request(w)
    assert.equal(await enable(w, wrongFor(codeOf(w, secret))), 'otp_invalid')
    assert.equal(await enable(w, wrongFor(codeOf(w, secret))), 'otp_invalid', 'the fifth')
    const locked = await w.request('POST', '/account/otp', { body: { otp: codeOf(w, secret) } })
    assert.deepEqual([locked.statusCode, locked.json().code], [429, 'otp_locked'])
    assert.equal(locked.headers['retry-after'], '900')
    clockOf(w).advance(15 * MINUTE)
    assert.equal(await enable(w, codeOf(w, secret)), 'on')
    clockOf(w).advance(30_000)
    for (let i = 0; i < 5; i++) assert.equal(await login(w, wrongFor(codeOf(w, secret))), 'otp_invalid')
    assert.equal(await login(w, codeOf(w, secret)), 'otp_locked')
  },
  standingStill(),
)

apiTest('a code has six digits', async (w) => {
  await request(w)
  for (const otp of ['12345', '1234567', 'abcdef', 123456])
    assert.equal(
      (await w.request('POST', '/account/otp', { body: { otp } })).json().code,
      'invalid_parameter',
    )
})

apiTest('a sub-account has one-time passwords of its own (D39)', async (w) => {
  const sub = await w.caller({ rights: 0 })
  const secret = (await sub.api.otp.request()).data
  await sub.api.otp.enable({ body: { otp: codeOf(w, secret) } })
  assert.ok((await sub.api.account.get()).data.config?.otpEnabledDate)
  assert.equal((await w.api.account.get()).data.config, undefined)
  const { data } = await w.api.subAccounts.get({ params: { accountId: sub.accountId } })
  assert.ok(data.config?.otpEnabledDate, 'its master sees that they are on')
})
