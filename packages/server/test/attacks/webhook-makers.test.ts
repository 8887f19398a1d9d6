import assert from 'node:assert/strict'
import { SCOPES, type Scope, WEBHOOK_FEATURES, type WebhookFeature } from '@latchwork/contract'
import { emit } from '../../src/features/events/outbox/service.ts'
import { inTransaction } from '../../src/platform/context.ts'
import { hashToken } from '../../src/platform/security/crypto.ts'
import { rig, tokensFor } from '../oauth-rig.ts'
import { type Receiver, startReceiver, TO_RECEIVERS } from '../webhook-receiver.ts'
import { type Api, apiTest, type Caller, type World } from '../world.ts'

/**
 * A webhook gets what the access that made it may read, and ends with that access (D117): whoever loses access to an
 * account no longer hears of its doors.
 */
const options = { config: { outbound: TO_RECEIVERS } }

interface Made {
  receiver: Receiver
  id: number
  apiKeyId: number
  token: string
}

const register = async (api: Api, url: string, features: WebhookFeature[], apiKeyId?: number) =>
  (
    await api.webhooks.register({
      body: { webhookUrl: url, webhookFeatures: features, ...(apiKeyId && { apiKeyId }) },
    })
  ).data

/** A token of the owner under a key of its own, and a webhook that it made. */
async function webhookOf(
  w: World,
  t: { after(done: () => unknown): void },
  scopes: Scope[] = ['webhook.decentral', 'smartlock.readOnly'],
): Promise<Made & { tokenId: string; by: Caller }> {
  const receiver = await startReceiver(t)
  const by = await w.caller({ of: w.owner, scopes })
  const { id, apiKeyId } = await register(by.api, receiver.url, ['DEVICE_MASTERDATA'])
  const { data: tokens } = await w.api.apiKeys.listTokens({ params: { apiKeyId } })
  // It ends with its own token, not with the last one of the key.
  await w.api.apiKeys.createToken({ params: { apiKeyId }, body: { scopes: ['smartlock.action'] } })
  return { receiver, id, apiKeyId, by, token: by.token, tokenId: tokens[0]?.id as string }
}

/** Tells everybody who may hear it of a new lock; waits until the owner's own webhook has heard of it. */
async function somethingHappens(w: World): Promise<void> {
  const canary = await startReceiver({ after: (close) => w.onStop(async () => void (await close())) })
  await register(w.api, canary.url, ['DEVICE_MASTERDATA'])
  await w.lock()
  await w.until('the event at the owner’s webhook', async () => canary.messages.length === 1)
}

const idsOf = async (w: World) => (await (await w.session()).api.webhooks.list()).data.map(({ id }) => id)

apiTest(
  'a token cannot subscribe to what its scopes do not let it read; the refusal says which',
  async (w) => {
    const narrow = await w.caller({ of: w.owner, scopes: ['webhook.decentral', 'smartlock.readOnly'] })
    const refused = register(narrow.api, 'https://receiver.example/', [
      'DEVICE_STATUS',
      'DEVICE_LOGS',
      'DEVICE_AUTHS',
    ])
    const { message } = await w.refuses(refused, 'scope_missing')
    assert.match(
      message,
      /DEVICE_LOGS needs the scope smartlock\.log or smartlock, DEVICE_AUTHS needs the scope smartlock\.auth/,
    )
    assert.doesNotMatch(message, /DEVICE_STATUS/)
    assert.deepEqual(await idsOf(w), [])
    await register(narrow.api, 'https://receiver.example/', ['DEVICE_STATUS'])
  },
)

/** Each feature with the scopes that let a webhook have it beside webhook.decentral. */
const POSTED: Record<WebhookFeature, Scope[]> = {
  DEVICE_STATUS: ['smartlock', 'smartlock.readOnly'],
  DEVICE_MASTERDATA: ['smartlock', 'smartlock.readOnly'],
  DEVICE_CONFIG: ['smartlock', 'smartlock.readOnly'],
  DEVICE_LOGS: ['smartlock', 'smartlock.log'],
  DEVICE_AUTHS: ['smartlock.auth'],
  ACCOUNT_USER: ['account', 'smartlock.auth'],
}

