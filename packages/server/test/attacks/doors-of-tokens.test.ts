import assert from 'node:assert/strict'
import { createClient } from '@latchwork/sdk'
import { type AccessDevice, playedKeypad } from '../access-device.ts'
import { checkedFetch } from '../checked-fetch.ts'
import { openEventSource } from '../event-source.ts'
import { clockOf, standingStill, untilInTime } from '../manual-time.ts'
import { startReceiver, TO_RECEIVERS } from '../webhook-receiver.ts'
import { type Api, apiTest, type World } from '../world.ts'

/**
 * A token for one building knows nothing of the others (D119). What holds for every route is in access.test.ts; here
 * are ids in bodies, what is told unasked, and what changes while the token is in use.
 */
const options = { config: { outbound: TO_RECEIVERS } }

interface Building {
  addressId: number
  door: AccessDevice
}

async function building(w: World, name: string): Promise<Building> {
  const door = await playedKeypad(w, name)
  const body = { name, smartlockIds: [door.smartlockId] }
  const { data } = await w.api.addresses.create({ body })
  return { addressId: data.addressId, door }
}

const apiFor = (w: World, token: string): Api =>
  createClient({ baseUrl: 'http://test', token, fetch: checkedFetch(w.service.app) })

async function tokenFor(w: World, body: { addressIds?: number[]; smartlockIds?: number[] }) {
  const { data: key } = await w.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  const { data } = await w.api.apiKeys.createToken({ params, body })
  const token = data.accessToken as string
  return { token, api: apiFor(w, token), params: { ...params, id: data.id } }
}

const auth = { name: 'Guest', type: 13 as const, remoteAllowed: false }

apiTest('ids of another building in a body are as missing as those of another account', async (w) => {
  const inside = await building(w, 'Inside')
  const outside = await building(w, 'Outside')
  const { api } = await tokenFor(w, { addressIds: [inside.addressId] })
  const both = [inside.door.smartlockId, outside.door.smartlockId]
  await w.api.authorizations.create({ body: { ...auth, smartlockIds: both } })
  const { data: all } = await w.api.authorizations.list()
  const theirs = all.find((one) => one.smartlockId === outside.door.smartlockId)?.id as string
  const own = all.find((one) => one.smartlockId === inside.door.smartlockId)?.id as string
  await w.emitted()
  const refused = [
    () => api.authorizations.create({ body: { ...auth, smartlockIds: both } }),
    () => api.authorizations.createAdvanced({ body: { ...auth, smartlockIds: both } }),
    () => api.authorizations.updateMany({ body: [{ id: theirs, name: 'Mine' }] }),
    () =>
      api.authorizations.updateMany({
        body: [
          { id: own, name: 'Mine' },
          { id: theirs, name: 'Mine' },
        ],
      }),
    () => api.authorizations.removeMany({ body: [own, theirs] }),
    () =>
      api.smartlocks.setWebConfigs({
        body: {
          webConfigRequests: both.map((smartlockId) => ({
            smartlockId,
            webConfig: { batteryWarningPerMailEnabled: true },
          })),
        },
      }),
    () => api.addresses.update({ params: { addressId: inside.addressId }, body: { smartlockIds: both } }),
    () => api.authorizations.get({ params: { smartlockId: inside.door.smartlockId, id: theirs } }),
  ]
  for (const call of refused) await w.refuses(call(), 'not_found')
  assert.deepEqual(await w.emitted(), [], 'and nothing happened')
  assert.deepEqual(
    (await api.authorizations.list()).data.map(({ id }) => id),
    [own],
  )
  assert.deepEqual(
    (await api.authorizations.list({ query: { ids: [own, theirs] } })).data.map(({ id }) => id),
    [own],
  )
  const { data: page } = await api.authorizations.paged()
  assert.deepEqual([page.results.map(({ id }) => id), page.pagination.totalItems], [[own], 1])
  assert.deepEqual(
    (await api.smartlocks.list()).data.map(({ name }) => name),
    ['Inside'],
  )
  assert.deepEqual(
    (await api.smartlocks.list({ query: { type: 4 } })).data.map(({ name }) => name),
    ['Inside'],
  )
  assert.deepEqual(
    (await api.addresses.list()).data.map(({ name }) => name),
    ['Inside'],
  )
  const { operationId } = await api.authorizations.create({
    body: { ...auth, smartlockIds: [inside.door.smartlockId] },
  })
  assert.ok((await api.operations.get({ params: { operationId: operationId as string } })).data)
})

