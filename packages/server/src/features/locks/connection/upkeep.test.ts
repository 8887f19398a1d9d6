import assert from 'node:assert/strict'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { connectDevice } from '../../../../test/ldp-device.ts'
import { apiTest, type World } from '../../../../test/world.ts'

const shown = async (w: World, smartlockId: number) =>
  (await w.api.smartlocks.get({ params: { smartlockId } })).data

const operation = async (w: World, operationId: string | undefined) =>
  (await w.api.operations.get({ params: { operationId: operationId as string } })).data

apiTest(
  "the lock's answer to the admin PIN decides about its state, and nobody is shown the PIN",
  async (w) => {
    const { smartlockId, device } = await w.played()
    const params = { smartlockId }
    await w.emitted()
    const wrong = await w.api.smartlocks.setAdminPin({ params, body: { adminPin: 1357 } })
    assert.equal((await shown(w, smartlockId)).operationId, wrong.operationId)
    const desired = await device.desired(0)
    assert.deepEqual([desired.section, desired.set], ['pin', { adminPin: 1357 }])
    await device.report(desired, { errors: [{ path: 'adminPin', code: 0x21 }] })
    await w.untilOperation(wrong.operationId, 'failed')
    assert.equal((await operation(w, wrong.operationId)).errorCode, '21')
    assert.equal((await shown(w, smartlockId)).adminPinState, 2)
    assert.deepEqual(await w.emitted(), ['DEVICE_STATUS'])
    const right = await w.api.smartlocks.setAdminPin({ params, body: { adminPin: 2468 } })
    await device.report(await device.desired(1))
    await w.untilOperation(right.operationId, 'confirmed')
    assert.equal((await shown(w, smartlockId)).adminPinState, 0)
    for (const table of ['smartlock', 'lock_desired', 'operation', 'event'] as const) {
      const kept = JSON.stringify(await w.db.selectFrom(table).selectAll().execute())
      assert.doesNotMatch(kept, /:\s*\\?"?(1357|2468)\b/, `in ${table}`)
    }
  },
)

apiTest('an admin PIN has up to four digits, of type 5 up to six, and is required', async (w) => {
  const four = await w.lock({ type: 4 })
  const five = await w.lock({ type: 5 })
  const set = (smartlockId: number, adminPin: number) =>
    w.api.smartlocks.setAdminPin({ params: { smartlockId }, body: { adminPin } })
  await w.refuses(set(four.smartlockId, 10_000), 'invalid_parameter')
  await w.refuses(set(five.smartlockId, 1_000_000), 'invalid_parameter')
  await set(four.smartlockId, 9999)
  await set(five.smartlockId, 999_999)
  const url = `/smartlock/${four.smartlockId}/admin/pin`
  assert.equal((await w.request('POST', url, { body: {} })).statusCode, 400)
  assert.equal((await w.request('POST', url)).statusCode, 400)
})

apiTest(
  'several syncs that wait are one; the lock reports everything and the events tell of it',
  async (w) => {
    const { smartlockId, simulator } = await w.simulated()
    const params = { smartlockId }
    await simulator.goOffline()
    await w.until('offline', async () => (await shown(w, smartlockId)).serverState === 4)
    const first = await w.api.smartlocks.sync({ params })
    const second = await w.api.smartlocks.sync({ params, body: {} })
    assert.equal(second.operationId, first.operationId)
    assert.equal((await shown(w, smartlockId)).operationId, first.operationId)
    await w.emitted()
    await simulator.goOnline()
    await w.untilOperation(first.operationId, 'confirmed')
    const events = await w.emitted()
    assert.ok(events.includes('DEVICE_MASTERDATA') && events.includes('DEVICE_CONFIG'), String(events))
    const third = await w.api.smartlocks.sync({ params })
    assert.notEqual(third.operationId, first.operationId)
    await w.untilOperation(third.operationId, 'confirmed')
  },
)

apiTest('a sync that a connected lock has not answered yet is joined, not refused', async (w) => {
  const { smartlockId, device } = await w.played()
  const params = { smartlockId }
  const first = await w.api.smartlocks.sync({ params })
  const { id } = await device.sync(0)
  assert.equal(id, first.operationId)
  assert.equal((await w.api.smartlocks.sync({ params })).operationId, first.operationId)
  await device.ack({ id }, 'done', 0)
  await w.untilOperation(first.operationId, 'confirmed')
})

apiTest('web configuration is merged, shown and told; null and absent leave a field as it is', async (w) => {
  const { smartlockId } = await w.lock()
  const params = { smartlockId }
  assert.equal((await shown(w, smartlockId)).webConfig, undefined)
  await w.emitted()
  await w.api.smartlocks.setWebConfig({ params, body: { batteryWarningPerMailEnabled: true } })
  await w.api.smartlocks.setWebConfig({
    params,
    body: { batteryWarningPerMailEnabled: null, dismissedLiftUpHandleWarning: [7] },
  })
  assert.deepEqual((await shown(w, smartlockId)).webConfig, {
    batteryWarningPerMailEnabled: true,
    dismissedLiftUpHandleWarning: [7],
  })
  await w.api.smartlocks.setWebConfig({ params, body: { dismissedLiftUpHandleWarning: [] } })
  assert.deepEqual((await shown(w, smartlockId)).webConfig?.dismissedLiftUpHandleWarning, [])
  assert.deepEqual(await w.emitted(), ['DEVICE_CONFIG', 'DEVICE_CONFIG', 'DEVICE_CONFIG'])
  await w.api.smartlocks.setWebConfig({ params })
  assert.deepEqual(await w.emitted(), [])
})

apiTest('web configuration in bulk is taken whole or not at all (D27)', async (w) => {
  const [a, b] = [await w.lock(), await w.lock()]
  const foreign = await w.lock({ by: await w.account() })
  const webConfig = { batteryWarningPerMailEnabled: true }
  const set = (...ids: number[]) =>
    w.api.smartlocks.setWebConfigs({
      body: { webConfigRequests: ids.map((smartlockId) => ({ smartlockId, webConfig })) },
    })
  await w.emitted()
  await w.refuses(set(a.smartlockId, foreign.smartlockId), 'not_found')
  assert.equal((await shown(w, a.smartlockId)).webConfig, undefined)
  assert.deepEqual(await w.emitted(), [])
  await set(a.smartlockId, b.smartlockId, a.smartlockId)
  assert.deepEqual((await shown(w, b.smartlockId)).webConfig, webConfig)
  assert.deepEqual(await w.emitted(), ['DEVICE_CONFIG', 'DEVICE_CONFIG'])
  await set()
})

apiTest(
  'a deleted lock is gone: shown out, its login dead, what waited for it cancelled, its log kept',
  async (w) => {
    const { device, ...lock } = await w.played()
    const { smartlockId } = lock
    const params = { smartlockId }
    await device.publish('event', {
      seq: 1,
      at: Date.now(),
      kind: 'door',
      action: 240,
      trigger: 0,
      result: 0,
    })
    await w.until('the log entry', async () => (await w.api.smartlocks.log()).data.length === 1)
    const config = await w.api.smartlocks.setConfig({ params, body: { ledEnabled: false } })
    await device.desired(0)
    await w.emitted()
    await w.api.smartlocks.remove({ params })
    await device.closed
    await w.refuses(w.api.smartlocks.get({ params }), 'not_found')
    assert.equal((await operation(w, config.operationId)).status, 'cancelled')
    assert.deepEqual(await w.emitted(), ['DEVICE_MASTERDATA'])
    const event = await w.db.selectFrom('event').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    assert.partialDeepStrictEqual(JSON.parse(event.payload), { deleted: true, smartlockId })
    await assert.rejects(connectDevice({ url: w.service.bus.url, ...lock }))
    assert.equal((await w.api.smartlocks.log()).data.length, 1)
    const { data } = await w.api.smartlocks.register({
      body: { type: 4, name: 'Again', deviceId: lock.deviceId },
    })
    assert.equal(data.smartlockId, smartlockId)
  },
)

apiTest('an unlock that was accepted and not sent dies with its lock', async (w) => {
  const { smartlockId, device } = await w.played()
  const params = { smartlockId }
  const { operationId } = await w.api.smartlocks.unlock({ params })
  await device.command(0)
  await w.untilOperation(operationId, 'sent')
  await w.db
    .updateTable('operation')
    .set({ status: 'queued' })
    .where('id', '=', operationId as string)
    .execute()
  await w.api.smartlocks.remove({ params })
  await w.service.settle()
  assert.equal((await operation(w, operationId)).status, 'cancelled')
})

apiTest('the capability of a lock follows its type, its keypad and its time zone', async (w) => {
  const spec = SANDBOX_BUILDING[0]!
  const { smartlockId } = await w.simulated({
    spec: { ...spec, config: { ...spec.config, timezoneId: 24 } } as typeof spec,
  })
  const { data } = await w.api.smartlocks.capability({ params: { smartlockId } })
  assert.deepEqual(data, {
    smartlockId,
    keypad: true,
    code: {
      length: 6,
      minLength: 6,
      maxLength: 6,
      alphabet: '123456789',
      forbiddenPrefixes: ['12'],
      uniqueness: 'window',
    },
    nameMaxLength: { default: 32, keypad: 20 },
    slots: { total: 200, used: 0, free: 200 },
    window: {
      dates: true,
      weekDays: true,
      timesOfDay: true,
      granularityMinutes: 1,
      datesKeptBy: 'lock',
      weeklyKeptBy: 'lock',
    },
    actions: [1, 2, 3, 4, 5],
    options: [0, 2, 4, 6],
    timeZone: 'Asia/Kolkata',
    remoteUnlock: true,
  })
  const opener = await w.lock({ type: 2 })
  const other = (await w.api.smartlocks.capability({ params: { smartlockId: opener.smartlockId } })).data
  assert.partialDeepStrictEqual(other, {
    keypad: false,
    actions: [1, 2, 3, 6, 7],
    options: [0, 2],
    timeZone: 'UTC',
  })
})

apiTest('a setting that cannot be told holds up no other', async (w) => {
  const broken = await w.lock()
  const good = await w.lock()
  await w.api.smartlocks.setAdminPin({ params: broken, body: { adminPin: 1 } })
  await w.db
    .updateTable('smartlock')
    .set({ admin_pin_sealed: 'not sealed by us' })
    .where('smartlock_id', '=', broken.smartlockId)
    .execute()
  const { operationId } = await w.api.smartlocks.setConfig({ params: good, body: { ledEnabled: false } })
  await w.connect(broken)
  const device = await w.connect(good)
  await device.report(await device.desired(0))
  await w.untilOperation(operationId, 'confirmed')
})
