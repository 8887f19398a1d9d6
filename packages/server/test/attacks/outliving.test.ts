import assert from 'node:assert/strict'
import { SCOPES, type Scope } from '@latchwork/contract'
import { CALLER_PASSWORD } from '../callers.ts'
import { clockOf, standingStill } from '../manual-time.ts'
import { rig, tokensFor } from '../oauth-rig.ts'
import { type Receiver, startReceiver, TO_RECEIVERS } from '../webhook-receiver.ts'
import { apiTest, type Caller, type World } from '../world.ts'

/** Nobody goes on hearing of doors, or stands for an account, through something that they made before they were shut out. */
const config = { outbound: TO_RECEIVERS }
const standing = { ...standingStill(), config }
const TEN_MINUTES = 10 * 60_000

const application = {
  name: 'Rooms',
  country: 'AT',
  description: 'Rentals',
  url: 'https://rooms.example',
  email: 'api@rooms.example',
  type: 'ONLY_SECRET',
}
const webhook = { webhookUrl: 'https://receiver.example/', webhookFeatures: ['DEVICE_LOGS'] }
const posted = (pushId: string) => ({ pushId, os: 2, settings: [{ triggerEvents: ['smartlock'] }] })

const codeOf = async (w: World, { token }: Caller, [method, path, body]: [string, string, object]) => {
  const answer = await w.request(method, path, { token, body })
  return answer.statusCode < 300 ? 'done' : answer.json().code
}

/** An account with a key in use, one that has nothing yet, a webhook and a notification. */
async function household(w: World) {
  const owner = await w.account()
  const used = (await owner.api.apiKeys.create()).data.apiKeyId
  const fresh = (await owner.api.apiKeys.create()).data.apiKeyId
  assert.equal(await codeOf(w, owner, ['PUT', `/api/key/${used}/advanced`, application]), 'done')
  const made = await w.request('PUT', '/api/decentralWebhook', { token: owner.token, body: webhook })
  const told = await w.request('PUT', '/notification', {
    token: owner.token,
    body: posted('https://receiver.example/'),
  })
  const advanced: [string, string, object][] = [
    ['PUT', `/api/key/${fresh}/advanced`, { ...application, type: 'OTHER', ...webhook }],
    ['POST', `/api/key/${used}/advanced`, { webhookUrl: 'https://thief.example/' }],
    ['POST', `/api/key/${used}/advanced/secret`, {}],
  ]
  const own: [string, string, object][] = [
    ['PUT', '/api/decentralWebhook', { ...webhook, apiKeyId: used }],
    ['POST', `/api/decentralWebhook/${made.json().id}/secret`, {}],
    ['PUT', '/notification', posted('https://thief.example/')],
    ['POST', `/notification/${told.json().notificationId}`, { pushId: 'https://thief.example/' }],
  ]
  return { owner, advanced, own }
}

apiTest(
  'a session that was left open sets nothing up that stays when it ends, without the person (D110, D117)',
  async (w) => {
    const { owner, advanced, own } = await household(w)
    const session = await w.session(owner)
    clockOf(w).advance(TEN_MINUTES)
    for (const call of [...advanced, ...own])
      assert.equal(await codeOf(w, session, call), 'step_up_required', call.slice(0, 2).join(' '))
    const proof = { currentPassword: CALLER_PASSWORD }
    for (const [method, path, body] of own)
      assert.equal(await codeOf(w, session, [method, path, { ...body, ...proof }]), 'done', path)
  },
  standing,
)

apiTest(
  'an application, or a token that ends, gets no advanced key that would outlive it (D110, D119)',
  async (w) => {
    const { owner, advanced } = await household(w)
    const { data: key } = await owner.api.apiKeys.create()
    const soon = new Date(clockOf(w).now() + 3_600_000).toISOString()
    const bounds: object[] = [{ expiresAt: soon }, { networks: ['127.0.0.1'] }]
    for (const bound of bounds) {
      const made = await w.request('PUT', `/api/key/${key.apiKeyId}/token`, {
        token: owner.token,
        body: { scopes: SCOPES, ...bound },
      })
      const token = made.json().accessToken as string
      for (const call of advanced)
        assert.equal(await codeOf(w, { ...owner, token }, call), 'token_limited', call[1])
    }
    const { access_token: app } = await tokensFor(await rig(w), SCOPES.join(' '))
    const { data: keys } = await w.api.apiKeys.list()
    const ofApp = { ...w.owner, token: app }
    const apply = `/api/key/${keys[0]?.apiKeyId}/advanced`
    assert.equal(await codeOf(w, ofApp, ['PUT', apply, application]), 'step_up_required')
  },
  standing,
)

apiTest('a narrow token does not get the secret a wider webhook is signed with', async (w) => {
  const owner = await w.account()
  const { data: key } = await owner.api.apiKeys.create()
  const tokenWith = async (scopes: Scope[]) =>
    (await owner.api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId }, body: { scopes } })).data
      .accessToken as string
  const wide = { ...owner, token: await tokenWith(['webhook.decentral', 'smartlock.log', 'smartlock']) }
  // With `smartlock` it could have the log posted as well (D246).
  const narrow = { ...owner, token: await tokenWith(['webhook.decentral', 'smartlock.readOnly']) }
  const made = await w.request('PUT', '/api/decentralWebhook', { token: wide.token, body: webhook })
  const secret = `/api/decentralWebhook/${made.json().id}/secret`
  const takeOver = { ...webhook, webhookFeatures: ['DEVICE_STATUS'] }
  assert.equal(await codeOf(w, narrow, ['POST', secret, {}]), 'scope_missing')
  assert.equal(await codeOf(w, narrow, ['PUT', '/api/decentralWebhook', takeOver]), 'scope_missing')
  assert.equal(await codeOf(w, wide, ['POST', secret, {}]), 'done')
})

