import assert from 'node:assert/strict'
import { apiTest, bothTest, type World } from '../../../test/world.ts'

apiTest('a registered lock is listed, shown, and waits for its first connection', async (w) => {
  const { data } = await w.api.smartlocks.register({ body: { type: 5, name: 'Attic', deviceId: '1a2b3c4d' } })
  assert.equal(data.smartlockId, 21_913_877_581, 'D19')
  assert.partialDeepStrictEqual(data, {
    accountId: w.owner.accountId,
    type: 5,
    name: 'Attic',
    favorite: false,
    authId: 0,
    serverState: 1,
    adminPinState: 0,
    keyturner: true,
  })
  assert.ok(data.credentials.secret.length >= 43)
  assert.deepEqual(await w.emitted(), ['DEVICE_MASTERDATA'])
  const { credentials: _shownOnce, ...lock } = data
  assert.deepEqual((await w.api.smartlocks.get({ params: { smartlockId: data.smartlockId } })).data, lock)
  assert.deepEqual((await w.api.smartlocks.list()).data, [lock])
  const stored = JSON.stringify(await w.db.selectFrom('device_credential').selectAll().execute())
  assert.ok(!stored.includes(data.credentials.secret), 'the store holds no secret in clear')
})

apiTest('a device id is registered once, by whomever', async (w) => {
  await w.lock({ deviceId: 'AABBCCDD' })
  const other = await w.account()
  for (const caller of [w.owner, other]) {
    await w.refuses(
      caller.api.smartlocks.register({ body: { type: 0, name: 'Copy', deviceId: 'aabbccdd' } }),
      'smartlock_exists',
    )
  }
  assert.equal((await w.api.smartlocks.list()).data.length, 1)
})

bothTest('locks are listed in the order they came, also page by page (D207)', async (w) => {
  const ids: number[] = []
  for (const name of ['C', 'A', 'B']) ids.push((await w.lock({ name })).smartlockId)
  const listed = async (query: object) =>
    (await w.api.smartlocks.list({ query })).data.map(({ smartlockId }) => smartlockId)
  assert.deepEqual(await listed({}), ids)
  assert.deepEqual(await listed({ limit: 2 }), ids.slice(0, 2))
  assert.deepEqual(await listed({ offset: 2, limit: 2 }), ids.slice(2))
  assert.deepEqual(await listed({ offset: 1 }), ids.slice(1))
  assert.deepEqual(await listed({ offset: 3 }), [])
  assert.equal((await w.request('GET', '/smartlock?limit=0')).statusCode, 400)
})

bothTest(
  'the next lock over the quota is 409, also when asked for at the same moment',
  async (w) => {
    const calls = Array.from({ length: 5 }, () => w.api.smartlocks.register({ body: { type: 4, name: 'x' } }))
    const results = await Promise.allSettled(calls)
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 2)
    await w.refuses(w.api.smartlocks.register({ body: { type: 4, name: 'x' } }), 'quota_exceeded')
  },
  { config: { quota: { smartlocks: 2 } } },
)

apiTest(
  'a lock of the sandbox reports everything: state, config, versions, and shows that it is simulated',
  async (w) => {
    const { smartlockId } = await w.simulated()
    const { data } = await w.api.smartlocks.get({ params: { smartlockId } })
    assert.equal(data.serverState, 0)
    assert.ok(data.firmwareVersion && data.hardwareVersion)
    assert.equal(data.config?.keypadPaired, true)
    assert.partialDeepStrictEqual(data.state, { mode: 2, state: 1, nightMode: false, ringToOpenTimer: 0 })
  },
)

apiTest('renaming and favouring change the label in the account and tell so, once', async (w) => {
  const { smartlockId } = await w.lock({ name: 'Door' })
  await w.emitted()
  const update = (body: object) => w.request('POST', `/smartlock/${smartlockId}`, { body })
  assert.equal((await update({ name: 'Main door', favorite: true })).statusCode, 204)
  assert.deepEqual(await w.emitted(), ['DEVICE_MASTERDATA'])
  const { data } = await w.api.smartlocks.get({ params: { smartlockId } })
  assert.deepEqual([data.name, data.favorite], ['Main door', true])
  await update({ name: 'Main door', favorite: true })
  await update({})
  assert.deepEqual(await w.emitted(), [], 'sending back what is there changes nothing')
})