apiTest(
  'webhook.decentral alone subscribes to nothing, and each other scope adds its features (D246)',
  async (w) => {
    for (const scope of [undefined, ...SCOPES.filter((one) => one !== 'webhook.decentral')]) {
      const scopes: Scope[] = ['webhook.decentral', ...(scope ? [scope] : [])]
      const { api } = await w.caller({ of: w.owner, scopes })
      for (const feature of WEBHOOK_FEATURES) {
        const put = register(api, 'https://receiver.example/', [feature])
        if (scope && POSTED[feature].includes(scope)) assert.deepEqual((await put).webhookFeatures, [feature])
        else await w.refuses(put, 'scope_missing')
      }
    }
  },
)

apiTest(
  'smartlock opens the log to a webhook, and to nothing else; a sub-account needs the right (D246)',
  async (w) => {
    const { token, api } = await w.caller({ of: w.owner, scopes: ['webhook.decentral', 'smartlock'] })
    await register(api, 'https://receiver.example/', ['DEVICE_LOGS'])
    const { smartlockId } = await w.simulated()
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await w.untilOperation(operationId, 'confirmed')
    const seen = async (by: string) =>
      (await w.request('GET', '/event?feature=DEVICE_LOGS', { token: by })).json().events.length
    await w.until('the log has it', async () => (await seen(w.owner.token)) > 0)
    assert.equal(await seen(token), 0)
    assert.equal((await w.request('GET', '/smartlock/log', { token })).statusCode, 403)
    const tenant = await w.caller({ rights: 1 + 2 })
    await w.refuses(register(tenant.api, 'https://receiver.example/', ['DEVICE_LOGS']), 'right_missing')
  },
)

apiTest(
  'a webhook that gets the log by smartlock loses it with smartlock and with webhook.decentral (D246)',
  async (w, t) => {
    const logged = (smartlockId: number) =>
      inTransaction(w.service.contextFor(w.owner.accountId), (tx) =>
        emit(tx, [{ feature: 'DEVICE_LOGS', smartlockId, payload: { feature: 'DEVICE_LOGS' } as never }]),
      )
    const made = await webhookOf(w, t, ['webhook.decentral', 'smartlock'])
    await register(made.by.api, made.receiver.url, ['DEVICE_LOGS'])
    const canary = await startReceiver(t)
    await register(w.api, canary.url, ['DEVICE_LOGS'])
    const { smartlockId } = await w.lock()
    const params = { apiKeyId: made.apiKeyId, id: made.tokenId }
    await logged(smartlockId)
    await w.until('it is posted', async () => made.receiver.messages.length === 1)
    const { body: posted } = await w.until('the entry of the delivery', async () => {
      const { data: log } = await made.by.api.webhooks.logOf({ params: { webhookId: made.id } })
      return log[0]?.response
    })
    assert.deepEqual(posted, { feature: 'DEVICE_LOGS' }, 'its token can read what was posted')
    for (const scopes of [['webhook.decentral', 'smartlock.readOnly'], ['smartlock']] as Scope[][]) {
      await w.api.apiKeys.updateToken({ params, body: { scopes } })
      const before = canary.messages.length
      await logged(smartlockId)
      await w.until('the owner hears of it', async () => canary.messages.length > before)
      assert.equal(made.receiver.messages.length, 1, scopes.join(' '))
    }
    await w.api.apiKeys.updateToken({ params, body: { scopes: ['webhook.decentral', 'smartlock'] } })
    await logged(smartlockId)
    await w.until('it hears again', async () => made.receiver.messages.length > 1)
    assert.equal(made.receiver.messages.length, 2, 'nothing from the time between')
  },
  options,
)

