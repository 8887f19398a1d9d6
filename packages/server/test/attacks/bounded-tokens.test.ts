import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '@latchwork/contract'
import { holdsEverything } from '../../src/features/identity/step-up/rules.ts'
import { ManualClock } from '../../src/platform/clock.ts'
import type { Principal } from '../../src/platform/context.ts'
import { areWithin, isWithin, networksOf, networkText } from '../../src/platform/net/networks.ts'
import { openEventSource } from '../event-source.ts'
import { startReceiver, TO_RECEIVERS } from '../webhook-receiver.ts'
import { apiTest, type World } from '../world.ts'

/** A token works until its end and from its networks, and makes nothing that goes further (D119). */
const START = Date.parse('2026-03-01T12:00:00Z')
const HOUR_MS = 3_600_000
const at = (ms: number) => new Date(START + ms).toISOString()
const manual = {
  clock: () => new ManualClock(START),
  config: { outbound: TO_RECEIVERS },
}
const clockOf = (w: World) => w.service.platform.clock as ManualClock

type Body = NonNullable<Parameters<World['api']['apiKeys']['createToken']>[0]['body']>

async function tokenWith(w: World, body: Body) {
  const { data: key } = await w.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  const { data } = await w.api.apiKeys.createToken({ params, body })
  return { ...data, params: { ...params, id: data.id }, token: data.accessToken as string }
}

const codeOf = async (w: World, token: string) => {
  const response = await w.request('GET', '/smartlock', { token })
  return response.statusCode === 200 ? 'ok' : `${response.statusCode} ${response.json().code}`
}

apiTest(
  'a token is refused from its end on, also where it is remembered; a later end brings it back',
  async (w) => {
    const { token, params, expiresAt } = await tokenWith(w, { expiresAt: at(HOUR_MS) })
    assert.equal(expiresAt, at(HOUR_MS))
    assert.equal(await codeOf(w, token), 'ok')
    clockOf(w).advance(HOUR_MS - 1)
    assert.equal(await codeOf(w, token), 'ok')
    clockOf(w).advance(1)
    assert.equal(await codeOf(w, token), '401 token_invalid')
    await w.api.apiKeys.updateToken({ params, body: { expiresAt: at(3 * HOUR_MS) } })
    assert.equal(await codeOf(w, token), 'ok')
    clockOf(w).advance(2 * HOUR_MS)
    assert.equal(await codeOf(w, token), '401 token_invalid')
    const listed = (await w.api.apiKeys.listTokens({ params })).data[0]
    assert.equal(listed?.expiresAt, at(3 * HOUR_MS), 'it stays listed')
    await w.api.apiKeys.updateToken({ params, body: { ...listed, description: 'Echo' } as never })
    await w.api.apiKeys.updateToken({ params, body: { expiresAt: null } })
    assert.equal(await codeOf(w, token), 'ok')
    await w.refuses(tokenWith(w, { expiresAt: at(0) }), 'invalid_parameter')
    await w.refuses(tokenWith(w, { expiresAt: 'tomorrow' }), 'invalid_parameter')
  },
  manual,
)

