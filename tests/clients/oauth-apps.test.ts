import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerAt } from '../../packages/server/test/oauth-consent.ts'
import { type House, openHouse } from './house.ts'

/** An OAuth app that exists, described by the requests it makes and the fields it reads. */
interface App {
  name: string
  redirectUri: string
  scope: string
  features: string[]
  /** How the app redeems a code and refreshes. */
  tokenRequest: (url: string, app: Registered, fields: Record<string, string>) => Promise<Response>
}

interface Registered {
  clientId: string
  secret: string
}

/** Client id and secret stand in the form. */
const inForm: App['tokenRequest'] = (url, { clientId, secret }, fields) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, client_id: clientId, client_secret: secret }),
  })

/** The parameters stand in the query without a body, the secret in the header. */
const inQuery: App['tokenRequest'] = (url, { clientId, secret }, fields) =>
  fetch(`${url}?${new URLSearchParams(fields)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
    },
  })

const APPS: readonly App[] = [
  {
    name: 'Homey',
    redirectUri: 'https://callback.athom.com/oauth2/callback',
    scope: 'account notification smartlock smartlock.action webhook.decentral',
    features: ['DEVICE_STATUS', 'DEVICE_LOGS'],
    tokenRequest: inForm,
  },
  {
    name: 'Elev8',
    redirectUri: 'https://elev8.example/oauth/callback',
    scope: 'smartlock smartlock.auth account webhook.decentral',
    features: [
      'DEVICE_STATUS',
      'DEVICE_MASTERDATA',
      'DEVICE_CONFIG',
      'DEVICE_LOGS',
      'DEVICE_AUTHS',
      'ACCOUNT_USER',
    ],
    tokenRequest: inQuery,
  },
]

/** The household registers the app on its own account, as the owner of a self-hosted service does. */
async function register({ w }: House, { name, redirectUri }: App): Promise<Registered> {
  const { data: key } = await w.api.apiKeys.create({
    body: { description: name, redirectUris: [redirectUri] },
  })
  const params = { apiKeyId: key.apiKeyId }
  const company = { name, country: 'AT', description: 'Smart home', url: 'https://app.example' }
  const body = { ...company, email: 'api@app.example', type: 'ONLY_SECRET' as const }
  await w.api.advancedKeys.apply({ params, body })
  const { data } = await w.api.advancedKeys.get({ params })
  return { clientId: key.apiKey as string, secret: data.secret as string }
}

interface Tokens {
  access_token: string
  refresh_token: string
}

/** Asks without PKCE, redeems the code and refreshes once. */
async function connect(house: House, app: App): Promise<Tokens> {
  const registered = await register(house, app)
  const url = new URL(`${house.url}/oauth/authorize`)
  const query = { response_type: 'code', client_id: registered.clientId, redirect_uri: app.redirectUri }
  url.search = new URLSearchParams({ ...query, scope: app.scope, state: 'opaque' }).toString()
  const back = await answerAt(url, house.w.credentials)
  assert.equal(back.searchParams.get('state'), 'opaque')
  const request = async (fields: Record<string, string>): Promise<Tokens> => {
    const response = await app.tokenRequest(`${house.url}/oauth/token`, registered, fields)
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    return (await response.json()) as Tokens
  }
  const code = back.searchParams.get('code') ?? ''
  const redeem = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri, scope: app.scope }
  const tokens = await request(redeem)
  const refreshed = await request({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  // Homey keeps the refresh token that it has when the answer names none.
  return { ...tokens, ...refreshed }
}

for (const app of APPS)
  test(`${app.name} connects, stays connected, and hears of an unlock and who it was`, async (t) => {
    const house = await openHouse(t)
    const { w, smartlockId, receiver } = house
    const { access_token: token } = await connect(house, app)
    const call = async (method: string, path: string, body?: object) => {
      const answer = await w.request(method, path, { token, ...(body && { body }) })
      assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.payload}`)
      return answer.payload === '' ? undefined : answer.json()
    }
    assert.deepEqual(await call('GET', '/api/decentralWebhook'), [])
    const webhook = { webhookUrl: receiver.url, webhookFeatures: app.features }
    const made = await call('PUT', '/api/decentralWebhook', webhook)
    assert.deepEqual(made.webhookFeatures, app.features)
    assert.ok(made.id && made.secret)
    const [listed] = await call('GET', '/api/decentralWebhook')
    assert.equal(listed.webhookUrl, receiver.url)
    await w.api.smartlocks.action({ params: { smartlockId }, body: { action: 1 } })
    const { payload } = await w.until('the unlock in the log', async () =>
      receiver.messages.find(({ payload: { feature } }) => feature === 'DEVICE_LOGS'),
    )
    const entry = payload.smartlockLog as Record<string, unknown>
    assert.deepEqual([entry.smartlockId, entry.action, entry.name], [smartlockId, 1, 'Owner'])
    assert.ok(receiver.messages.some(({ payload: { feature } }) => feature === 'DEVICE_STATUS'))
    await call('DELETE', `/api/decentralWebhook/${made.id}`)
  })
