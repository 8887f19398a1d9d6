import assert from 'node:assert/strict'
import { RIGHTS, ROLE_NAMES, ROLES, type Route } from '@latchwork/contract'
import { emit } from '../src/features/events/outbox/service.ts'
import { inTransaction } from '../src/platform/context.ts'
import { openEventSource } from './event-source.ts'
import { house, member, PROOF } from './members.ts'
import { fill, MISSING, ownersObjects, routes, withSandbox } from './route-objects.ts'
import { startReceiver, TO_RECEIVERS } from './webhook-receiver.ts'
import { apiTest, type World } from './world.ts'

/** Roles are for the doors and addresses they name (D209): every route, inside and outside of them. */

const maskOf = (role: (typeof ROLE_NAMES)[number]) =>
  ROLES[role].rights | (ROLES[role].stays ? RIGHTS.manageAuthorizations : 0)

/** By which refusal a role does not get as far as to ask for an object; undefined when it does. */
function refusalOf({ access, doors, roles }: Route, mask: number): string | undefined {
  if (typeof access === 'object') {
    if (access.operator) return 'operator_required'
    if (access.master) return 'master_required'
    if (access.right && (mask & RIGHTS[access.right]) === 0) return 'right_missing'
  }
  return doors || roles ? undefined : 'right_missing'
}

/** What it is about is compared with what the caller is for. Services of calendars are the same for everybody. */
const isCompared = ({ doors, roles, params }: Route) =>
  doors !== undefined || (roles === 'handler' && !(params && 'serviceId' in params.properties))

const isForPeople = ({ access }: Route) => access !== 'public' && access !== 'gateway' && access !== 'guest'

for (const role of ROLE_NAMES)
  apiTest(
    `for the role ${role} on one house what is outside does not exist, whatever the route`,
    async (w) => {
      const objects = await ownersObjects(w)
      const { addressId } = await house(w, 'Inside')
      const { token } = await member(w, [{ role, addressIds: [addressId] }])
      await w.emitted()
      for (const { label, route } of routes) {
        if (!isForPeople(route) || (isCompared(route) && !route.params)) continue
        const headers = { 'x-request-id': 'same' }
        const call = async (of: Record<string, string | number>) => {
          const { statusCode, payload } = await w.request(route.method, fill(route, of), { token, headers })
          return { statusCode, payload }
        }
        const outside = await call(objects)
        const refusal = refusalOf(route, maskOf(role))
        if (refusal) {
          assert.deepEqual([outside.statusCode, JSON.parse(outside.payload).code], [403, refusal], label)
          continue
        }
        if (isCompared(route)) {
          assert.equal(outside.statusCode, 404, label)
          assert.deepEqual(outside, await call(MISSING), label)
        } else assert.doesNotMatch(outside.payload, /right_missing/, label)
      }
      assert.deepEqual(await w.emitted(), [], 'and nothing happened')
    },
    withSandbox,
  )

apiTest('no list shows a role what is outside of its house, and lists show what is inside', async (w) => {
  const objects = await ownersObjects(w)
  const inside = await house(w, 'Inside')
  const { token, api } = await member(w, [{ role: 'administrator', addressIds: [inside.addressId] }])
  const names = [
    ...(['smartlockId', 'authorizationId', 'reservationId', 'operationId', 'unitId'] as const),
    ...(['groupId', 'planId'] as const),
  ]
  for (const { label, route } of routes) {
    if (route.method !== 'GET' || route.params || !isCompared(route) || route.stream) continue
    const { payload, statusCode } = await w.request('GET', route.path, { token })
    assert.equal(statusCode, 200, label)
    for (const name of names) assert.ok(!payload.includes(String(objects[name])), `${label} shows ${name}`)
    assert.ok(!payload.includes('receiver.example'), `${label} shows a webhook`)
    assert.ok(!payload.includes('"name":"Address"'), `${label} shows an address`)
  }
  assert.deepEqual(
    (await api.smartlocks.list()).data.map((lock) => lock.smartlockId),
    [inside.smartlockId],
  )
  assert.deepEqual(
    (await api.addresses.list()).data.map((address) => address.addressId),
    [inside.addressId],
  )
})