apiTest(
  'a narrow token that takes over the URL of a wide one narrows the webhook; it does not inherit its features',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const { data: key } = await w.api.apiKeys.create()
    const params = { apiKeyId: key.apiKeyId }
    const tokenWith = async (scopes: Scope[]) =>
      (await w.api.apiKeys.createToken({ params, body: { scopes } })).data.accessToken as string
    const wide = await tokenWith(['webhook.decentral', 'smartlock.readOnly', 'smartlock.log'])
    const narrow = await tokenWith(['webhook.decentral'])
    const put = (token: string, webhookFeatures: string[]) =>
      w.request('PUT', '/api/decentralWebhook', {
        token,
        body: { webhookUrl: receiver.url, webhookFeatures },
      })
    assert.equal((await put(wide, ['DEVICE_MASTERDATA', 'DEVICE_LOGS'])).statusCode, 200)
    assert.equal((await put(narrow, ['DEVICE_MASTERDATA'])).json().code, 'scope_missing')
    await somethingHappens(w)
    await w.until('the wide one still works', async () => receiver.messages.length === 1)
    const [webhook] = (await w.request('GET', '/api/decentralWebhook', { token: narrow })).json()
    const logFor = async (token: string) =>
      (await w.request('GET', `/api/decentralWebhook/${webhook.id}/log`, { token })).json()
    const [posted] = await w.until('it sees that something was posted', async () => {
      const rows = await logFor(narrow)
      return rows.length === 1 && rows
    })
    assert.equal(posted.response.body, undefined, 'and not what')
    assert.equal((await logFor(wide))[0].response.body.name, 'Door')
  },
  options,
)

apiTest(
  'scopes and rights that shrink shrink what a webhook gets, also of what waits for another attempt',
  async (w, t) => {
    const made = await webhookOf(w, t, ['webhook.decentral', 'smartlock.readOnly', 'smartlock.log'])
    made.receiver.answer = (_message, response) => response.writeHead(500).end()
    await register(made.by.api, made.receiver.url, ['DEVICE_MASTERDATA', 'DEVICE_LOGS'])
    const { smartlockId } = await w.lock()
    await w.until('a failed attempt', async () => made.receiver.messages.length === 1)
    const params = { apiKeyId: made.apiKeyId, id: made.tokenId }
    const waiting = () =>
      w.db.selectFrom('webhook_delivery').select('event_id').where('endpoint_id', '=', made.id).execute()
    await w.until('it waits', async () => (await waiting()).length === 1)
    await w.api.apiKeys.updateToken({ params, body: { scopes: ['webhook.decentral', 'smartlock.log'] } })
    made.receiver.answer = (_message, response) => response.end()
    await w.db.updateTable('webhook_delivery').set({ next_at: 0 }).execute()
    await w.db.updateTable('webhook_endpoint').set({ leased_until: null, lease_owner: null }).execute()
    w.service.platform.wake.notify('event')
    await w.until('it is given up', async () => (await waiting()).length === 0)
    await inTransaction(w.service.contextFor(w.owner.accountId), (tx) =>
      emit(tx, [{ feature: 'DEVICE_LOGS', smartlockId, payload: { feature: 'DEVICE_LOGS' } as never }]),
    )
    await w.until('what it may still read', async () => made.receiver.messages.length === 2)
    assert.deepEqual(
      made.receiver.messages.map(({ payload }) => payload.feature),
      ['DEVICE_MASTERDATA', 'DEVICE_LOGS'],
    )
    const { data: log } = await w.api.webhooks.logs({ params: { apiKeyId: made.apiKeyId } })
    const first = log.at(-1)?.id as string
    const resend = w.api.webhooks.resend({ params: { apiKeyId: made.apiKeyId, id: first } })
    await w.refuses(resend, 'webhook_not_deliverable')
  },
  options,
)