apiTest(
  'events, the stream and webhooks tell of the doors inside, and of a callback only when it is about nothing else',
  async (w, t) => {
    const inside = await building(w, 'Inside')
    const outside = await building(w, 'Outside')
    const { token, api } = await tokenFor(w, { addressIds: [inside.addressId] })
    const receiver = await startReceiver(t)
    const features = ['DEVICE_MASTERDATA', 'DEVICE_AUTHS', 'ACCOUNT_USER'] as const
    await api.webhooks.register({ body: { webhookUrl: receiver.url, webhookFeatures: [...features] } })
    const stream = await openEventSource(w.service, token)
    const rename = ({ door }: Building, name: string) =>
      w.api.smartlocks.update({ params: { smartlockId: door.smartlockId }, body: { name } })
    await rename(outside, 'Secret')
    await w.api.accountUsers.create({ body: { email: 'a@example.com', name: 'Secret' } })
    const { data: advanced } = await api.authorizations.createAdvanced({
      body: { ...auth, smartlockIds: [inside.door.smartlockId] },
    })
    inside.door.obeyAll()
    await w.until('the callback', async () =>
      receiver.messages.some(({ payload }) => payload.requestId === advanced.requestId),
    )
    await rename(inside, 'Last')
    await w.until('the last event', async () => receiver.messages.at(-1)?.payload.name === 'Last')
    await w.until('on the stream', async () => stream.events.at(-1)?.data?.includes('Last'))
    const { data: list } = await api.events.list()
    const told = [
      JSON.stringify(receiver.messages.map(({ payload }) => payload)),
      JSON.stringify(stream.events),
      JSON.stringify(list.events),
    ]
    for (const text of told) {
      assert.ok(!text.includes('Secret') && !text.includes(String(outside.door.smartlockId)), text)
      assert.ok(text.includes(advanced.requestId))
    }
    stream.close()
  },
  options,
)

