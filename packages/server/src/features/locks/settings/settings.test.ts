import assert from 'node:assert/strict'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { apiTest, createWorld, type RegisteredLock, type World } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'

const shown = async (w: World, smartlockId: number) =>
  (await w.api.smartlocks.get({ params: { smartlockId } })).data

const operation = async (w: World, operationId: string | undefined) =>
  (await w.api.operations.get({ params: { operationId: operationId as string } })).data

const STATE = {
  seq: 1,
  at: Date.now(),
  mode: 2,
  lock: 1,
  trigger: 0,
  lastAction: 0,
  door: 2,
  battery: { pct: 50, critical: false, charging: false },
  nightMode: false,
}

const specOf = (type: number) => {
  const spec = SANDBOX_BUILDING.find((one) => one.type === type)
  assert.ok(spec)
  return spec
}

apiTest('a changed configuration is confirmed by the lock and then shown as reported', async (w) => {
  const { smartlockId } = await w.simulated()
  await w.emitted()
  const { operationId } = await w.api.smartlocks.setConfig({
    params: { smartlockId },
    body: { ledBrightness: 5, name: 'Gate', fobAction1: 2 },
  })
  await w.untilOperation(operationId, 'confirmed')
  const { config, name } = await shown(w, smartlockId)
  assert.partialDeepStrictEqual(config, {
    ledBrightness: 5,
    name: 'Gate',
    autoUnlatch: false,
    fobAction1: 2,
  })
  assert.equal(config?.operationId, undefined)
  assert.equal(name, 'Front door', 'the label in the account is another thing')
  assert.equal((await operation(w, operationId)).type, 'config')
  assert.deepEqual(await w.emitted(), ['DEVICE_CONFIG'])
})

for (const [type, call, body, field] of [
  [0, 'setAdvancedConfig', { lngTimeout: 45 }, 'advancedConfig'],
  [4, 'setAdvancedConfig', { motorSpeed: 1 }, 'advancedConfig'],
  [5, 'setAdvancedConfig', { unlatchDuration: 7 }, 'advancedConfig'],
  [2, 'setOpenerConfig', { soundLevel: 9, intercomId: 1009 }, 'openerAdvancedConfig'],
  [3, 'setSmartdoorConfig', { buzzerVolume: 2 }, 'smartdoorAdvancedConfig'],
] as const) {
  apiTest(`type ${type}: its advanced configuration is changed by its own call only (D49)`, async (w) => {
    const { smartlockId } = await w.simulated({ spec: specOf(type) })
    const params = { smartlockId }
    const { operationId } = await w.api.smartlocks[call]({ params, body })
    await w.untilOperation(operationId, 'confirmed')
    const lock = await shown(w, smartlockId)
    assert.partialDeepStrictEqual(lock[field], body)
    const shownFields = Object.keys(lock).filter((name) => /advancedConfig$/i.test(name))
    assert.deepEqual(shownFields, [field])
    for (const other of ['setAdvancedConfig', 'setOpenerConfig', 'setSmartdoorConfig'] as const) {
      if (other === call) continue
      await w.refuses(
        w.api.smartlocks[other]({ params, body: { batteryType: 1 } }),
        'not_supported_by_device',
      )
    }
  })
}

apiTest('a Box has a configuration and no advanced one', async (w) => {
  const { smartlockId } = await w.lock({ type: 1 })
  const params = { smartlockId }
  await w.refuses(
    w.api.smartlocks.setAdvancedConfig({ params, body: { batteryType: 1 } }),
    'not_supported_by_device',
  )
  const { operationId } = await w.api.smartlocks.setConfig({ params, body: { ledEnabled: false } })
  assert.equal((await operation(w, operationId)).status, 'queued')
})

apiTest('a setting on an online lock that has not answered blocks the section, and no other', async (w) => {
  const { smartlockId, device } = await w.played()
  const params = { smartlockId }
  const { operationId } = await w.api.smartlocks.setConfig({ params, body: { ledEnabled: false } })
  await w.untilOperation(operationId, 'sent')
  const refusal = await w.request('POST', `/smartlock/${smartlockId}/config`, { body: { ledBrightness: 1 } })
  assert.deepEqual(
    [refusal.statusCode, refusal.json().code, refusal.headers['operation-id']],
    [423, 'resource_locked', operationId],
  )
  await w.api.smartlocks.setAdvancedConfig({ params, body: { lngTimeout: 10 } })
  await w.api.smartlocks.unlock({ params })
  assert.equal((await device.command(0)).action, 1)
  const desired = await device.desired(0)
  assert.partialDeepStrictEqual(desired, { section: 'config', set: { ledEnabled: false } })
  await device.report(desired)
  await w.untilOperation(operationId, 'confirmed')
  await w.api.smartlocks.setConfig({ params, body: { ledBrightness: 1 } })
})

