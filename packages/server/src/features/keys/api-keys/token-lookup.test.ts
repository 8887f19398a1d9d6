import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consentTo, revoke } from '../../../../test/oauth-consent.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'

type Tokens = Awaited<ReturnType<typeof consentTo>>

const START = Date.UTC(2026, 0, 5, 12)

const statusOf = async (w: World, token: string) => (await w.request('GET', '/company', { token })).statusCode

/** Two services on one PostgreSQL. Their clocks stand still: nothing can end by age alone. */
async function twoServices(t: Parameters<typeof createWorld>[0]) {
  const clock = new ManualClock(START)
  const options = { clock: () => clock }
  const here = await createWorld(t, 'postgres', options)
  const there = await createWorld(t, 'postgres', { ...options, storage: here.storage })
  return { here, there, clock }
}

test('a token deleted in one process is refused in another that has it cached, told by a wake-up', async (t) => {
  const { here, there } = await twoServices(t)
  const { data: key } = await here.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  const { data: token } = await here.api.apiKeys.createToken({ params })
  const value = token.accessToken as string
  assert.equal(await statusOf(there, value), 200)
  await here.api.apiKeys.removeToken({ params: { ...params, id: token.id } })
  assert.equal(await statusOf(here, value), 401, 'at once in the process that deleted it')
  await there.until('the other process refuses it', async () => (await statusOf(there, value)) === 401)
})

test('a session that logs out in one process ends in the other', async (t) => {
  const { here, there } = await twoServices(t)
  const login = await here.request('POST', '/account/login', {
    token: null,
    body: { email: 'owner@latchwork.local', password: 'correct horse' },
  })
  const { accessToken } = login.json()
  assert.equal(await statusOf(there, accessToken), 200)
  await here.request('POST', '/account/logout', { token: accessToken })
  await there.until('the other process refuses it', async () => (await statusOf(there, accessToken)) === 401)
})

test('a session that somebody ends in one process ends in the other (D99)', async (t) => {
  const { here, there } = await twoServices(t)
  const { token, api } = await here.session()
  assert.equal(await statusOf(there, token), 200)
  const [session] = (await api.sessions.list()).data
  await here.api.sessions.remove({ params: { sessionId: session?.id as string } })
  await there.until('the other process refuses it', async () => (await statusOf(there, token)) === 401)
})

test('an OAuth grant that is revoked or removed in one process ends in the other', async (t) => {
  const { here, there } = await twoServices(t)
  const vendor = await here.caller()
  const redirectUri = 'https://rooms.example/callback'
  const { data: key } = await vendor.api.apiKeys.create({ body: { redirectUris: [redirectUri] } })
  const params = { apiKeyId: key.apiKeyId }
  const company = { name: 'Rooms', country: 'AT', description: 'Rentals', url: 'https://rooms.example' }
  const body = { ...company, email: 'api@rooms.example', type: 'ONLY_SECRET' as const }
  await vendor.api.advancedKeys.apply({ params, body })
  const { data: advanced } = await vendor.api.advancedKeys.get({ params })
  const client = { clientId: key.apiKey as string, secret: advanced.secret as string, redirectUri }
  const endings = {
    'the access token is revoked': async (tokens: Tokens) => revoke(here, client, tokens.accessToken),
    'the refresh token is revoked': async (tokens: Tokens) => revoke(here, client, tokens.refreshToken),
    'the integration is removed': () =>
      here.api.integrations.remove({ body: { apiKeyId: String(key.apiKeyId) } }),
  }
  for (const [what, end] of Object.entries(endings)) {
    const tokens = await consentTo(here, client, 'account offline_access')
    assert.equal(await statusOf(there, tokens.accessToken), 200)
    await end(tokens)
    assert.equal(await statusOf(here, tokens.accessToken), 401, `${what}: at once in the same process`)
    const refused = async () => (await statusOf(there, tokens.accessToken)) === 401
    await there.until(`${what}: the other process refuses it`, refused)
  }
})

test('a lost wake-up delays the end of a token by at most one second', async (t) => {
  const { here, there, clock } = await twoServices(t)
  const { data: key } = await here.api.apiKeys.create()
  const { data: token } = await here.api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId } })
  const value = token.accessToken as string
  assert.equal(await statusOf(there, value), 200)
  // Behind the back of the service: nobody is told.
  await here.db.deleteFrom('api_token').where('id', '=', token.id).execute()
  assert.equal(await statusOf(there, value), 200, 'known from before')
  clock.advance(1001)
  assert.equal(await statusOf(there, value), 401)
})

test('a cached token costs no statement', async (t) => {
  const w = await createWorld(t, 'sqlite')
  assert.equal(await statusOf(w, w.owner.token), 200)
  // Behind the back of the service: whoever asked the store again would notice.
  await w.db.deleteFrom('api_token').execute()
  assert.equal(await statusOf(w, w.owner.token), 200)
})
