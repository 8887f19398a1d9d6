import assert from 'node:assert/strict'
import { mailsTo } from '../../../../test/mails.ts'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { rig, tokensFor } from '../../../../test/oauth-rig.ts'
import { oneTimePassword } from '../../../../test/one-time-password.ts'
import { TO_RECEIVERS } from '../../../../test/webhook-receiver.ts'
import { apiTest, type World } from '../../../../test/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const RECEIVER = 'https://127.0.0.1:1/hook'

const signIn = (w: World, remoteAddress: string, credentials = w.credentials) =>
  w.service.app.inject({
    method: 'POST',
    url: '/account/login',
    remoteAddress,
    headers: { 'user-agent': FIREFOX, 'content-type': 'application/json' },
    payload: JSON.stringify(credentials),
  })

const templates = async (w: World, to = w.credentials.email) =>
  (await mailsTo(w, to)).map(({ template }) => template).toReversed()

apiTest(
  'a sign-in from a new network is mailed with when, where and what to do; the first ever and known ones are not (D113)',
  async (w) => {
    for (const network of ['192.0.2.1', '192.0.2.1']) await signIn(w, network)
    assert.deepEqual(await templates(w), [])
    assert.equal(
      (await signIn(w, '203.0.113.7', { ...w.credentials, password: 'wrong horse' })).statusCode,
      401,
    )
    assert.deepEqual(await templates(w), [], 'who does not know the password causes no mail')
    await signIn(w, '203.0.113.7')
    await signIn(w, '203.0.113.7')
    const [mail, ...others] = await mailsTo(w, w.credentials.email)
    assert.deepEqual(others, [])
    assert.equal(mail?.template, 'newSignIn')
    assert.match(mail?.text ?? '', /When: \w+ \d+, \d{4} at .* UTC\n {4}From network: 203\.0\.113\.7\n/)
    assert.match(mail?.text ?? '', /Device: Firefox, Linux\n/)
    assert.match(mail?.text ?? '', /change your password/)
    assert.ok(mail?.text.includes('    https://locks.example/console/account\n'))
  },
  { config: { publicUrl: 'https://locks.example' } },
)

apiTest(
  'networks are remembered by the dozen, and one that was not used for half a year is new again (D113)',
  async (w) => {
    for (let i = 1; i <= 30; i++) {
      assert.equal((await signIn(w, `192.0.2.${i}`)).statusCode, 200)
      clockOf(w).advance(60_000)
    }
    const rows = await w.db.selectFrom('account_network').select('network').execute()
    assert.equal(rows.length, 20)
    clockOf(w).advance(2 * HOUR)
    await w.until('what was held back is mailed', async () => {
      clockOf(w).advance(1000)
      return (await templates(w)).includes('noticesHeld')
    })
    await signIn(w, '192.0.2.30')
    assert.equal((await templates(w)).at(-1), 'noticesHeld', 'a known one is not told')
    clockOf(w).advance(181 * DAY)
    await signIn(w, '192.0.2.30')
    assert.equal((await templates(w)).at(-1), 'newSignIn', 'it is not the first sign-in ever either')
  },
  standingStill(),
)

