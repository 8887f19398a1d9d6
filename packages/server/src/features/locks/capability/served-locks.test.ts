import assert from 'node:assert/strict'
import { FOUND_CAPABILITY, foundLock, playGateway } from '../../../../test/played-gateway.ts'
import { apiTest, type World } from '../../../../test/world.ts'

const CONFIG = {
  name: 'Front',
  latitude: 0,
  longitude: 0,
  timezoneOffset: 0,
  singleLock: false,
  advertisingMode: 0,
  timezoneId: 37,
}

/** A lock behind a gateway, online, that has said what it can do. */
async function servedLock(w: World) {
  const gateway = await playGateway(w)
  await gateway.report({ locks: [foundLock()] })
  const lock = await gateway.adopt(foundLock().key, 'Front')
  const { device, smartlockId } = lock
  const info = { at: Date.now(), type: 0, firmware: 1, hardware: 1, config: CONFIG }
  const made = { driver: 'zwave-js', vendor: 'Schlage', model: 'BE469', capability: FOUND_CAPABILITY }
  await device.publish('info', { ...info, ...made })
  const params = { smartlockId }
  await w.until('the lock has said what it can do', async () => {
    const { data } = await w.api.smartlocks.get({ params })
    return data.model === 'BE469' && data.config !== undefined
  })
  return { ...lock, params, sess: device.session }
}

apiTest('a lock that says what it can do is asked for nothing else (D144, D146)', async (w) => {
  const { params, device, sess } = await servedLock(w)
  const { data } = await w.api.smartlocks.capability({ params })
  const { code, actions, options, keypad, slots, window, remoteUnlock, told } = data
  assert.deepEqual(
    [code.length, code.minLength, code.maxLength, code.uniqueness, code.forbiddenPrefixes],
    [4, 4, 4, 'lock', ['0']],
  )
  assert.deepEqual([actions, options, keypad, remoteUnlock], [[1, 2], [0], true, false])
  assert.deepEqual([slots.total, slots.free, window.datesKeptBy], [5, 5, 'gateway'])
  assert.deepEqual(told, FOUND_CAPABILITY)

  // A gateway that has not found its lock yet, and one that is newer than the service.
  const later = { ...FOUND_CAPABILITY, expiry: { by: 'blockchain', worstLateMs: 0 } }
  for (const [firmware, capability] of [
    undefined,
    later,
    { ...FOUND_CAPABILITY, actions: 'all' },
  ].entries()) {
    const more = { firmware: firmware + 2, ...(capability && { capability }) }
    await device.publish('info', { at: Date.now(), type: 0, hardware: 1, config: CONFIG, ...more })
  }
  await w.until('the rest was read', async () => {
    const { data: lock } = await w.api.smartlocks.get({ params })
    return lock.firmwareVersion === 4
  })
  const { data: still } = await w.api.smartlocks.capability({ params })
  assert.deepEqual([still.told, still.remoteUnlock], [FOUND_CAPABILITY, false])

  const refusal = await w.refuses(w.api.smartlocks.unlock({ params }), 'remote_unlock_off')
  assert.match(refusal.message, /10 s or more after it was given up/)
  await w.refuses(w.api.smartlocks.unlatch({ params }), 'not_supported_by_device')
  await w.refuses(
    w.api.smartlocks.action({ params, body: { action: 2, option: 4 } }),
    'not_supported_by_device',
  )
  const { operationId } = await w.api.smartlocks.lock({ params })
  const { id } = await device.command(0)
  await device.publish('ack', { id, sess, phase: 'done', code: 0, proof: 'read' })
  await w.untilOperation(operationId, 'confirmed')
  const { data: operation } = await w.api.operations.get({ params: { operationId: operationId as string } })
  assert.equal(operation.proof, 'read')
  const audited = async () =>
    (await w.api.audit.list()).data
      .filter(({ action }) => action === 'smartlock.switched')
      .map(({ detail, subject }) => [subject, detail])
  await w.api.smartlocks.update({ params, body: { remoteUnlock: false, removeUngranted: false } })
  assert.deepEqual(await audited(), [], 'as it was anyway')
  for (let i = 0; i < 2; i++) await w.api.smartlocks.update({ params, body: { remoteUnlock: true } })
  const entry = [String(params.smartlockId), { switch: 'remoteUnlock', to: 'on' }]
  assert.deepEqual(await audited(), [entry], 'somebody will ask who did it')
  await w.api.smartlocks.unlock({ params })

  await w.refuses(
    w.api.authorizations.createOn({ params, body: { name: 'App', type: 0, remoteAllowed: true } }),
    'invalid_parameter',
  )
  await w.refuses(
    w.api.authorizations.createOn({ params, body: { name: 'Six', type: 13, code: 482_913 } }),
    'code_invalid',
  )
})