/** What each role is answered inside: the status of a call that would do something, or read something. */
const CALLS = {
  see: ({ smartlockId }) => ['GET', `/smartlock/${smartlockId}`],
  log: ({ smartlockId }) => ['GET', `/smartlock/${smartlockId}/log`],
  unlock: ({ smartlockId }) => ['POST', `/smartlock/${smartlockId}/action/unlock`],
  codes: ({ smartlockId }) => ['GET', `/smartlock/${smartlockId}/auth`],
  stays: ({ addressId }) => ['GET', `/address/${addressId}/reservation`],
  rename: ({ smartlockId }) => ['POST', `/smartlock/${smartlockId}`, { name: 'Other' }],
} satisfies Record<string, (at: Awaited<ReturnType<typeof house>>) => [string, string, object?]>

/** 409: the lock is offline, so the call was let through. 404: the right is there, and not for this door. */
const ANSWERS: Record<(typeof ROLE_NAMES)[number], Record<keyof typeof CALLS, number>> = {
  viewer: { see: 200, log: 200, unlock: 403, codes: 403, stays: 403, rename: 403 },
  operator: { see: 200, log: 200, unlock: 409, codes: 403, stays: 403, rename: 403 },
  accessManager: { see: 200, log: 200, unlock: 403, codes: 200, stays: 404, rename: 403 },
  stayManager: { see: 200, log: 200, unlock: 403, codes: 404, stays: 200, rename: 403 },
  administrator: { see: 200, log: 200, unlock: 409, codes: 200, stays: 200, rename: 204 },
}

apiTest('each role does in its house what it is for, and nothing else', async (w) => {
  const at = await house(w, 'Inside')
  for (const role of ROLE_NAMES) {
    const { token } = await member(w, [{ role, addressIds: [at.addressId] }])
    for (const [name, call] of Object.entries(CALLS)) {
      const [method, path, body] = call(at) as [string, string, object?]
      const { statusCode } = await w.request(method, path, { token, ...(body && { body }) })
      assert.equal(statusCode, ANSWERS[role][name as keyof typeof CALLS], `${role} ${name}`)
    }
  }
})

apiTest('two roles in two houses stay apart, in calls, lists, operations, events and streams', async (w) => {
  const [a, b] = [await w.played(), await w.played()]
  const { token, api } = await member(w, [
    { rights: RIGHTS.operateSmartlock, smartlockIds: [a.smartlockId] },
    { rights: RIGHTS.viewLogs, smartlockIds: [b.smartlockId] },
  ])
  const status = async (method: string, path: string) => (await w.request(method, path, { token })).statusCode
  assert.equal((await api.smartlocks.list()).data.length, 2)
  assert.equal(await status('GET', `/smartlock/${a.smartlockId}/log`), 404)
  assert.equal(await status('GET', `/smartlock/${b.smartlockId}/log`), 200)
  assert.equal(await status('POST', `/smartlock/${b.smartlockId}/action/unlock`), 404)
  const stream = await openEventSource(w.service, token)
  for (const { smartlockId } of [a, b]) await w.api.smartlocks.unlock({ params: { smartlockId } })
  const listed = (await api.operations.list({ query: {} })).data
  assert.deepEqual(
    listed.map((operation) => operation.smartlockId),
    [a.smartlockId],
  )
  for (const { smartlockId } of [a, b]) await logged(w, smartlockId)
  await w.until('the log of b is heard of', async () => stream.events.some(isLogOf(b.smartlockId)))
  assert.ok(!stream.events.some(isLogOf(a.smartlockId)), 'of a it is not')
  const { data: page } = await api.events.list({ query: {} })
  const logs = page.events.filter(({ feature }) => feature === 'DEVICE_LOGS')
  assert.deepEqual([...new Set(logs.map((event) => event.smartlockId))], [b.smartlockId])
  stream.close()
})

