import assert from 'node:assert/strict'
import { mailsTo } from '../mails.ts'
import { apiTest, type World } from '../world.ts'

const EMAIL = 'owner@latchwork.local'

const ask = (w: World, remoteAddress: string) =>
  w.service.app.inject({
    method: 'POST',
    url: '/account/password/reset',
    payload: { email: EMAIL },
    remoteAddress,
  })

const mailsNow = async (w: World) => {
  await w.service.quiet()
  return mailsTo(w, EMAIL)
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