apiTest(
  'with the end of its token a stream ends before the next event, and a webhook is silent until it is prolonged',
  async (w, t) => {
    const { token, params } = await tokenWith(w, { expiresAt: at(HOUR_MS) })
    const receiver = await startReceiver(t)
    const put = await w.request('PUT', '/api/decentralWebhook', {
      token,
      body: { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_MASTERDATA'] },
    })
    const stream = await openEventSource(w.service, token)
    const own = await openEventSource(w.service, w.owner.token)
    await w.lock({ name: 'Before' })
    await w.until(
      'both heard of it',
      async () => stream.events.length === 1 && receiver.messages.length === 1,
    )
    clockOf(w).advance(HOUR_MS)
    await w.lock({ name: 'After' })
    await w.until('the owner’s stream', async () => own.events.length === 2)
    await w.until('the end', async () => stream.isOver())
    assert.equal(stream.events.length, 1)
    const session = await w.session()
    const shown = async () =>
      (await session.api.webhooks.list()).data.find(({ id }) => id === put.json().id)?.status
    assert.equal(await shown(), 'DEACTIVATED')
    const tested = await session.api.webhooks.test({ params: { id: put.json().id } })
    assert.deepEqual([tested.data.success, receiver.messages.length], [false, 1])
    await w.until('it passed the event by', async () => {
      const row = await w.db.selectFrom('webhook_endpoint').select('last_event_id').executeTakeFirst()
      return row?.last_event_id === own.events[1]?.id
    })
    await w.api.apiKeys.updateToken({ params, body: { expiresAt: null } })
    assert.equal(await shown(), 'ACTIVE')
    await w.lock({ name: 'Again' })
    await w.until('it goes on', async () => receiver.messages.length === 2)
    assert.equal(receiver.messages[1]?.payload.name, 'Again')
    own.close()
  },
  manual,
)

apiTest('a token is taken from its networks only, and a stream ends when they change', async (w) => {
  const here = await tokenWith(w, { networks: ['127.0.0.1', '2001:db8::/32'] })
  assert.deepEqual(here.networks, ['127.0.0.1/32', '2001:db8::/32'])
  assert.equal(await codeOf(w, here.token), 'ok')
  const stream = await openEventSource(w.service, here.token)
  assert.equal(stream.response.statusCode, 200)
  const elsewhere = await tokenWith(w, { networks: ['192.0.2.0/24'] })
  assert.equal(await codeOf(w, elsewhere.token), '403 token_limited')
  await w.api.apiKeys.updateToken({ params: here.params, body: { networks: ['192.0.2.7/24'] } })
  assert.equal(await codeOf(w, here.token), '403 token_limited')
  await w.until('the end of the stream', async () => stream.isOver())
  await w.api.apiKeys.updateToken({ params: here.params, body: { networks: null } })
  assert.equal(await codeOf(w, here.token), 'ok')
  for (const network of ['localhost', '10.0.0.0/33', '010.0.0.1', '10.1', '::1/129', '', '0x7f.0.0.1'])
    await w.refuses(tokenWith(w, { networks: [network] }), 'invalid_parameter')
  await w.refuses(tokenWith(w, { networks: [] }), 'invalid_parameter')
})

apiTest(
  'what a bounded token makes is bounded like itself; it cannot prolong or free itself or others',
  async (w) => {
    const { token, params } = await tokenWith(w, { expiresAt: at(HOUR_MS), networks: ['127.0.0.0/8'] })
    const call = (method: string, path: string, body: object) => w.request(method, path, { token, body })
    const path = `/api/key/${params.apiKeyId}/token`
    const made = (await call('PUT', path, {})).json()
    assert.deepEqual([made.expiresAt, made.networks], [at(HOUR_MS), ['127.0.0.0/8']])
    const narrower = { expiresAt: at(HOUR_MS / 2), networks: ['127.0.0.1'] }
    assert.equal((await call('PUT', path, narrower)).statusCode, 200)
    const wider = [{ expiresAt: at(HOUR_MS + 1) }, { networks: ['10.0.0.0/8'] }, { networks: ['0.0.0.0/0'] }]
    for (const body of wider) assert.equal((await call('PUT', path, body)).json().code, 'token_limited')
    for (const body of [...wider, { expiresAt: null }, { networks: null }])
      assert.equal((await call('POST', `${path}/${params.id}`, body)).json().code, 'token_limited')
    const sub = {
      email: 's@example.com',
      password: 'sub horse',
      name: 'S',
      language: 'en',
      rights: 31,
      profile: {},
    }
    assert.equal((await call('PUT', '/account/sub', sub)).json().code, 'token_limited')
    assert.equal((await call('PUT', '/smartlock', { type: 4, name: 'Door' })).json().code, 'token_limited')
  },
  manual,
)

test('a token with every scope that ends, or is for some networks or doors, does not hold everything (D109)', () => {
  const all = {
    scopes: new Set(SCOPES),
    kind: 'api',
    expiresAt: Number.POSITIVE_INFINITY,
  } as never as Principal
  assert.ok(holdsEverything(all))
  for (const bound of [
    { expiresAt: START },
    { networks: networksOf(['0.0.0.0/0']) },
    {
      tokenLimits: {
        smartlockIds: new Set<number>(),
        addressIds: new Set<number>(),
        doorGroupIds: new Set<string>(),
      },
    },
  ])
    assert.ok(!holdsEverything({ ...all, ...bound }))
})

test('networks are compared bit by bit, in either family, and an address in IPv6 clothes is what it is', () => {
  const list = networksOf(['10.0.0.0/9', '2001:db8::/33', '::1/128'])
  for (const ip of ['10.127.255.255', '::ffff:10.1.2.3', '2001:db8::1', '2001:db8:7fff::', '::1'])
    assert.ok(isWithin(list, ip), ip)
  for (const ip of ['10.128.0.0', '::ffff:10.128.0.0', '2001:db8:8000::', '::2', 'nonsense', ''])
    assert.ok(!isWithin(list, ip), ip)
  assert.equal(networkText('10.1.2.3/9'), '10.0.0.0/9')
  assert.equal(networkText('::ffff:192.0.2.9/120'), '192.0.2.0/24')
  assert.equal(networkText('2001:DB8:0:0::1/64'), '2001:db8::/64')
  assert.ok(areWithin(networksOf(['10.64.0.0/10', '::1/128']), list))
  assert.ok(!areWithin(networksOf(['10.0.0.0/8']), list))
})