interface Maker {
  token: string
  tokenId: string
  apiKeyId: number
  /** A lock that nothing happens to. */
  elsewhere: number
}
type Ending = (w: World, by: Maker) => Promise<unknown>

const ENDS: Record<string, Ending> = {
  'its token is deleted': (w, { apiKeyId, tokenId }) =>
    w.api.apiKeys.removeToken({ params: { apiKeyId, id: tokenId } }),
  'its integration is removed': (w, { apiKeyId }) => w.api.integrations.remove({ body: { apiKeyId } }),
  'its token runs out': (w, { tokenId }) =>
    w.db.updateTable('api_token').set({ expires_at: 1 }).where('id', '=', tokenId).execute(),
  'its token loses the scope': (w, { apiKeyId, tokenId }) =>
    w.api.apiKeys.updateToken({ params: { apiKeyId, id: tokenId }, body: { scopes: ['smartlock'] } }),
  'its token is limited to another lock': (w, { apiKeyId, tokenId, elsewhere }) =>
    w.api.apiKeys.updateToken({ params: { apiKeyId, id: tokenId }, body: { smartlockIds: [elsewhere] } }),
}

/** Waits until the owner's own notification has told of a new lock. */
async function somethingHappens(w: World, canary: Receiver): Promise<void> {
  const before = canary.messages.length
  await w.lock()
  await w.until('the owner is told', async () => canary.messages.length > before)
}

for (const [how, end] of Object.entries(ENDS)) {
  apiTest(
    `a notification is silent once ${how}, also with what waits for another attempt`,
    async (w, t) => {
      const [receiver, canary] = [await startReceiver(t), await startReceiver(t)]
      receiver.answer = (_message, response) => response.writeHead(500).end()
      const { smartlockId: elsewhere } = await w.lock()
      const { data: key } = await w.api.apiKeys.create()
      const params = { apiKeyId: key.apiKeyId }
      const { data: made } = await w.api.apiKeys.createToken({ params, body: { scopes: ['notification'] } })
      const by = { token: made.accessToken as string, tokenId: made.id, elsewhere, ...params }
      await w.request('PUT', '/notification', { token: by.token, body: posted(receiver.url) })
      await w.request('PUT', '/notification', { body: posted(canary.url) })
      await somethingHappens(w, canary)
      await w.until('it was told and did not take it', async () => receiver.messages.length === 1)
      await end(w, by)
      receiver.answer = (_message, response) => response.end()
      await w.db.updateTable('notification_delivery').set({ next_at: 0 }).execute()
      await w.db.updateTable('notification').set({ leased_until: null, lease_owner: null }).execute()
      await somethingHappens(w, canary)
      await w.until('nothing waits', async () => {
        const rows = await w.db.selectFrom('notification_delivery').select('id').execute()
        return rows.length === 0
      })
      assert.equal(receiver.messages.length, 1)
    },
    { config },
  )
}

apiTest(
  'a new password that deletes tokens, and an ended session, take their notifications along',
  async (w) => {
    const owner = await w.account()
    const [thief, other] = [await w.session(owner), await w.session(owner)]
    const left = async () => (await other.api.notifications.list()).data.length
    await w.request('PUT', '/notification', { token: thief.token, body: posted('https://thief.example/') })
    await w.request('PUT', '/notification', { token: other.token, body: posted('https://own.example/') })
    assert.equal(await left(), 2)
    assert.equal((await w.request('DELETE', '/account/session', { token: other.token })).statusCode, 204)
    assert.equal(await left(), 1, 'of the session that was ended')
    const body = { language: 'en', password: 'battery staple' }
    assert.equal((await w.request('POST', '/account', { token: other.token, body })).statusCode, 200)
    assert.deepEqual(await w.db.selectFrom('notification').select('id').execute(), [])
  },
)

apiTest('what a session began to do to many things goes no further when it is taken away', async (w) => {
  const { smartlockId } = await w.lock({ name: 'Door' })
  const owner = await w.session()
  const running = async () => {
    const thief = await w.session()
    const { data } = await thief.api.bulk.create({
      body: { action: 'renameDoors', ids: [String(smartlockId)], rename: { to: 'Theirs' } },
    })
    // There is a lot to do: it is far from its end.
    const isOver = async () => (await owner.api.bulk.get({ params: data })).data.state === 'done'
    await w.until('it ended', isOver)
    const later = { state: 'running' as const, ended_at: null, next_at: Date.now() + 3_600_000 }
    await w.db.updateTable('bulk_run').set(later).where('id', '=', data.bulkId).execute()
    const { session_id } = await w.db
      .selectFrom('bulk_run')
      .select('session_id')
      .where('id', '=', data.bulkId)
      .executeTakeFirstOrThrow()
    const stateOf = async () => (await owner.api.bulk.get({ params: data })).data.state
    return { sessionId: session_id as string, stateOf }
  }
  const [one, other] = [await running(), await running()]
  await owner.api.sessions.remove({ params: { sessionId: one.sessionId } })
  assert.deepEqual([await one.stateOf(), await other.stateOf()], ['canceled', 'running'])
  await owner.api.sessions.removeOthers()
  assert.equal(await other.stateOf(), 'canceled')
})