apiTest(
  'settings for a lock that is offline merge into one operation and are told when it is back',
  async (w) => {
    const { simulator, smartlockId } = await w.simulated()
    const params = { smartlockId }
    await simulator.goOffline()
    await w.until('offline', async () => (await shown(w, smartlockId)).serverState === 4)
    const first = await w.api.smartlocks.setConfig({ params, body: { ledBrightness: 1, name: 'A' } })
    const second = await w.api.smartlocks.setConfig({ params, body: { name: 'B' } })
    assert.equal(second.operationId, first.operationId)
    const advanced = await w.api.smartlocks.setAdvancedConfig({ params, body: { lngTimeout: 60 } })
    assert.notEqual(advanced.operationId, first.operationId)
    const { config, serverState } = await shown(w, smartlockId)
    assert.partialDeepStrictEqual(config, { ledBrightness: 1, name: 'B', operationId: first.operationId })
    assert.equal(serverState, 4)
    assert.equal((await operation(w, first.operationId)).status, 'queued')
    await simulator.goOnline()
    await w.untilOperation(first.operationId, 'confirmed')
    await w.untilOperation(advanced.operationId, 'confirmed')
    assert.partialDeepStrictEqual(await shown(w, smartlockId), {
      config: { ledBrightness: 1, name: 'B' },
      advancedConfig: { lngTimeout: 60 },
    })
  },
)

apiTest('what a lock gets after it was away comes in the order it was asked for', async (w) => {
  const lock = await w.lock()
  const params = { smartlockId: lock.smartlockId }
  await w.api.smartlocks.setAdvancedConfig({ params, body: { lngTimeout: 10 } })
  await w.api.smartlocks.setConfig({ params, body: { ledEnabled: false } })
  const device = await w.connect(lock)
  assert.deepEqual(
    [(await device.desired(0)).section, (await device.desired(1)).section],
    ['advanced', 'config'],
  )
})

apiTest('refused values fall back to the reported ones, with the error on the lock', async (w) => {
  const { simulator, smartlockId } = await w.simulated()
  const params = { smartlockId }
  simulator.faults.rejectConfig = true
  const { operationId } = await w.api.smartlocks.setConfig({ params, body: { ledBrightness: 1 } })
  await w.untilOperation(operationId, 'failed')
  assert.equal((await operation(w, operationId)).errorCode, '12')
  const refused = await shown(w, smartlockId)
  assert.equal(refused.config?.ledBrightness, 3)
  assert.match(refused.error ?? '', /ledBrightness: bad parameter \(12\)/)
  simulator.faults.rejectConfig = false
  const again = await w.api.smartlocks.setConfig({ params, body: { ledBrightness: 1 } })
  await w.untilOperation(again.operationId, 'confirmed')
  const taken = await shown(w, smartlockId)
  assert.deepEqual([taken.config?.ledBrightness, taken.error], [1, undefined])
})

apiTest('a partly refused change fails by name and keeps what the lock took', async (w) => {
  const { smartlockId, device } = await w.played()
  const values = { ...specOf(4).config }
  await device.publish('info', { at: Date.now(), type: 4, firmware: 1, hardware: 1, config: values })
  await w.until('the report', async () => (await shown(w, smartlockId)).config)
  const params = { smartlockId }
  const { operationId } = await w.api.smartlocks.setConfig({ params, body: { ledBrightness: 1, name: 'A' } })
  const desired = await device.desired(0)
  await device.report(desired, {
    errors: [{ path: 'name', code: 0x12 }],
    values: { ...values, ledBrightness: 1 },
  })
  await w.untilOperation(operationId, 'failed')
  const { config, error } = await shown(w, smartlockId)
  assert.deepEqual([config?.ledBrightness, config?.name], [1, 'Front door'])
  assert.match(error ?? '', /name/)
})

apiTest(
  'nothing to change is answered without an operation, and sending back what was read changes nothing',
  async (w) => {
    const { smartlockId } = await w.simulated()
    const params = { smartlockId }
    const { config, advancedConfig } = await shown(w, smartlockId)
    assert.equal((await w.api.smartlocks.setConfig({ params })).operationId, undefined)
    assert.equal((await w.api.smartlocks.setConfig({ params, body: {} })).operationId, undefined)
    assert.equal((await w.api.smartlocks.setConfig({ params, body: config! })).operationId, undefined)
    assert.equal(
      (await w.api.smartlocks.setAdvancedConfig({ params, body: advancedConfig! })).operationId,
      undefined,
    )
    const none = await w.request('POST', `/smartlock/${smartlockId}/config`)
    assert.deepEqual([none.statusCode, none.headers['operation-id']], [204, undefined])
  },
)

