import assert from 'node:assert/strict'
import { RIGHTS, type RoleAssignment } from '@latchwork/contract'
import { createClient } from '@latchwork/sdk'
import { emit } from '../../src/features/events/outbox/service.ts'
import { inTransaction } from '../../src/platform/context.ts'
import { checkedFetch } from '../checked-fetch.ts'
import { openEventSource } from '../event-source.ts'
import { giveRoles, house, member } from '../members.ts'
import { startReceiver, TO_RECEIVERS } from '../webhook-receiver.ts'
import { type Api, apiTest, type Caller, type World } from '../world.ts'

/**
 * Whoever has a role in one place gets nothing more out of it (D209). What holds for every route is in roles.test.ts;
 * here is what several roles add up to, and what changes while they are in use.
 */

const { manageSmartlock } = RIGHTS

const unlockCode = async (w: World, { token }: { token: string }, smartlockId: number): Promise<number> =>
  (await w.request('POST', `/smartlock/${smartlockId}/action/unlock`, { token })).statusCode

/** The lock is offline: the call was let through. */
const LET_THROUGH = 409

interface Places {
  addressId: number
  smartlockId: number
  elsewhere: number
}

/** Two roles of which one would reach a door through the other, and the call that would do it. */
const DETOURS: [string, (at: Places) => RoleAssignment[], (api: Api, at: Places) => Promise<unknown>][] = [
  [
    'an operator of a house who manages access everywhere, by a unit',
    ({ addressId }) => [{ role: 'operator', addressIds: [addressId] }, { role: 'accessManager' }],
    (api, { addressId, elsewhere }) =>
      api.addressUnits.create({ params: { addressId }, body: { name: 'Flat', smartlockIds: [elsewhere] } }),
  ],
  [
    'an administrator of a house who manages access to one more door, by a unit',
    ({ addressId, elsewhere }) => [
      { role: 'administrator', addressIds: [addressId] },
      { role: 'accessManager', smartlockIds: [elsewhere] },
    ],
    (api, { addressId, elsewhere }) =>
      api.addressUnits.create({ params: { addressId }, body: { name: 'Flat', smartlockIds: [elsewhere] } }),
  ],
  [
    'the same, by a unit that is there',
    ({ addressId, elsewhere }) => [
      { role: 'administrator', addressIds: [addressId] },
      { role: 'accessManager', smartlockIds: [elsewhere] },
    ],
    async (api, { addressId, elsewhere }) => {
      const { data } = await api.addressUnits.create({ params: { addressId }, body: { name: 'Flat' } })
      const params = { addressId, id: data.id as string }
      return api.addressUnits.update({ params, body: { smartlockIds: [elsewhere] } })
    },
  ],
  [
    'an operator of a house who manages all locks, by the address',
    ({ addressId }) => [{ role: 'operator', addressIds: [addressId] }, { rights: manageSmartlock }],
    (api, { addressId, smartlockId, elsewhere }) =>
      api.addresses.update({ params: { addressId }, body: { smartlockIds: [smartlockId, elsewhere] } }),
  ],
  [
    'a keeper of the stays of a house who manages all locks, by the address',
    ({ addressId }) => [{ role: 'stayManager', addressIds: [addressId] }, { rights: manageSmartlock }],
    (api, { addressId, smartlockId, elsewhere }) =>
      api.addresses.update({ params: { addressId }, body: { smartlockIds: [smartlockId, elsewhere] } }),
  ],
]

for (const [who, roles, detour] of DETOURS)
  apiTest(`${who}, does not get rights on a door by putting it there`, async (w) => {
    const inside = await house(w, 'Inside')
    const { smartlockId: elsewhere } = await w.lock({ name: 'Elsewhere' })
    const at = { ...inside, elsewhere }
    const sub = await member(w, roles(at))
    await w.refuses(detour(sub.api, at), 'not_found')
    assert.notEqual(await unlockCode(w, sub, elsewhere), LET_THROUGH)
  })

apiTest('whoever may do as much with a door as with a house puts it there', async (w) => {
  const { addressId, smartlockId } = await house(w, 'Inside')
  const { smartlockId: elsewhere } = await w.lock({ name: 'Elsewhere' })
  const params = { addressId }
  const one = await member(w, [{ role: 'administrator', addressIds: [addressId], smartlockIds: [elsewhere] }])
  await one.api.addressUnits.create({
    params,
    body: { name: 'Flat', smartlockIds: [smartlockId, elsewhere] },
  })
  const all = await member(w, [{ role: 'administrator' }, { role: 'operator', addressIds: [addressId] }])
  await all.api.addresses.update({ params, body: { smartlockIds: [smartlockId, elsewhere] } })
  const keeper = await member(w, [
    { role: 'stayManager', addressIds: [addressId] },
    { rights: manageSmartlock },
  ])
  const body = { smartlockIds: [elsewhere, smartlockId], name: 'Renamed' }
  assert.equal((await keeper.api.addresses.update({ params, body })).data.name, 'Renamed')
})