/** The account emits that the lock has logged something. */
async function logged(w: World, smartlockId: number): Promise<void> {
  const ctx = w.service.contextFor(w.owner.accountId)
  const payload = { smartlockId } as never
  await inTransaction(ctx, (tx) => emit(tx, [{ feature: 'DEVICE_LOGS', smartlockId, payload }]))
}

const isLogOf = (smartlockId: number) => (event: { event?: string; data?: string }) =>
  event.event === 'DEVICE_LOGS' && JSON.parse(event.data as string).smartlockId === smartlockId

apiTest('roles are given by the master, say clearly what and where, and count at once', async (w) => {
  const { smartlockId, addressId } = await house(w, 'Inside')
  const elsewhere = await w.lock({ name: 'Elsewhere', by: await w.account() })
  const sub = await member(w, [{ role: 'operator', smartlockIds: [smartlockId] }])
  const params = { accountId: sub.accountId }
  const give = (body: object) => w.api.subAccounts.update({ params, body: { ...PROOF, ...body } as never })
  const { data } = await w.api.subAccounts.get({ params })
  assert.deepEqual([data.rights, data.roles], [18, [{ role: 'operator', smartlockIds: [smartlockId] }]])
  for (const body of [
    { rights: 31 },
    { roles: [] },
    { roles: [{}] },
    { roles: [{ role: 'operator', rights: 2 }] },
    { roles: [{ role: 'operator', stays: true }] },
    { roles: [{ role: 'king' }] },
    { roles: [{ role: 'viewer', smartlockIds: [] }] },
  ])
    await w.refuses(give(body), 'invalid_parameter')
  await w.refuses(give({ roles: [{ role: 'viewer', smartlockIds: [elsewhere.smartlockId] }] }), 'not_found')
  await w.refuses(give({ roles: [{ role: 'viewer', addressIds: [addressId + 1000] }] }), 'not_found')
  const narrow = await w.caller({ of: w.owner, scopes: ['account'] })
  const wider = { roles: [{ role: 'administrator' as const }] }
  await w.refuses(narrow.api.subAccounts.update({ params, body: wider }), 'step_up_required')
  const unlock = async () =>
    (await w.request('POST', `/smartlock/${smartlockId}/action/unlock`, { token: sub.token })).statusCode
  assert.equal(await unlock(), 409)
  await give({ roles: [{ role: 'viewer', smartlockIds: [smartlockId] }] })
  assert.equal(await unlock(), 403)
  await give({ roles: [{ role: 'administrator' }] })
  assert.equal((await sub.api.smartlocks.list()).data.length, 1)
  await sub.api.addresses.create({ body: { name: 'Mine', smartlockIds: [] } })
  await give({ roles: [], rights: 2 })
  assert.equal((await w.api.subAccounts.get({ params })).data.roles, undefined)
  assert.equal(await unlock(), 409)
})

apiTest(
  'an address gains a door, and so does the role that is for it; a stay manager of all sees new addresses',
  async (w) => {
    const { smartlockId, addressId } = await house(w, 'Inside')
    const sub = await member(w, [{ role: 'viewer', addressIds: [addressId] }])
    const keeper = await member(w, [{ role: 'stayManager' }])
    const seen = async () => (await sub.api.smartlocks.list()).data.map((lock) => lock.smartlockId)
    assert.deepEqual(await seen(), [smartlockId])
    const more = await w.lock({ name: 'Added' })
    await w.api.addresses.update({
      params: { addressId },
      body: { smartlockIds: [smartlockId, more.smartlockId] },
    })
    assert.deepEqual((await seen()).length, 2)
    const { data: added } = await w.api.addresses.create({ body: { name: 'New', smartlockIds: [] } })
    const params = { addressId: added.addressId }
    assert.deepEqual((await keeper.api.reservations.list({ params })).data, [])
    const dates = { startDate: '2030-01-01T00:00Z', endDate: '2030-01-02T00:00Z' }
    const { data: stay } = await keeper.api.reservations.create({
      params,
      body: { name: 'Guest', email: '', guests: 1, ...dates },
    })
    assert.equal(stay.name, 'Guest')
  },
)