apiTest('values outside their sets are refused by name, and nothing is stored', async (w) => {
  const { smartlockId } = await w.lock()
  const url = `/smartlock/${smartlockId}`
  const paths = async (path: string, body: object) =>
    (await w.request('POST', url + path, { body }))
      .json()
      .errors?.map((issue: { path: string }) => issue.path)
  assert.deepEqual(
    await paths('/config', {
      latitude: 91,
      ledBrightness: 6,
      timezoneId: 46,
      advertisingMode: 4,
      singleLock: 'yes',
      keypadPaired: 'ignored, because it is only shown',
    }),
    ['latitude', 'ledBrightness', 'singleLock', 'advertisingMode', 'timezoneId'],
  )
  assert.deepEqual(
    await paths('/advanced/config', { lngTimeout: 6, batteryType: 3, singleButtonPressAction: 7 }),
    ['lngTimeout', 'singleButtonPressAction', 'batteryType'],
  )
  assert.deepEqual(
    await paths('/advanced/openerconfig', { soundRing: 4, singleButtonPressAction: 8, batteryType: 4 }),
    ['soundRing', 'singleButtonPressAction', 'batteryType'],
  )
  assert.deepEqual(await paths('/advanced/smartdoorconfig', { buzzerVolume: 3, unlatchDuration: 2 }), [
    'unlatchDuration',
    'buzzerVolume',
  ])
  assert.deepEqual((await w.api.operations.list()).data, [])
})

apiTest('auto-lock waits at least two seconds, and a time of 0 alone switches it off', async (w) => {
  const { smartlockId } = await w.simulated({ spec: specOf(5) })
  const params = { smartlockId }
  const set = async (body: { autoLock?: boolean; autoLockTimeout?: number }) => {
    const { operationId } = await w.api.smartlocks.setAdvancedConfig({ params, body })
    await w.untilOperation(operationId, 'confirmed')
    const { advancedConfig } = await shown(w, smartlockId)
    return [advancedConfig?.autoLock, advancedConfig?.autoLockTimeout]
  }
  assert.deepEqual(await set({ autoLock: true, autoLockTimeout: 1 }), [true, 2])
  assert.deepEqual(await set({ autoLockTimeout: 0 }), [false, 0])
  assert.deepEqual(await set({ autoLock: true }), [true, 2])
})

apiTest(
  'a setting whose answer was lost is told again, with the same revision, and never given up',
  async (w) => {
    const { smartlockId, device } = await w.played()
    const params = { smartlockId }
    const { operationId } = await w.api.smartlocks.setConfig({ params, body: { ledEnabled: false } })
    const first = await device.desired(0)
    for (let days = 0; days < 3; days++) {
      ;(w.service.platform.clock as ManualClock).advance(86_400_000)
      await w.service.settle()
    }
    const last = await device.desired(1)
    assert.deepEqual([last.rev, last.set], [first.rev, first.set])
    assert.equal((await operation(w, operationId)).status, 'sent')
    await device.report(last)
    await w.untilOperation(operationId, 'confirmed')
  },
  { clock: () => new ManualClock(Date.UTC(2026, 5, 1, 12)) },
)

apiTest(
  'what waits for a lock survives a restart of the service',
  async (w, t) => {
    const lock = await w.lock()
    const params = { smartlockId: lock.smartlockId }
    const { operationId } = await w.api.smartlocks.setConfig({ params, body: { ledEnabled: false } })
    await w.stop()
    const again = await createWorld(t, w.storage.engine, { storage: w.storage })
    const device = await again.connect(lock as RegisteredLock)
    const desired = await device.desired(0)
    assert.deepEqual(desired.set, { ledEnabled: false })
    await device.report(desired)
    await again.untilOperation(operationId, 'confirmed')
  },
  { own: 'restarts the service' },
)

apiTest(
  'an answer to an earlier revision, or of another lock, does not confirm what waits now',
  async (w) => {
    const { smartlockId, device } = await w.played()
    const other = await w.played()
    const params = { smartlockId }
    const { operationId } = await w.api.smartlocks.setConfig({ params, body: { ledEnabled: false } })
    const desired = await device.desired(0)
    await device.report({ ...desired, rev: desired.rev - 1 })
    await other.device.report(desired)
    for (const played of [device, other.device]) await played.publish('state', STATE)
    for (const id of [smartlockId, other.smartlockId])
      await w.until('what was said after the answer', async () => (await shown(w, id)).state)
    assert.equal((await operation(w, operationId)).status, 'sent')
  },
)

apiTest('a device that reports settings without sense shows the ones it had before', async (w) => {
  const { smartlockId, device } = await w.played()
  const good = { ...specOf(4).config }
  const info = { at: Date.now(), type: 4, firmware: 1, hardware: 1 }
  await device.publish('info', { ...info, config: { ...good, ledBrightness: 'very', wings: 2 } })
  const { config } = await w.until('the report', async () => {
    const lock = await shown(w, smartlockId)
    return lock.config && lock
  })
  assert.equal(config?.ledBrightness, undefined)
  await device.publish('info', { ...info, firmware: 2, config: { name: 7 } })
  await w.until('the next report', async () => (await shown(w, smartlockId)).firmwareVersion === 2)
  assert.equal((await shown(w, smartlockId)).config?.name, 'Front door')
})
