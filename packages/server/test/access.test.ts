import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_RIGHTS, api, RIGHTS, type Route, SCOPES, type Scope } from '@latchwork/contract'
import { rig, tokensFor } from './oauth-rig.ts'
import { apiTest, createWorld, type World } from './world.ts'

/**
 * What holds for every route, read from its own description: a route is covered on the day it is added.
 */
const routes = Object.entries(api)
  .flatMap(([area, calls]) =>
    Object.entries<Route>(calls).map(([name, route]) => ({ label: `${area}.${name}`, route })),
  )
  // After this one nothing is left to try.
  .sort((a, b) => Number(a.label === 'account.remove') - Number(b.label === 'account.remove'))

/** The sandbox's routes are there only with it. */
const withSandbox = { sandbox: true } as const

/** An object of the owner for every path parameter there is. */
async function ownersObjects(w: World): Promise<Record<string, string | number>> {
  const { smartlockId } = await w.played()
  const { data: key } = await w.api.apiKeys.create()
  const { data: token } = await w.api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId } })
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  const { data: webhook } = await w.api.webhooks.register({
    body: { webhookUrl: 'https://receiver.example/hook', webhookFeatures: ['DEVICE_STATUS'] },
  })
  const { data: user } = await w.api.accountUsers.create({
    body: { email: 'guest@example.com', name: 'Guest' },
  })
  const { data: sub } = await w.api.subAccounts.create({
    body: {
      email: 'sub@example.com',
      password: 'sub horse',
      name: 'Sub',
      language: 'en',
      rights: 31,
      profile: {},
    },
  })
  const { data: notification } = await w.api.notifications.create({
    body: { pushId: 'https://receiver.example/push', os: 2, settings: [] },
  })
  const webhookLogId = await loggedAttempt(w, webhook.id)
  const params = { smartlockId }
  await w.api.authorizations.createOn({ params, body: { name: 'Anna', remoteAllowed: true } })
  const { data: auths } = await w.api.authorizations.listOf({ params })
  const { data: sessions } = await (await w.session()).api.sessions.list()
  await w.api.emailAddress.change({ body: { email: 'other@example.com' } })
  const [mail] = await w.db.selectFrom('mail').select('id').execute()
  return {
    ...(await ownersStays(w)),
    smartlockId,
    sessionId: sessions[0]?.id as string,
    mailId: mail?.id as string,
    act: 'approve',
    apiKeyId: key.apiKeyId,
    id: token.id,
    operationId: operationId as string,
    webhookId: webhook.id,
    webhookLogId,
    accountUserId: user.accountUserId,
    accountId: sub.accountId,
    notificationId: notification.notificationId,
    authorizationId: auths[0]?.id as string,
  }
}

/** A reservation at an address of the owner with a unit and its token. */
async function ownersStays(w: World): Promise<Record<string, string | number>> {
  const { data: address } = await w.api.addresses.create({ body: { name: 'Address', smartlockIds: [] } })
  const params = { addressId: address.addressId }
  const { data: unit } = await w.api.addressUnits.create({ params, body: { name: 'Unit' } })
  const dates = { startDate: '2030-01-01T00:00Z', endDate: '2030-01-02T00:00Z' }
  const guest = { name: 'Guest', email: '', guests: 1 }
  const { data: reservation } = await w.api.reservations.create({ params, body: { ...guest, ...dates } })
  return {
    ...params,
    unitId: unit.id,
    tokenId: unit.addressTokenId,
    reservationId: reservation.id,
    serviceId: 'ical',
  }
}

/** An attempt of the owner's webhook, as the delivery engine would have logged it. */
async function loggedAttempt(w: World, webhookId: number): Promise<string> {
  const id = w.service.platform.ids.timeOrdered()
  const endpoint = await w.db
    .selectFrom('webhook_endpoint')
    .select(['account_id', 'api_key_id', 'event_account_id', 'url'])
    .where('endpoint_id', '=', webhookId)
    .executeTakeFirstOrThrow()
  const outcome = { event_id: null, request_id: null, attempt: 1, succeeded: 1, response_status: 200 }
  const times = { duration: 1, created_at: 0, updated_at: 0 }
  const row = { id, endpoint_id: webhookId, headers: '{}', ...endpoint, ...outcome, ...times }
  await w.db.insertInto('webhook_log').values(row).execute()
  return id
}

/** Several areas call their id `id`. */
function nameOf(route: Route, parameter: string): string {
  if (parameter !== 'id') return parameter
  if (route.path.startsWith('/api/decentralWebhook')) return 'webhookId'
  if (route.path.includes('/unit/')) return 'unitId'
  if (route.path.includes('/reservation/')) return 'reservationId'
  if (route.path.startsWith('/smartlock/{smartlockId}/auth/')) return 'authorizationId'
  return route.path.includes('/webhook/logs/') ? 'webhookLogId' : 'id'
}

const MISSING: Record<string, string | number> = {
  sessionId: 'f'.repeat(24),
  mailId: 'f'.repeat(24),
  act: 'approve',
  accountId: 2_000_000_000,
  accountUserId: 2_000_000_000,
  notificationId: 'f'.repeat(24),
  smartlockId: 17_179_869_184,
  apiKeyId: 2_000_000_000,
  id: 'f'.repeat(24),
  operationId: 'f'.repeat(24),
  webhookId: 2_000_000_000,
  webhookLogId: 'f'.repeat(24),
  addressId: 2_000_000_000,
  unitId: 'f'.repeat(24),
  tokenId: 'f'.repeat(24),
  reservationId: 'f'.repeat(24),
  serviceId: 'nothing',
  authorizationId: 'f'.repeat(24),
}

const isForOperator = ({ access }: Route) => typeof access === 'object' && access.operator === true