const ENDS: Record<string, (w: World, made: Made & { tokenId: string }) => Promise<unknown>> = {
  'its token is deleted': (w, { apiKeyId, tokenId }) =>
    w.api.apiKeys.removeToken({ params: { apiKeyId, id: tokenId } }),
  'its integration is removed, named by token': (w, { apiKeyId, tokenId }) =>
    w.api.integrations.remove({ body: { apiKeyId, tokenId } }),
  'its integration is removed': (w, { apiKeyId }) => w.api.integrations.remove({ body: { apiKeyId } }),
  'its key is deleted': (w, { apiKeyId }) => w.api.apiKeys.remove({ params: { apiKeyId } }),
}

for (const [how, end] of Object.entries(ENDS)) {
  apiTest(
    `a webhook ends when ${how}`,
    async (w, t) => {
      const made = await webhookOf(w, t)
      await end(w, made)
      assert.deepEqual(await idsOf(w), [])
      await somethingHappens(w)
      assert.equal(made.receiver.messages.length, 0)
    },
    options,
  )
}

apiTest(
  'what is in line for a webhook when its token is deleted is not posted',
  async (w, t) => {
    const release = Promise.withResolvers<void>()
    const made = await webhookOf(w, t)
    made.receiver.answer = (_message, response) => void release.promise.then(() => response.end())
    const { smartlockId } = await w.lock()
    for (let i = 0; i < 20; i++)
      await w.api.smartlocks.update({ params: { smartlockId }, body: { name: `Name ${i}` } })
    await w.until('one is under way', async () => made.receiver.messages.length === 1)
    await w.api.apiKeys.removeToken({ params: { apiKeyId: made.apiKeyId, id: made.tokenId } })
    release.resolve()
    await somethingHappens(w)
    assert.equal(made.receiver.messages.length, 1)
  },
  options,
)

apiTest(
  'a new password that deletes tokens ends every webhook of the account, of whichever maker',
  async (w, t) => {
    const made = await webhookOf(w, t)
    const person = await w.session()
    await register(person.api, 'https://receiver.example/console', ['DEVICE_STATUS'], made.apiKeyId)
    const sub = await w.caller({ rights: 31 })
    const other = await register(sub.api, 'https://receiver.example/sub', ['DEVICE_STATUS'])
    const fresh = await w.session()
    await fresh.api.account.update({ body: { language: 'en', password: 'another horse' } })
    const left = await w.db.selectFrom('webhook_endpoint').select('endpoint_id').execute()
    assert.deepEqual(left, [{ endpoint_id: other.id }], 'a sub-account has its own')
  },
  options,
)

apiTest(
  'a webhook of an app ends when its grant is revoked, and is silent once the app has no token that works',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const client = await rig(w)
    const tokens = await tokensFor(client, 'webhook.decentral smartlock.readOnly offline_access')
    const put = await w.request('PUT', '/api/decentralWebhook', {
      token: tokens.access_token,
      body: { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_MASTERDATA'] },
    })
    assert.equal(put.statusCode, 200, put.payload)
    await w.lock()
    await w.until('it works', async () => receiver.messages.length === 1)
    const expire = (at: number) => w.db.updateTable('oauth_token').set({ expires_at: at }).execute()
    await expire(1)
    await somethingHappens(w)
    assert.equal(receiver.messages.length, 1, 'no token of the grant works')
    const shown = (await (await w.session()).api.webhooks.list()).data.find(({ id }) => id === put.json().id)
    assert.equal(shown?.status, 'DEACTIVATED')
    await expire(w.service.platform.clock.now() + 3_600_000)
    await w.lock({ name: 'Again' })
    await w.until('it works again', async () => receiver.messages.at(-1)?.payload.name === 'Again')
    const heard = receiver.messages.length
    const body = {
      token: (tokens.refresh_token ?? tokens.access_token) as string,
      client_id: client.clientId,
    }
    await fetch(`${client.base}/oauth/revoke`, { method: 'POST', body: new URLSearchParams(body) })
    await somethingHappens(w)
    assert.equal(receiver.messages.length, heard)
    assert.ok(!(await idsOf(w)).includes(put.json().id))
  },
  options,
)