async function tokenOf(w: World, { api }: Caller, body: { smartlockIds: number[] }): Promise<Caller> {
  const { data: key } = await api.apiKeys.create()
  const { data } = await api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId }, body })
  const token = data.accessToken as string
  const narrow = createClient({ baseUrl: 'http://test', token, fetch: checkedFetch(w.service.app) })
  return { accountId: 0, token, api: narrow }
}

apiTest(
  'a token for one door, of an account with roles, does not see what the account did at another',
  async (w) => {
    const [a, b] = [await w.played(), await w.played()]
    const sub = await member(w, [{ role: 'operator', smartlockIds: [a.smartlockId, b.smartlockId] }])
    const { api } = await tokenOf(w, sub, { smartlockIds: [a.smartlockId] })
    const { operationId } = await sub.api.smartlocks.unlock({ params: { smartlockId: b.smartlockId } })
    await sub.api.smartlocks.unlock({ params: { smartlockId: a.smartlockId } })
    const { data } = await api.operations.list({ query: {} })
    assert.deepEqual(
      data.map(({ smartlockId }) => smartlockId),
      [a.smartlockId],
    )
    await w.refuses(api.operations.get({ params: { operationId: operationId as string } }), 'not_found')
  },
)

apiTest('the doors of a unit are those of a role until the unit is deleted, and no longer', async (w) => {
  const { addressId } = await house(w, 'Inside')
  const { smartlockId } = await w.lock({ name: 'Flat' })
  const sub = await member(w, [{ role: 'operator', addressIds: [addressId] }])
  assert.equal(await unlockCode(w, sub, smartlockId), 404)
  const params = { addressId }
  const { data: unit } = await w.api.addressUnits.create({
    params,
    body: { name: 'Flat', smartlockIds: [smartlockId] },
  })
  assert.equal(await unlockCode(w, sub, smartlockId), LET_THROUGH, 'it is one of the house’s doors')
  const { operationId } = await w.api.addressUnits.remove({ params: { addressId, id: unit.id as string } })
  await w.untilOperation(operationId, 'confirmed')
  assert.equal(await unlockCode(w, sub, smartlockId), 404, 'and is not any more')
})

/** The account emits that the lock has logged something. */
async function logged(w: World, smartlockId: number): Promise<void> {
  const ctx = w.service.contextFor(w.owner.accountId)
  const payload = { smartlockId } as never
  await inTransaction(ctx, (tx) => emit(tx, [{ feature: 'DEVICE_LOGS', smartlockId, payload }]))
}

apiTest(
  'a role that is taken away ends what its stream and its webhook tell, and what was told is not shown again',
  async (w, t) => {
    const [a, b] = [await w.lock({ name: 'A' }), await w.lock({ name: 'B' })]
    const both = [a.smartlockId, b.smartlockId]
    const sub = await member(w, [{ role: 'viewer', smartlockIds: both }])
    const receiver = await startReceiver(t)
    const { data: webhook } = await sub.api.webhooks.register({
      body: { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_LOGS'] },
    })
    const stream = await openEventSource(w.service, sub.token)
    for (const smartlockId of both) await logged(w, smartlockId)
    await w.until('both are told', async () => receiver.messages.length === 2 && stream.events.length >= 2)
    const params = { webhookId: webhook.id as number }
    const told = async () =>
      (await sub.api.webhooks.logOf({ params })).data.map((entry) =>
        JSON.stringify(entry.response?.body ?? {}),
      )
    await w.until('it is in the log', async () => (await told()).join().includes(String(b.smartlockId)))
    await giveRoles(w, sub, [{ role: 'viewer', smartlockIds: [a.smartlockId] }])
    for (const smartlockId of [b.smartlockId, a.smartlockId]) await logged(w, smartlockId)
    await w.until('what is left is told', async () => receiver.messages.length === 3)
    await w.until('in the stream, too', async () => stream.events.length >= 3)
    const shown = [...stream.events.slice(2).map(({ data }) => data), JSON.stringify(receiver.messages[2])]
    assert.ok(!shown.join().includes(String(b.smartlockId)), shown.join())
    assert.ok(!(await told()).join().includes(String(b.smartlockId)), 'the log of the webhook')
    stream.close()
  },
  { config: { outbound: TO_RECEIVERS } },
)

apiTest('a list of doors that got lost on its way gives no role on everything', async (w) => {
  for (const lost of ['smartlockIds', 'addressIds']) {
    const { statusCode, payload } = await w.request('PUT', '/account/sub', {
      body: {
        ...{
          email: `${lost.toLowerCase()}@example.org`,
          password: 'sub horse',
          name: 'Lost',
          language: 'en',
        },
        ...{ rights: 0, profile: {}, currentPassword: 'correct horse' },
        roles: [{ role: 'operator', [lost]: null }],
      },
    })
    assert.equal(statusCode, 400, payload)
    assert.match(payload, new RegExp(`roles\\[0\\]\\.${lost}`))
  }
})