/** Whoever holds the id of an address token may use it (D80); services are the same for everybody. */
const isForEverybody = (route: Route) => /^\/(address\/token|service)\//.test(route.path)

const fill = (route: Route, objects: Record<string, string | number>) =>
  route.path.replaceAll(/\{(\w+)\}/g, (_match, parameter: string) => {
    const name = nameOf(route, parameter)
    assert.ok(name in objects, `a test object for {${name}}`)
    return String(objects[name])
  })

apiTest(
  'every route refuses a call without a token, with an unknown one, and without the scope',
  async (w) => {
    const none = await w.caller({ scopes: [], of: w.owner })
    for (const { label, route } of routes) {
      if (route.access === 'public') continue
      const url = fill(route, MISSING)
      const code = async (token: string | null) => (await w.request(route.method, url, { token })).json().code
      assert.equal(await code(null), 'token_missing', label)
      assert.equal(await code('unknown'), 'token_invalid', label)
      if (route.access !== 'token') assert.equal(await code(none.token), 'scope_missing', label)
    }
  },
  withSandbox,
)

apiTest(
  'every route takes any one of its scopes and none of the others',
  async (w) => {
    for (const scope of SCOPES) {
      const { token } = await w.caller({ scopes: [scope], of: await w.caller() })
      for (const { label, route } of routes) {
        if (typeof route.access !== 'object') continue
        const response = await w.request(route.method, fill(route, MISSING), { token })
        const isAllowed = route.access.scopes.includes(scope as Scope) && !route.access.operator
        assert.equal(response.statusCode !== 403, isAllowed, `${label} with ${scope}`)
      }
    }
  },
  withSandbox,
)

apiTest(
  'every route that needs a right refuses a sub-account that has all the others',
  async (w) => {
    for (const { label, route } of routes) {
      if (typeof route.access !== 'object' || !(route.access.right || route.access.master)) continue
      const needed = route.access.right ? RIGHTS[route.access.right] : 0
      const without = await w.caller({ rights: ALL_RIGHTS & ~needed })
      const refused = await w.request(route.method, fill(route, MISSING), { token: without.token })
      assert.equal(refused.json().code, route.access.master ? 'master_required' : 'right_missing', label)
      if (route.access.master) continue
      const having = await w.caller({ rights: needed })
      const allowed = await w.request(route.method, fill(route, MISSING), { token: having.token })
      assert.notEqual(allowed.statusCode, 403, label)
    }
  },
  withSandbox,
)

apiTest(
  "another account's object is the very same 404 as one that does not exist (D38)",
  async (w) => {
    const objects = await ownersObjects(w)
    const stranger = await w.caller()
    await w.emitted()
    for (const { label, route } of routes) {
      // What is public belongs to nobody.
      if (!route.params || route.access === 'public' || isForEverybody(route)) continue
      const call = (of: Record<string, string | number>) =>
        w.request(route.method, fill(route, of), {
          token: stranger.token,
          headers: { 'x-request-id': 'same' },
        })
      const foreign = await call(objects)
      const missing = await call(MISSING)
      assert.equal(foreign.statusCode, isForOperator(route) ? 403 : 404, label)
      assert.deepEqual([foreign.payload, headersOf(foreign)], [missing.payload, headersOf(missing)], label)
    }
    assert.deepEqual(await w.emitted(), [], 'and nothing happened')
  },
  withSandbox,
)

apiTest(
  "the operator's routes are for sessions of the operator's account and nobody else (D100)",
  async (w) => {
    const sub = await w.caller({ rights: ALL_RIGHTS })
    const stranger = await w.caller()
    const refused = {
      'a token of the operator': w.owner,
      'an app that the operator let in': { token: (await tokensFor(await rig(w), 'account')).access_token },
      'a sub-account of the operator': sub,
      'its session': await w.session(sub),
      'another account': stranger,
      'the session of another account': await w.session(stranger),
    }
    const operator = await w.session()
    const theirs = routes.filter(({ route }) => isForOperator(route))
    assert.ok(theirs.length > 0)
    for (const { label, route } of theirs) {
      for (const [who, { token }] of Object.entries(refused)) {
        const response = await w.request(route.method, fill(route, MISSING), { token })
        assert.deepEqual(
          [response.statusCode, response.json().code],
          [403, 'operator_required'],
          `${label}: ${who}`,
        )
      }
      const response = await w.request(route.method, fill(route, MISSING), { token: operator.token })
      assert.equal(response.statusCode, route.params ? 404 : 200, label)
    }
  },
)

const headersOf = ({ headers }: { headers: Record<string, unknown> }) => {
  const { date: _date, ...rest } = headers
  return rest
}

apiTest(
  "no list shows another account's objects",
  async (w) => {
    await ownersObjects(w)
    const stranger = await w.caller()
    for (const { label, route } of routes) {
      const isListOfOwn = (route.returns as { type?: string } | undefined)?.type === 'array'
      if (route.method !== 'GET' || route.params || route.access === 'public' || !isListOfOwn) continue
      // A stranger that can call has a key and a token of its own; profiles and services are the same for everybody.
      if (['apiKeys.list', 'integrations.list', 'sandbox.profiles', 'services.list'].includes(label)) continue
      // The stream never ends by itself; its own tests show that it keeps accounts apart.
      if (route.stream || isForOperator(route)) continue
      const response = await w.request('GET', route.path, { token: stranger.token })
      assert.equal(response.payload, '[]', label)
    }
  },
  withSandbox,
)

test('the fixtures above cover every path parameter of the contract', async (t) => {
  const w = await createWorld(t, 'sqlite', withSandbox)
  const objects = await ownersObjects(w)
  // What is public belongs to nobody.
  for (const { route } of routes) if (route.access !== 'public') fill(route, objects)
})
