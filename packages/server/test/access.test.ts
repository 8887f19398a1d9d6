import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_RIGHTS, RIGHTS, type Route, SCOPES, type Scope } from '@latchwork/contract'
import { rig, tokensFor } from './oauth-rig.ts'
import { playGateway } from './played-gateway.ts'
import { fill, MISSING, ownersObjects, routes, withSandbox } from './route-objects.ts'
import { apiTest, createWorld, type World } from './world.ts'

const codeIn = ({ payload, statusCode }: { payload: string; statusCode: number }): string =>
  statusCode < 400 ? 'done' : (JSON.parse(payload) as { code: string }).code

const isForOperator = ({ access }: Route) => typeof access === 'object' && access.operator === true

/** For these no token of a person is one. */
const isForGateways = ({ access }: Route) => access === 'gateway'
const isForGuests = ({ access }: Route) => access === 'guest'

/** Whoever holds the id of an address token may use it (D80); services are the same for everybody. */
const isForEverybody = (route: Route) => /^\/(address\/token|service)\//.test(route.path)

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
      if (route.access === 'token') continue
      const refusal = isForGateways(route) || isForGuests(route) ? 'token_invalid' : 'scope_missing'
      assert.equal(await code(none.token), refusal, label)
    }
  },
  withSandbox,
)

