import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALLER_PASSWORD } from '../../../../test/callers.ts'
import { codeMailedTo, mailsTo } from '../../../../test/mails.ts'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { startSmtpReceiver } from '../../../../test/smtp-receiver.ts'
import { ENGINES } from '../../../../test/tier.ts'
import { apiTest, createWorld, type World } from '../../../../test/world.ts'
import * as mail from '../../mail/service.ts'

const HOUR = 60 * 60_000
/** Mails outlive an account, so each test has an address of its own. */
const newAddress = (w: World) => `new-${w.owner.accountId}@example.com`

const PROOF = { currentPassword: 'correct horse' }
const change = (w: World, email: string) =>
  w.request('POST', '/account/email/change', { body: { email, ...PROOF } })
const verify = async (w: World, code: string) =>
  (await w.request('POST', '/account/email/verify', { body: { code } })).json().success as boolean
const resend = (w: World) => w.request('POST', '/account/email/verify')
const addressOf = async (w: World) => {
  const { email, emailVerified } = (await w.api.account.get()).data
  return [email, emailVerified]
}
const wrongFor = (right: string) => (right === '00000000' ? '11111111' : '00000000')
const templatesTo = async (w: World, email: string) =>
  (await mailsTo(w, email)).map(({ template }) => template)

apiTest('the address changes when the code sent to the new one comes back (D71, D72)', async (w) => {
  const asked = await change(w, newAddress(w))
  assert.deepEqual([asked.statusCode, asked.json().success], [200, true])
  assert.deepEqual(await addressOf(w), [w.credentials.email, false], 'the old one stays meanwhile')
  const code = await codeMailedTo(w, newAddress(w))
  assert.match(code, /^\d{8}$/)
  const stored = JSON.stringify(await w.db.selectFrom('email_code').selectAll().execute())
  assert.ok(!stored.includes(code), 'stored hashed')
  assert.equal(await verify(w, wrongFor(code)), false)
  assert.equal(await verify(w, code), true)
  assert.deepEqual(await addressOf(w), [newAddress(w), true])
  assert.equal(await verify(w, code), false, 'a code works once')
  assert.deepEqual(await templatesTo(w, w.credentials.email), ['emailChanged'])
  assert.deepEqual(await templatesTo(w, newAddress(w)), ['emailChanged', 'emailChangeCode'])
  const body = { email: newAddress(w), password: 'correct horse' }
  assert.equal((await w.request('POST', '/account/login', { token: null, body })).statusCode, 200)
  const { data: log } = await w.api.audit.list({})
  assert.ok(log.some(({ action }) => action === 'email.changed'))
})

apiTest(
  'the code of a mail address, where the public address is known, comes with a link to the page that takes it',
  async (w) => {
    for (const [ask, email] of [
      [() => resend(w), w.credentials.email],
      [() => change(w, newAddress(w)), newAddress(w)],
    ] as const) {
      await ask()
      const [mail] = await mailsTo(w, email)
      const link = `https://locks.example/console/confirm-email#code=${await codeMailedTo(w, email)}`
      assert.ok(mail?.text.includes(`    ${link}\n`))
    }
  },
  { config: { publicUrl: 'https://locks.example' } },
)

apiTest('without a code the mail is sent again; it verifies the address the account has (D72)', async (w) => {
  assert.equal((await resend(w)).json().success, true)
  const first = await codeMailedTo(w, w.credentials.email)
  assert.deepEqual(await templatesTo(w, w.credentials.email), ['emailVerification'])
  await resend(w)
  const second = await codeMailedTo(w, w.credentials.email)
  assert.equal(await verify(w, first), first === second, 'the older code is dead')
  assert.equal(await verify(w, second), true)
  assert.deepEqual(await addressOf(w), [w.credentials.email, true])
})

for (const engine of ENGINES) {
  test(`an address whose mail bounces never becomes the account's, and the operator sees why [${engine}]`, async (t) => {
    const smtp = await startSmtpReceiver(t)
    const gone = 'typo@nowhere.example'
    smtp.refuse = (to) => (to === gone ? { code: 550, text: 'No such mailbox' } : undefined)
    const w = await createWorld(t, engine, { config: smtp.config, plainOwner: true })
    await change(w, gone)
    const bounced = await w.until('the mail bounced', async () => {
      const [row] = await mail.listAll(w.service.contextFor(0), { recipient: gone })
      return row?.state === 'bounced' && row
    })
    assert.match(bounced.error ?? '', /No such mailbox/)
    assert.deepEqual(await addressOf(w), [w.credentials.email, false], 'the old address stays in use')
    await change(w, newAddress(w))
    const raw = await w.until('the other mail arrived', async () => smtp.mails[0]?.raw)
    const code = /\b\d{8}\b/.exec(raw)?.[0] ?? ''
    assert.equal(await verify(w, code), true)
    assert.deepEqual(await addressOf(w), [newAddress(w), true])
  })
}

