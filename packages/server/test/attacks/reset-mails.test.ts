import assert from 'node:assert/strict'
import { CALLER_PASSWORD } from '../callers.ts'
import { mailsTo } from '../mails.ts'
import { apiTest, type World } from '../world.ts'

const ask = (w: World, remoteAddress: string) =>
  w.service.app.inject({
    method: 'POST',
    url: '/account/password/reset',
    payload: { email: w.credentials.email },
    remoteAddress,
  })

const mailsNow = async (w: World) => {
  await w.service.quiet()
  return mailsTo(w, w.credentials.email)
}

apiTest('a stranger who asks for resets does not use up those of the owner (D112)', async (w) => {
  for (let i = 0; i < 6; i++) assert.equal((await ask(w, '198.51.100.1')).statusCode, 200)
  await w.until('three were mailed', async () => (await mailsNow(w)).length === 3)
  await ask(w, '203.0.113.7')
  await w.until('the owner gets one', async () => (await mailsNow(w)).length === 4)
})

apiTest('however many ask, the owner has a token that works, and codes of their own (D112)', async (w) => {
  for (let network = 1; network <= 5; network++)
    for (let i = 0; i < 3; i++) await ask(w, `198.51.100.${network}`)
  const mails = await w.until('the share of the address is used up', async () => {
    const all = await mailsNow(w)
    return all.length === 9 && all
  })
  await w.api.emailAddress.verify({ body: {} })
  const token = /\b[A-Za-z0-9_-]{43}\b/.exec(mails[0]?.text ?? '')?.[0]
  const body = { token, password: 'battery staple' }
  const answer = await w.request('POST', '/account/password/reset/confirm', { token: null, body })
  assert.equal(answer.statusCode, 200)
  await ask(w, '203.0.113.7')
  await w.until('and a fresh share', async () => (await mailsNow(w)).length > mails.length + 1)
})

apiTest('who wanted an address before uses up no codes of whose it is (D112)', async (w) => {
  const email = 'wanted@example.com'
  const stranger = await w.account()
  const body = { email, currentPassword: CALLER_PASSWORD }
  for (let i = 0; i < 3; i++) await stranger.api.emailAddress.change({ body })
  await w.refuses(stranger.api.emailAddress.change({ body }), 'rate_limited')
  const person = await w.account()
  await w.db
    .updateTable('account')
    .set({ email, email_key: email })
    .where('account_id', '=', person.accountId)
    .execute()
  for (let i = 0; i < 3; i++) await person.api.emailAddress.verify({ body: {} })
  await w.refuses(person.api.emailAddress.verify({ body: {} }), 'rate_limited')
})