apiTest(
  'a webhook made in the console ends when its session is taken away, and stays when the person signs out',
  async (w) => {
    const { data: key } = await w.api.apiKeys.create()
    const thrownOut = await w.session()
    const others = await w.session()
    const signedOut = await w.session()
    for (const [i, { api }] of [thrownOut, others, signedOut].entries())
      await register(api, `https://receiver.example/${i}`, ['DEVICE_STATUS'], key.apiKeyId)
    const left = async () =>
      (await (await w.session()).api.webhooks.list()).data.map(({ webhookUrl }) => webhookUrl.at(-1))
    await signedOut.api.sessions.logout()
    assert.deepEqual(await left(), ['0', '1', '2'])
    const row = await w.db
      .selectFrom('session')
      .select('id')
      .where('token_hash', '=', hashToken(thrownOut.token))
      .executeTakeFirstOrThrow()
    await w.api.sessions.remove({ params: { sessionId: row.id } })
    assert.deepEqual(await left(), ['1', '2'])
    await w.api.sessions.removeOthers()
    assert.deepEqual(await left(), ['2'])
    await w.api.integrations.remove({ body: { apiKeyId: key.apiKeyId } }).catch(() => undefined)
    await w.api.apiKeys.remove({ params: { apiKeyId: key.apiKeyId } })
    assert.deepEqual(await left(), [])
  },
  options,
)

apiTest(
  'a webhook from before makers were kept goes on, and ends with the last access through its key',
  async (w, t) => {
    const made = await webhookOf(w, t)
    await w.db.updateTable('webhook_endpoint').set({ token_id: null }).execute()
    const params = { apiKeyId: made.apiKeyId }
    const second = (await w.api.apiKeys.listTokens({ params })).data.find(({ id }) => id !== made.tokenId)
    await w.api.apiKeys.removeToken({ params: { ...params, id: made.tokenId } })
    await w.lock()
    await w.until('it goes on', async () => made.receiver.messages.length === 1)
    await w.api.apiKeys.removeToken({ params: { ...params, id: second?.id as string } })
    assert.deepEqual(await idsOf(w), [])
  },
  options,
)

apiTest('the scope account alone neither opens a central webhook for doors nor redirects one', async (w) => {
  const { data: key } = await w.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  const application = {
    name: 'Rooms',
    country: 'AT',
    description: 'Rentals',
    url: 'https://rooms.example',
    email: 'api@rooms.example',
    type: 'SHORT_RENTAL' as const,
    webhookUrl: 'https://receiver.example/',
    webhookFeatures: ['DEVICE_LOGS' as const],
  }
  const narrow = await w.caller({ of: w.owner, scopes: ['account'] })
  await w.refuses(narrow.api.advancedKeys.apply({ params, body: application }), 'scope_missing')
  await w.api.advancedKeys.apply({ params, body: application })
  const body = { webhookUrl: 'https://elsewhere.example/' }
  await w.refuses(narrow.api.advancedKeys.update({ params, body }), 'scope_missing')
  assert.equal((await w.api.advancedKeys.get({ params })).data.webhookUrl, application.webhookUrl)
})

apiTest('a token that is deleted while it registers a webhook leaves none behind', async (w) => {
  for (let i = 0; i < 5; i++) {
    const by = await w.caller({ of: w.owner })
    const { data: keys } = await w.api.apiKeys.list()
    const apiKeyId = keys.at(-1)?.apiKeyId as number
    const { data: tokens } = await w.api.apiKeys.listTokens({ params: { apiKeyId } })
    const body = { webhookUrl: 'https://receiver.example/', webhookFeatures: ['DEVICE_STATUS'] }
    const [put] = await Promise.all([
      w.request('PUT', '/api/decentralWebhook', { token: by.token, body }),
      w.api.apiKeys.removeToken({ params: { apiKeyId, id: tokens[0]?.id as string } }),
    ])
    assert.ok([200, 401].includes(put.statusCode), put.payload)
  }
  assert.deepEqual(await idsOf(w), [])
})
