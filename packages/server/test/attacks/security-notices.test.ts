import assert from 'node:assert/strict'
import { mailsTo } from '../mails.ts'
import { clockOf, standingStill } from '../manual-time.ts'
import { apiTest, type World } from '../world.ts'

const HOUR = 3_600_000

const templates = async (w: World, to = w.credentials.email) =>
  (await mailsTo(w, to)).map(({ template }) => template).toReversed()

/** Lets the hour end. */
async function untilHeldIsMailed(w: World): Promise<void> {
  clockOf(w).advance(HOUR)
  await w.until('what was held back is mailed', async () => {
    clockOf(w).advance(1000)
    return (await templates(w)).includes('noticesHeld')
  })
}

async function makeTokens(w: World, apiKeyId: number, names: string[]): Promise<void> {
  for (const description of names)
    await w.api.apiKeys.createToken({ params: { apiKeyId }, body: { description } })
}

const noise = (n: number) => Array.from({ length: n }, (_, i) => `Noise ${i}`)

apiTest(
  'an attacker who makes tokens first cannot hide the one they are after: it follows in one mail (D113)',
  async (w) => {
    const { data: key } = await w.api.apiKeys.create()
    await makeTokens(w, key.apiKeyId, [...noise(5), 'The real one', ...noise(60)])
    assert.deepEqual(await templates(w), Array(5).fill('newToken'), 'nor can they flood')
    await untilHeldIsMailed(w)
    const mails = await mailsTo(w, w.credentials.email)
    assert.equal(mails.length, 6, 'all of it in one')
    assert.match(mails[0]?.text ?? '', /happened 61 more times/)
    assert.match(mails[0]?.text ?? '', /127\.0\.0\.1 · The real one\n/)
    await makeTokens(w, key.apiKeyId, ['An hour later'])
    assert.equal((await templates(w)).at(-1), 'newToken', 'a new hour begins')
  },
  standingStill(),
)

apiTest('mails of one kind do not use up those of another (D113)', async (w) => {
  const { data: key } = await w.api.apiKeys.create()
  await makeTokens(w, key.apiKeyId, noise(8))
  await w.api.webhooks.register({
    body: { webhookUrl: 'https://example.com/hook', webhookFeatures: ['ACCOUNT_USER'] },
  })
  assert.equal((await templates(w)).at(-1), 'newWebhook')
})

apiTest(
  'a warning that is held back goes to the address of its time, whatever the address is by then (D113)',
  async (w) => {
    const { data: key } = await w.api.apiKeys.create()
    await makeTokens(w, key.apiKeyId, noise(7))
    await w.db
      .updateTable('account')
      .set({ email: 'thief@example.com', email_key: 'thief@example.com' })
      .where('account_id', '=', w.owner.accountId)
      .execute()
    await untilHeldIsMailed(w)
    assert.deepEqual(await templates(w, 'thief@example.com'), [])
  },
  standingStill(),
)