apiTest('locks are filtered by type and by the number of their own authorization (D62)', async (w) => {
  const lock = await w.lock({ type: 4 })
  await w.lock({ type: 2 })
  await w.db
    .updateTable('smartlock')
    .set({ auth_id: 77 })
    .where('smartlock_id', '=', lock.smartlockId)
    .execute()
  const ids = async (query: string) =>
    (await w.request('GET', `/smartlock?${query}`))
      .json()
      .map((found: { smartlockId: number }) => found.smartlockId)
  assert.deepEqual(await ids('type=4'), [lock.smartlockId])
  assert.deepEqual(await ids('authId=77'), [lock.smartlockId])
  assert.deepEqual(await ids('auth_id=77&type=2'), [])
})

const DAY = 86_400_000
const T0 = Date.UTC(2026, 2, 1)

/** Five things that happened at a door, one a day. */
async function fiveDays(w: World) {
  const { device, smartlockId } = await w.played()
  for (let seq = 1; seq <= 5; seq++) {
    await device.publish('event', {
      seq,
      at: T0 + seq * DAY,
      kind: 'action',
      action: seq % 2 === 0 ? 2 : 1,
      trigger: 1,
      result: 0,
      name: `Person ${seq}`,
    })
  }
  await w.until('logged', async () => (await w.api.smartlocks.log()).data.length === 5)
  return { device, smartlockId }
}

bothTest('the log is newest first, paged by id, and filtered', async (w) => {
  const { smartlockId } = await fiveDays(w)
  const { data: all } = await w.api.smartlocks.logOf({ params: { smartlockId } })
  assert.deepEqual(
    all.map((entry) => entry.name),
    ['Person 5', 'Person 4', 'Person 3', 'Person 2', 'Person 1'],
  )
  const names = async (query: object) =>
    (await w.api.smartlocks.logOf({ params: { smartlockId }, query })).data
      .map((entry) => entry.name.slice(-1))
      .join('')
  assert.equal(await names({ limit: 2 }), '54')
  assert.equal(await names({ limit: 2, id: all[1]?.id }), '32')
  assert.equal(await names({ action: 2 }), '42')
  assert.equal(await names({ action: 1, limit: 2 }), '53')
  assert.equal(await names({ action: 1, id: all[2]?.id }), '1', 'goes on behind an entry')
  assert.equal(
    await names({
      fromDate: new Date(T0 + 2 * DAY).toISOString(),
      toDate: new Date(T0 + 4 * DAY).toISOString(),
    }),
    '432',
  )
  assert.equal(await names({ accountUserId: 9 }), '')
  assert.equal(await names({ authId: 'f'.repeat(24) }), '')
  const { data: everywhere } = await w.api.smartlocks.log({ query: { limit: 3 } })
  assert.deepEqual(everywhere, all.slice(0, 3))
})

apiTest('events that were missed come in order after a gap: nothing is lost, nothing twice', async (w) => {
  const { device, smartlockId } = await w.played()
  const event = (seq: number) => ({
    seq,
    at: T0 + seq,
    kind: 'action',
    action: 1,
    trigger: 1,
    result: 0,
    name: String(seq),
  })
  const acked = () =>
    device.received
      .filter((message) => message.topic.endsWith('/eack'))
      .map((message) => JSON.parse(message.payload).upTo)
  await device.publish('event', event(1))
  await device.publish('event', event(3))
  await w.until('the gap is told', async () => acked().length === 2)
  assert.deepEqual(acked(), [1, 1])
  for (const seq of [2, 3, 2, 3, 4]) await device.publish('event', event(seq))
  await w.until('everything is stored', async () => acked().at(-1) === 4)
  const { data } = await w.api.smartlocks.logOf({ params: { smartlockId } })
  assert.deepEqual(
    data.map((entry) => entry.name),
    ['4', '3', '2', '1'],
  )
  assert.equal((await w.emitted()).filter((feature) => feature === 'DEVICE_LOGS').length, 4)
})