apiTest(
  'a token of a sub-account with roles, limited to some doors, is for what is within both',
  async (w) => {
    const [a, b] = [await house(w, 'A'), await house(w, 'B')]
    const sub = await member(w, [{ role: 'operator', addressIds: [a.addressId] }])
    const { data: key } = await sub.api.apiKeys.create()
    const params = { apiKeyId: key.apiKeyId }
    const make = (smartlockIds: number[]) => sub.api.apiKeys.createToken({ params, body: { smartlockIds } })
    await w.refuses(make([b.smartlockId]), 'not_found')
    const { data } = await make([a.smartlockId])
    const list = await w.request('GET', '/smartlock', { token: data.accessToken as string })
    assert.deepEqual(
      list.json().map((lock: { smartlockId: number }) => lock.smartlockId),
      [a.smartlockId],
    )
    await w.api.subAccounts.update({
      params: { accountId: sub.accountId },
      body: { roles: [{ role: 'operator', addressIds: [b.addressId] }], ...PROOF },
    })
    assert.deepEqual((await w.request('GET', '/smartlock', { token: data.accessToken as string })).json(), [])
  },
)

apiTest(
  'an access manager of one house knows its people and whom it added, and gives keys to nobody else',
  async (w) => {
    const { smartlockId, addressId } = await house(w, 'Inside')
    const elsewhere = await w.lock({ name: 'Elsewhere' })
    const person = async (name: string) =>
      (await w.api.accountUsers.create({ body: { email: `${name}@example.com`, name } })).data.accountUserId
    const [inside, outside] = [await person('inside'), await person('outside')]
    const key = (lock: number, accountUserId: number, by = w.api) =>
      by.authorizations.createOn({
        params: { smartlockId: lock },
        body: { name: 'Key', remoteAllowed: true, accountUserId },
      })
    await key(smartlockId, inside)
    await key(elsewhere.smartlockId, outside)
    const { api, token } = await member(w, [{ role: 'accessManager', addressIds: [addressId] }])
    const names = async () => (await api.accountUsers.list({ query: {} })).data.map(({ name }) => name)
    assert.deepEqual(await names(), ['inside'])
    await w.refuses(api.accountUsers.get({ params: { accountUserId: outside } }), 'not_found')
    const { data: added } = await api.accountUsers.create({
      body: { email: 'added@example.com', name: 'added' },
    })
    assert.deepEqual(await names(), ['inside', 'added'])
    const give = (accountUserId: number) => key(smartlockId, accountUserId, api)
    await w.refuses(give(outside), 'not_found')
    await give(added.accountUserId)
    const { statusCode } = await w.request('DELETE', `/account/user/${inside}`, { token })
    assert.equal(statusCode, 403, 'who is somewhere else, too, is not deleted from here')
  },
)

apiTest(
  'webhooks and notifications of a sub-account with roles get what its roles are for',
  async (w, t) => {
    const [a, b] = [await w.lock({ name: 'A' }), await w.lock({ name: 'B' })]
    const sub = await member(w, [{ role: 'viewer', smartlockIds: [a.smartlockId] }])
    const receiver = await startReceiver(t)
    await sub.api.webhooks.register({
      body: { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_LOGS', 'DEVICE_STATUS'] },
    })
    for (const { smartlockId } of [b, a]) await logged(w, smartlockId)
    await w.until('one message', async () => receiver.messages.length > 0)
    assert.deepEqual(
      receiver.messages.map(({ payload }) => payload.smartlockId),
      [a.smartlockId],
    )
    const settings = [{ smartlockId: b.smartlockId, triggerEvents: ['unlock' as const] }]
    const notification = { pushId: 'https://receiver.example/push', os: 2 as const, settings }
    await w.refuses(sub.api.notifications.create({ body: notification }), 'not_found')
  },
  { config: { outbound: TO_RECEIVERS } },
)
