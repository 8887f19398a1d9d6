import assert from 'node:assert/strict'
import { createAuthenticator } from '../../../../test/authenticator.ts'
import { mailsTo } from '../../../../test/mails.ts'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { oneTimePassword } from '../../../../test/one-time-password.ts'
import { addPasskey, ORIGIN, PASSKEYS } from '../../../../test/passkeys.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'

const login = async (w: World, otp?: string) => {
  const body = { ...w.credentials, ...(otp !== undefined && { otp }) }
  const answer = await w.request('POST', '/account/login', { token: null, body })
  return answer.statusCode === 200 ? 'in' : answer.json().code
}

async function switchOtpOn(w: World, token: string): Promise<void> {
  const secret = (await w.request('PUT', '/account/otp', { token, body: {} })).json() as string
  const otp = oneTimePassword(secret, w.service.platform.clock.now())
  const answer = await w.request('POST', '/account/otp', { token, body: { otp } })
  assert.equal(answer.statusCode, 200, answer.payload)
}

const make = (w: World, token: string, body: object = {}) =>
  w.request('PUT', '/account/recovery-code', { token, body })
const left = async (w: World, token: string) =>
  (await w.request('GET', '/account/recovery-code', { token })).json().left

apiTest(
  'ten recovery codes are shown once, each works once at a log-in, and its use is mailed (D115)',
  async (w) => {
    const { token } = await w.session()
    assert.equal(
      (await make(w, token)).json().code,
      'second_factor_missing',
      'there is nothing to stand in for',
    )
    await switchOtpOn(w, token)
    const { codes } = (await make(w, token)).json() as { codes: string[] }
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    const stored = JSON.stringify(await w.db.selectFrom('recovery_code').selectAll().execute())
    assert.ok(!codes.some((code) => stored.includes(code) || stored.includes(code.replaceAll('-', ''))))
    const [first = '', second = ''] = codes
    assert.equal(await login(w), 'otp_required')
    assert.equal(await login(w, first), 'in')
    assert.equal(await login(w, first), 'otp_invalid', 'used up')
    assert.equal(await login(w, second.toUpperCase().replaceAll('-', ' ')), 'in', 'however it is typed')
    assert.equal(await left(w, token), 8)
    const [mail] = await mailsTo(w, w.credentials.email)
    assert.equal(mail?.template, 'recoveryCodeUsed')
    assert.match(mail?.text ?? '', /Codes left: 8\./)
    const { data: log } = await w.api.audit.list()
    assert.deepEqual(
      log.map(({ action }) => action).filter((action) => action.startsWith('recovery')),
      ['recoveryCode.used', 'recoveryCode.used', 'recoveryCodes.made'],
    )
  },
)

bothTest('one recovery code used twice at the same time lets one in (D115)', async (w) => {
  const { token } = await w.session()
  await switchOtpOn(w, token)
  const [code] = (await make(w, token)).json().codes
  const outcomes = await Promise.all([login(w, code), login(w, code), login(w, code)])
  assert.deepEqual(outcomes.toSorted(), ['in', 'otp_invalid', 'otp_invalid'])
})

apiTest(
  'new recovery codes need a fresh proof, for which a recovery code does, and replace the ones before (D109, D115)',
  async (w) => {
    const { token } = await w.session()
    await switchOtpOn(w, token)
    const before = (await make(w, token)).json().codes as string[]
    clockOf(w).advance(11 * 60_000)
    assert.equal((await make(w, token)).json().code, 'step_up_required')
    const proof = { currentPassword: w.credentials.password, otp: before[0] }
    const after = (await make(w, token, proof)).json().codes as string[]
    assert.equal(after.length, 10)
    assert.equal(await login(w, before[1]), 'otp_invalid')
    assert.equal(await login(w, after[0]), 'in')
  },
  standingStill(),
)

apiTest(
  'recovery codes of one account are nothing to another, and go with the last thing they stand in for',
  async (w) => {
    const { token } = await w.session()
    await switchOtpOn(w, token)
    const sub = await w.session(await w.caller({ rights: 0 }))
    await switchOtpOn(w, sub.token)
    const [theirs] = (await make(w, sub.token)).json().codes
    await make(w, token)
    assert.equal(await login(w, theirs), 'otp_invalid')
    await addPasskey(w, token, createAuthenticator(ORIGIN), 'Phone')
    await w.request('DELETE', '/account/otp', { token })
    assert.equal(await left(w, token), 10, 'there is still a passkey')
    const [{ id }] = (await w.request('GET', '/account/passkey', { token })).json()
    await w.request('DELETE', `/account/passkey/${id}`, { token })
    assert.equal(await left(w, token), 0)
    assert.equal(await left(w, sub.token), 10)
  },
  PASSKEYS,
)

apiTest(
  'recovery codes are not guessed: twenty wrong ones lock, also when one-time passwords are locked they work',
  async (w) => {
    const { token } = await w.session()
    await switchOtpOn(w, token)
    const [code] = (await make(w, token)).json().codes
    for (let i = 0; i < 5; i++) assert.equal(await login(w, '000000'), 'otp_invalid')
    assert.equal(await login(w, '000000'), 'otp_locked')
    assert.equal(
      await login(w, code),
      'in',
      'wrong one-time passwords of somebody else do not shut its owner out',
    )
    const wrong = '0000-0000-0000-0000'
    for (let i = 0; i < 20; i++) assert.equal(await login(w, wrong), 'otp_invalid')
    assert.equal(await login(w, wrong), 'otp_locked')
  },
)