apiTest('codes are proven by value or by place, or not at all; those of others take up places', async (w) => {
  const { params, device, sess } = await servedLock(w)
  const create = (name: string, code?: number) =>
    w.api.authorizations.createOn({ params, body: { name, type: 13, ...(code && { code }) } })
  const rights = async () => (await w.api.authorizations.listOf({ params })).data
  const shown = async () =>
    (await rights()).map(({ name, syncState, proof, place }) => [name, syncState, proof, place])

  const { operationId } = await create('Ida')
  const [ida] = await rights()
  assert.match(String(ida?.code), /^[1-9]\d{3}$/)
  const first = await device.desired(0)
  const key = Object.keys(first.set)[0] as string
  await device.report(first, { values: { [key]: { n: 1, p: 'occupied', h: '0123456789abcdef' } } })
  await w.untilOperation(operationId, 'confirmed')
  assert.deepEqual(await shown(), [['Ida', 'synced', 'occupied', undefined]])

  const { operationId: second } = await create('Max', 4711)
  const order = await device.desired(1)
  const other = Object.keys(order.set)[0] as string
  await device.report(order, { errors: [{ path: other, code: 0xf5 }] })
  await w.untilOperation(second, 'unknown')
  assert.equal((await rights())[1]?.syncState, 'failed')
  const before = (BigInt(`0x${other}`) - 1n).toString(16).padStart(24, '0')
  const page = { sess, after: before, upTo: other }
  await device.publish('auths', { ...page, entries: { [other]: { n: 2, p: 'value', at: 'stuck' } } })
  await w.until('it is proven after all', async () => (await rights())[1]?.syncState === 'synced')
  assert.deepEqual((await shown())[1], ['Max', 'synced', 'value', 'stuck'])

  await device.publish('foreign', { sess, codes: [{ slot: 1, name: 'Cleaner' }, { slot: 9 }] })
  await w.until('codes of others are listed', async () => {
    const { data } = await w.api.authorizations.foreignCodes({ params })
    return data.length === 2 && data[0]?.name === 'Cleaner'
  })
  const { data } = await w.api.smartlocks.capability({ params })
  assert.deepEqual(data.slots, { total: 5, used: 4, free: 1 })
  await create('Eva')
  await w.refuses(create('Tom'), 'auth_limit_reached')
  await device.publish('foreign', { sess, after: 1, codes: [] })
  await w.until(
    'one is gone',
    async () => (await w.api.authorizations.foreignCodes({ params })).data.length === 1,
  )
})

apiTest(
  'what nobody granted stays on a lock that was adopted, until somebody says otherwise (D145)',
  async (w) => {
    const { params, device, sess, smartlockId } = await servedLock(w)
    const strays = () =>
      w.db.selectFrom('stray_access').select('key').where('smartlock_id', '=', smartlockId).execute()
    const page = { sess, entries: { ['a'.repeat(24)]: { n: 7 } } }
    await device.publish('auths', page)
    await device.publish('foreign', { sess, codes: [{ slot: 3 }] })
    await w.until(
      'the page was read',
      async () => (await w.api.authorizations.foreignCodes({ params })).data.length === 1,
    )
    assert.deepEqual(await strays(), [])
    await w.api.smartlocks.update({ params, body: { removeUngranted: true } })
    await device.publish('auths', page)
    await w.until('it is to go', async () => (await strays()).length === 1)
  },
)

apiTest(
  'the places that a lock has at a later time are its own, less codes of others and what has not ended by then',
  async (w) => {
    const { params, device, sess } = await servedLock(w)
    const create = (name: string, limits: object) =>
      w.api.authorizations.createOn({ params, body: { name, type: 13, ...limits } })
    await create('Ida', {})
    await create('Max', { allowedUntilDate: '2031-01-01T00:00:00Z' })
    await device.publish('foreign', { sess, codes: [{ slot: 1 }, { slot: 2 }] })
    const slotsAt = async (at?: string) => {
      const query = at === undefined ? {} : { at }
      return (await w.api.smartlocks.capability({ params, query })).data.slots
    }
    await w.until('codes of others are counted', async () => (await slotsAt()).used === 4)
    assert.deepEqual(await slotsAt('2030-12-31T23:59:59.999Z'), { total: 5, used: 4, free: 1 })
    // Nobody knows when codes of others end.
    assert.deepEqual(await slotsAt('2031-01-01T00:00:00Z'), { total: 5, used: 3, free: 2 })
  },
)