apiTest(
  'every route takes any one of its scopes and none of the others',
  async (w) => {
    for (const scope of SCOPES) {
      const { token } = await w.caller({ scopes: [scope], of: await w.account() })
      for (const { label, route } of routes) {
        if (typeof route.access !== 'object') continue
        const response = await w.request(route.method, fill(route, MISSING), { token })
        const isAllowed = route.access.scopes.includes(scope as Scope) && !route.access.operator
        // What a person has to prove on top of it is told apart (D109).
        const isRefused = ['scope_missing', 'operator_required'].includes(codeIn(response))
        assert.equal(!isRefused, isAllowed, `${label} with ${scope}`)
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
    const stranger = await w.account()
    await w.emitted()
    for (const { label, route } of routes) {
      // What is public belongs to nobody.
      if (!route.params || route.access === 'public' || isForEverybody(route)) continue
      // Tests below are about them.
      if (isForGateways(route) || isForGuests(route)) continue
      const call = (of: Record<string, string | number>) =>
        w.request(route.method, fill(route, of), {
          token: stranger.token,
          headers: { 'x-request-id': 'same' },
        })
      const foreign = await call(objects)
      const missing = await call(MISSING)
      // Who has to prove themselves first learns nothing either (D109).
      const isAsked = codeIn(foreign) === 'step_up_required'
      assert.equal(foreign.statusCode, isForOperator(route) || isAsked ? 403 : 404, label)
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
    const stranger = await w.account()
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
  { own: 'the owner runs the service' },
)

apiTest(
  "a gateway's token reaches its own routes and its own locks, and nothing else (D142)",
  async (w) => {
    const objects = await ownersObjects(w)
    const gateway = await playGateway(w)
    await w.emitted()
    let own = 0
    for (const { label, route } of routes) {
      if (route.access === 'public') continue
      const response = await w.request(route.method, fill(route, objects), { token: gateway.token })
      if (!isForGateways(route)) {
        assert.deepEqual([response.statusCode, response.json().code], [401, 'token_invalid'], label)
        continue
      }
      own += 1
      // The lock of the owner's objects is another gateway's.
      if (route.params) assert.equal(response.statusCode, 404, label)
      else assert.notEqual(response.statusCode, 401, label)
    }
    assert.ok(own >= 3)
    assert.deepEqual(await w.emitted(), [], 'and nothing happened')
  },
  withSandbox,
)

apiTest(
  "a guest's link reaches its own page, doors and pictures, and nothing else (D175)",
  async (w) => {
    const objects = await ownersObjects(w)
    const mine = await guestElsewhere(w)
    await w.emitted()
    let own = 0
    for (const { label, route } of routes) {
      if (route.access === 'public') continue
      const response = await w.request(route.method, fill(route, objects), { token: mine })
      if (!isForGuests(route)) {
        assert.deepEqual([response.statusCode, response.json().code], [401, 'token_invalid'], label)
        continue
      }
      own += 1
      // The lock, the picture and the operation are of another house of the same host.
      assert.equal(response.statusCode, route.params ? 404 : 200, label)
      const missing = await w.request(route.method, fill(route, MISSING), { token: mine })
      if (route.params) assert.equal(missing.json().code, response.json().code, label)
    }
    assert.ok(own >= 5)
    assert.deepEqual(await w.emitted(), [], 'and nothing happened')
  },
  withSandbox,
)

/** The token of a guest of another house of the owner. */
async function guestElsewhere(w: World): Promise<string> {
  const { data: address } = await w.api.addresses.create({ body: { name: 'Elsewhere', smartlockIds: [] } })
  const params = { addressId: address.addressId }
  const dates = { startDate: '2030-01-01T00:00Z', endDate: '2030-01-02T00:00Z' }
  const guest = { name: 'Other', email: '', guests: 1 }
  const { data: stay } = await w.api.reservations.create({ params, body: { ...guest, ...dates } })
  const { data: link } = await w.api.guestLinks.createForStay({
    params: { ...params, id: stay.id },
    body: {},
  })
  return link.path.slice('/g/'.length)
}

const headersOf = ({ headers }: { headers: Record<string, unknown> }) => {
  const { date: _date, ...rest } = headers
  return rest
}

apiTest(
  "no list shows another account's objects",
  async (w) => {
    await ownersObjects(w)
    const stranger = await w.account()
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

/** A token of the owner for a door and a house that none of the owner's other objects has to do with (D119). */
async function tokenForSomeDoors(w: World): Promise<string> {
  const { smartlockId } = await w.lock({ name: 'Inside' })
  const { data: address } = await w.api.addresses.create({ body: { name: 'Inside', smartlockIds: [] } })
  const { data: key } = await w.api.apiKeys.create()
  const { data } = await w.api.apiKeys.createToken({
    params: { apiKeyId: key.apiKeyId },
    body: { smartlockIds: [smartlockId], addressIds: [address.addressId] },
  })
  return data.accessToken as string
}

apiTest(
  'for a token that is limited to some doors what is outside does not exist, and a route that keeps to none is closed (D119)',
  async (w) => {
    const objects = await ownersObjects(w)
    const token = await tokenForSomeDoors(w)
    await w.emitted()
    for (const { label, route } of routes) {
      if (route.access === 'public' || (route.doors && !route.params)) continue
      if (isForGateways(route) || isForGuests(route)) continue
      const headers = { 'x-request-id': 'same' }
      const call = (of: Record<string, string | number>) =>
        w.request(route.method, fill(route, of), { token, headers })
      const outside = await call(objects)
      if (!route.doors) {
        const code = isForOperator(route) ? 'operator_required' : 'token_limited'
        assert.deepEqual([outside.statusCode, outside.json().code], [403, code], label)
        continue
      }
      const missing = await call(MISSING)
      assert.equal(outside.statusCode, 404, label)
      assert.deepEqual([outside.payload, headersOf(outside)], [missing.payload, headersOf(missing)], label)
    }
    assert.deepEqual(await w.emitted(), [], 'and nothing happened')
  },
  withSandbox,
)

apiTest('no list shows a token that is limited to some doors what is outside (D119)', async (w) => {
  const objects = await ownersObjects(w)
  const token = await tokenForSomeDoors(w)
  const names = ['smartlockId', 'authorizationId', 'reservationId', 'operationId', 'unitId'] as const
  let lists = 0
  for (const { label, route } of routes) {
    if (route.method !== 'GET' || route.params || !route.doors || route.stream) continue
    const { payload, statusCode } = await w.request('GET', route.path, { token })
    assert.equal(statusCode, 200, label)
    for (const name of names) assert.ok(!payload.includes(String(objects[name])), `${label} shows ${name}`)
    assert.ok(!payload.includes('receiver.example'), `${label} shows a webhook`)
    assert.ok(!payload.includes('"name":"Address"'), `${label} shows an address`)
    lists += 1
  }
  assert.ok(lists >= 8, 'every list that such a token can ask for')
})

test('the fixtures above cover every path parameter of the contract', async (t) => {
  const w = await createWorld(t, 'sqlite', withSandbox)
  const objects = await ownersObjects(w)
  // What is public belongs to nobody.
  for (const { route } of routes) if (route.access !== 'public') fill(route, objects)
})