apiTest(
  'what a webhook did not get while the door was inside, it does not get once the door has left',
  async (w, t) => {
    const inside = await building(w, 'Inside')
    const { api, params } = await tokenFor(w, { addressIds: [inside.addressId] })
    const receiver = await startReceiver(t, (_message, response) => response.writeHead(500).end())
    const { data: webhook } = await api.webhooks.register({
      body: { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_MASTERDATA'] },
    })
    const rename = (name: string) =>
      w.api.smartlocks.update({ params: { smartlockId: inside.door.smartlockId }, body: { name } })
    await rename('Secret')
    const [attempt] = await untilInTime(w, 'an attempt in the log', async () => {
      const { data } = await api.webhooks.logOf({ params: { webhookId: webhook.id }, query: {} })
      return data.length > 0 && data
    })
    const before = receiver.messages.length
    const second = await building(w, 'Second')
    await w.api.addresses.update({
      params: { addressId: inside.addressId },
      body: { smartlockIds: [second.door.smartlockId] },
    })
    receiver.answer = (_message, response) => response.writeHead(204).end()
    clockOf(w).advance(48 * 3_600_000)
    await w.api.smartlocks.update({ params: { smartlockId: second.door.smartlockId }, body: { name: 'New' } })
    await untilInTime(w, 'the next event', async () => receiver.messages.at(-1)?.payload.name === 'New')
    await w.refuses(
      w.api.webhooks.resend({ params: { apiKeyId: params.apiKeyId, id: attempt?.id as string } }),
      'webhook_not_deliverable',
    )
    const later = JSON.stringify(receiver.messages.slice(before).map(({ payload }) => payload))
    assert.ok(!later.includes('Secret'), later)
  },
  { ...options, ...standingStill() },
)

apiTest('a token for an address follows its locks as they are added and removed', async (w) => {
  const inside = await building(w, 'Inside')
  const outside = await building(w, 'Outside')
  const { token, api } = await tokenFor(w, { addressIds: [inside.addressId] })
  const stream = await openEventSource(w.service, token)
  const setLocks = (smartlockIds: number[]) =>
    w.api.addresses.update({ params: { addressId: inside.addressId }, body: { smartlockIds } })
  const names = async () => (await api.smartlocks.list()).data.map(({ name }) => name).toSorted()
  const second = { params: { smartlockId: outside.door.smartlockId } }
  assert.deepEqual(await names(), ['Inside'])
  await setLocks([inside.door.smartlockId, outside.door.smartlockId])
  assert.deepEqual(await names(), ['Inside', 'Outside'])
  assert.equal((await api.smartlocks.get(second)).data.name, 'Outside')
  await setLocks([inside.door.smartlockId])
  assert.deepEqual(await names(), ['Inside'])
  await w.refuses(api.smartlocks.get(second), 'not_found')
  await w.refuses(api.smartlocks.unlock(second), 'not_found')
  await w.api.smartlocks.update({ ...second, body: { name: 'Gone' } })
  await w.api.smartlocks.update({ params: { smartlockId: inside.door.smartlockId }, body: { name: 'Here' } })
  await w.until('the event', async () => stream.events.at(-1)?.data?.includes('Here'))
  assert.ok(!JSON.stringify(stream.events).includes('Gone'))
  stream.close()
})

apiTest('logs, operations and stays of another building are not shown', async (w) => {
  const inside = await building(w, 'Inside')
  const outside = await building(w, 'Outside')
  const { api } = await tokenFor(w, {
    addressIds: [inside.addressId],
    smartlockIds: [inside.door.smartlockId],
  })
  const guest = {
    name: 'Guest',
    email: '',
    guests: 1,
    startDate: '2030-01-01T00:00Z',
    endDate: '2030-01-02T00:00Z',
  }
  const stays: string[] = []
  for (const { addressId, door } of [inside, outside]) {
    const { data } = await w.api.reservations.create({ params: { addressId }, body: guest })
    stays.push(data.id)
    await w.api.smartlocks.sync({ params: { smartlockId: door.smartlockId }, body: {} })
    const row = {
      id: w.service.platform.ids.timeOrdered(),
      account_id: w.owner.accountId,
      name: '',
      auth_id: null,
    }
    const what = { action: 1, trigger: 0, state: 0, auto_unlock: 0, date: 1, device_type: 4 }
    await w.db
      .insertInto('smartlock_log')
      .values({ ...row, ...what, smartlock_id: door.smartlockId } as never)
      .execute()
  }
  const both = [inside.door.smartlockId, outside.door.smartlockId]
  const { operationId } = await w.api.authorizations.create({ body: { ...auth, smartlockIds: both } })
  assert.deepEqual(
    (await api.reservations.search()).data.map(({ id }) => id),
    [stays[0]],
  )
  await w.refuses(api.reservations.search({ query: { id: stays[1] as string } }), 'invalid_parameter')
  assert.deepEqual(
    (await api.smartlocks.log()).data.map(({ smartlockId }) => smartlockId),
    [both[0]],
  )
  const { data: operations } = await api.operations.list()
  assert.ok(operations.length >= 2)
  for (const one of operations) assert.equal(one.smartlockId, both[0])
  await w.refuses(api.operations.get({ params: { operationId: operationId as string } }), 'not_found')
})

apiTest(
  'a token for some doors makes no other access, and has to do with its own webhooks only',
  async (w) => {
    const inside = await building(w, 'Inside')
    const { api, token, params } = await tokenFor(w, { addressIds: [inside.addressId] })
    await w.refuses(api.apiKeys.createToken({ params }), 'token_limited')
    await w.refuses(api.apiKeys.updateToken({ params, body: { addressIds: null } as never }), 'token_limited')
    await w.refuses(
      api.account.update({ body: { language: 'en', password: 'another horse' } }),
      'token_limited',
    )
    const { data: other } = await w.api.apiKeys.createToken({ params })
    const register = (by: string, webhookUrl: string) =>
      w.request('PUT', '/api/decentralWebhook', {
        token: by,
        body: { webhookUrl, webhookFeatures: ['DEVICE_STATUS'] },
      })
    const theirs = (await register(other.accessToken as string, 'https://receiver.example/a')).json()
    assert.equal((await register(token, 'https://receiver.example/a')).json().code, 'url_not_allowed')
    const own = (await register(token, 'https://receiver.example/b')).json()
    assert.deepEqual(
      (await api.webhooks.list()).data.map(({ id }) => id),
      [own.id],
    )
    await w.refuses(api.webhooks.remove({ params: { id: theirs.id } }), 'not_found')
    const stranger = await w.account()
    const foreign = await w.lock({ by: stranger })
    await w.refuses(tokenFor(w, { smartlockIds: [foreign.smartlockId] }), 'not_found')
    await w.refuses(tokenFor(w, { addressIds: [2_000_000_000] }), 'not_found')
  },
)