apiTest(
  'a mail that never arrives is sent again to the new address, and the old one stays in use',
  async (w) => {
    await change(w, 'typo@nowhere.example')
    assert.deepEqual(await addressOf(w), [w.credentials.email, false])
    const body = { email: w.credentials.email, password: 'correct horse' }
    assert.equal((await w.request('POST', '/account/login', { token: null, body })).statusCode, 200)
    await resend(w)
    assert.equal((await templatesTo(w, 'typo@nowhere.example')).length, 2, 'again to the same')
    const bounced = await codeMailedTo(w, 'typo@nowhere.example')
    await change(w, newAddress(w))
    assert.equal(await verify(w, bounced), false, 'the code of the wrong address is dead')
    assert.equal(await verify(w, await codeMailedTo(w, newAddress(w))), true)
    assert.deepEqual(await addressOf(w), [newAddress(w), true])
  },
)

apiTest('the fifth wrong code kills the right one (D72)', async (w) => {
  await change(w, newAddress(w))
  const code = await codeMailedTo(w, newAddress(w))
  const tries = Array.from({ length: 5 }, () => verify(w, wrongFor(code)))
  assert.deepEqual(await Promise.all(tries), [false, false, false, false, false])
  assert.equal(await verify(w, code), false)
  assert.deepEqual(await addressOf(w), [w.credentials.email, false])
})

apiTest(
  'a code lives a day, and an address gets three codes an hour (D72, D75)',
  async (w) => {
    await change(w, newAddress(w))
    const code = await codeMailedTo(w, newAddress(w))
    clockOf(w).advance(24 * HOUR)
    assert.equal(await verify(w, code), false)
    for (let i = 0; i < 3; i++) assert.equal((await change(w, newAddress(w))).statusCode, 200)
    const refused = await change(w, newAddress(w))
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limited'])
    assert.equal(refused.headers['retry-after'], '3600')
    assert.equal(await verify(w, await codeMailedTo(w, newAddress(w))), true, 'what was sent still works')
  },
  standingStill(),
)

apiTest('an address of another account is refused, also when it was taken meanwhile (D71)', async (w) => {
  const other = await w.account()
  const { email } = (await other.api.account.get()).data
  assert.equal((await change(w, email.toUpperCase())).json().code, 'email_taken')
  await change(w, newAddress(w))
  const code = await codeMailedTo(w, newAddress(w))
  await other.api.account.update({
    body: { language: 'en', email: newAddress(w), currentPassword: CALLER_PASSWORD },
  })
  const late = await w.request('POST', '/account/email/verify', { body: { code } })
  assert.equal(late.json().code, 'email_taken')
  assert.deepEqual(await addressOf(w), [w.credentials.email, false])
})

apiTest('a new address in an update counts at once, unverified, and both are told (D71)', async (w) => {
  await resend(w)
  await verify(w, await codeMailedTo(w, w.credentials.email))
  assert.deepEqual(await addressOf(w), [w.credentials.email, true])
  await w.request('POST', '/account/password/reset', { token: null, body: { email: w.credentials.email } })
  await w.until('a reset is stored', async () =>
    w.db.selectFrom('password_reset').selectAll().executeTakeFirst(),
  )
  const inCapitals = w.credentials.email.toUpperCase()
  await w.api.account.update({ body: { language: 'en', email: inCapitals } })
  assert.deepEqual(await addressOf(w), [inCapitals, true], 'another spelling is the same address')
  await w.api.account.update({ body: { language: 'en', email: newAddress(w), ...PROOF } })
  assert.deepEqual(await addressOf(w), [newAddress(w), false])
  assert.deepEqual(
    await w.db.selectFrom('password_reset').selectAll().execute(),
    [],
    'what was mailed to the old address is worth nothing',
  )
  assert.equal((await templatesTo(w, inCapitals))[0], 'emailChanged')
  assert.deepEqual(await templatesTo(w, newAddress(w)), ['emailChanged'])
})