apiTest(
  'tokens, webhooks and one-time passwords warn their own account, the credentials of a lock its owner (D113)',
  async (w) => {
    const sub = await w.caller({ rights: 31 })
    const { data: account } = await sub.api.account.get()
    const to = account.email
    const { data: key } = await sub.api.apiKeys.create()
    const params = { apiKeyId: key.apiKeyId }
    const { data: token } = await sub.api.apiKeys.createToken({
      params,
      body: { description: 'Sync', scopes: ['smartlock.readOnly'] },
    })
    await sub.api.apiKeys.updateToken({
      params: { ...params, id: token.id },
      body: { description: 'Sync', scopes: ['smartlock.readOnly'] },
    })
    assert.deepEqual(await templates(w, to), ['newToken'])
    await sub.api.apiKeys.updateToken({
      params: { ...params, id: token.id },
      body: { scopes: ['smartlock.readOnly', 'account'] },
    })
    const hook = { webhookUrl: RECEIVER, webhookFeatures: ['ACCOUNT_USER' as const] }
    for (let i = 0; i < 2; i++) await sub.api.webhooks.register({ body: hook })
    const secret = (await sub.api.otp.request()).data
    const otp = oneTimePassword(secret, w.service.platform.clock.now())
    await sub.api.otp.enable({ body: { otp } })
    assert.deepEqual(await templates(w, to), ['newToken', 'tokenWidened', 'newWebhook', 'otpEnabled'])
    const [, webhookMail, , tokenMail] = await mailsTo(w, to)
    assert.ok(webhookMail?.text.includes(RECEIVER))
    assert.ok(tokenMail?.text.includes('Sync') && !tokenMail.text.includes(token.accessToken ?? 'none'))
    assert.deepEqual(await templates(w), [], 'its master did none of it')
    const lock = await w.lock({ name: 'Lobby' })
    assert.deepEqual(await templates(w), [], 'a new lock is no replacement')
    await replaceCredentials(w, lock.smartlockId)
    const [mail] = await mailsTo(w, w.credentials.email)
    assert.equal(mail?.template, 'deviceCredentialsReplaced')
    assert.match(mail?.text ?? '', /Lobby/)
  },
  { config: { outbound: TO_RECEIVERS } },
)

/** As a person who has just signed in. */
async function replaceCredentials(w: World, smartlockId: number): Promise<void> {
  const { accessToken } = (await signIn(w, '127.0.0.1')).json()
  const answer = await w.request('POST', `/smartlock/${smartlockId}/credentials`, { token: accessToken })
  assert.equal(answer.statusCode, 200, answer.payload)
}

apiTest(
  'a change that is rolled back warns nobody',
  async (w) => {
    const { data: key } = await w.api.apiKeys.create()
    const params = { apiKeyId: key.apiKeyId }
    await w.api.apiKeys.createToken({ params })
    await w.refuses(w.api.apiKeys.createToken({ params }), 'quota_exceeded')
    assert.deepEqual(await templates(w), ['newToken'])
  },
  { config: { quota: { tokensPerKey: 1 } } },
)

apiTest(
  'an app that a person let in is mailed to that person, by its name and not by where the app runs (D113)',
  async (w) => {
    const r = await rig(w)
    await tokensFor(r, 'smartlock.readOnly')
    const [mail] = (await mailsTo(w, w.credentials.email)).filter(({ template }) => template === 'appAllowed')
    assert.match(mail?.text ?? 'none', /Rooms & <Co>/)
    assert.doesNotMatch(mail?.text ?? '', /127\.0\.0\.1/, 'that would be the server of the app')
    const { data: vendor } = await r.vendor.api.account.get()
    const toVendor = await templates(w, vendor.email)
    assert.ok(!toVendor.includes('appAllowed'), 'it is none of the vendor’s business')
  },
)

apiTest(
  'a central webhook, and another address of it, is mailed; the same address again is not (D113)',
  async (w) => {
    const { data: key } = await w.api.apiKeys.create()
    const params = { apiKeyId: key.apiKeyId }
    const company = { name: 'Rooms', country: 'AT', description: 'Rentals', url: 'https://rooms.example' }
    const hook = { webhookUrl: RECEIVER, webhookFeatures: ['ACCOUNT_USER' as const] }
    const body = { ...company, ...hook, email: 'api@rooms.example', type: 'SHORT_RENTAL' as const }
    await w.api.advancedKeys.apply({ params, body })
    await w.api.advancedKeys.update({ params, body: hook })
    assert.deepEqual(await templates(w), ['newWebhook'])
    const moved = `${RECEIVER}/moved`
    await w.api.advancedKeys.update({ params, body: { ...hook, webhookUrl: moved } })
    const [newest, first] = await mailsTo(w, w.credentials.email)
    assert.equal((await templates(w)).length, 2)
    assert.ok(newest?.text.includes(moved) && first?.text.includes(RECEIVER))
  },
  { config: { outbound: TO_RECEIVERS } },
)
