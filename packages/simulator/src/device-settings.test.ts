import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRig } from '../test/rig.ts'
import { openerSpec, turningSpec } from '../test/specs.ts'
import { until } from '../test/until.ts'

test('a lock that is told other settings takes them on, answers what is in effect, and moves by them', async (t) => {
  const { service, lock, clock } = await startRig(t, { spec: turningSpec(4) })
  await service.request('desired', {
    section: 'advanced',
    rev: 7,
    set: { autoLock: true, autoLockTimeout: 60 },
  })
  await until('the answer', () => service.all('reported').length === 1)
  const [reported] = service.all('reported')
  assert.partialDeepStrictEqual(reported, {
    section: 'advanced',
    rev: 7,
    errors: [],
    values: { autoLock: true, autoLockTimeout: 60, lngTimeout: 20 },
  })
  await until('the info that replaces the retained one', () => service.all('info').length === 2)
  assert.equal(service.all('info')[1]?.advanced?.autoLockTimeout, 60)
  lock.turnByHand('unlock')
  clock.advance(61_000)
  assert.equal(lock.snapshot().state, 1)
})

test('a lock refuses settings it does not know or that are out of range, by name, and takes the rest', async (t) => {
  const { service } = await startRig(t)
  await service.request('desired', {
    section: 'config',
    rev: 1,
    set: { ledBrightness: 9, name: 'Gate', keypadPaired: false, wings: 2 },
  })
  await until('the answer', () => service.all('reported').length === 1)
  const [reported] = service.all('reported')
  assert.deepEqual(reported?.errors, [
    { path: 'ledBrightness', code: 0x12 },
    { path: 'keypadPaired', code: 0x12 },
    { path: 'wings', code: 0x12 },
  ])
  assert.partialDeepStrictEqual(reported?.values, { name: 'Gate', ledBrightness: 3, keypadPaired: true })
})

test('the same revision again gets the same answer, an older one none', async (t) => {
  const { service, lock, lockHandles } = await startRig(t)
  await service.request('desired', { section: 'config', rev: 5, set: { name: 'New' } })
  await until('the answer', () => service.all('reported').length === 1)
  lock.faults.rejectConfig = true
  await service.request('desired', { section: 'config', rev: 5, set: { name: 'New' } })
  await until('the same answer', () => service.all('reported').length === 2)
  const [first, second] = service.all('reported')
  assert.deepEqual({ ...second, sig: '' }, { ...first, sig: '' })
  await lockHandles(() => service.request('desired', { section: 'config', rev: 4, set: { name: 'Old' } }))
  await service.request('desired', { section: 'config', rev: 6, set: { name: 'Newer' } })
  await until('the next answer', () => service.all('reported').length === 3)
  assert.deepEqual(
    service.all('reported').map(({ rev, errors }) => [rev, errors.length]),
    [
      [5, 0],
      [5, 0],
      [6, 1],
    ],
  )
})

test('settings that are not signed, or meant for another connection, are not taken on', async (t) => {
  const { service, lockHandles } = await startRig(t)
  const order = { section: 'config', rev: 1, set: { name: 'Wrong' } }
  await lockHandles(() => service.request('desired', order, { signed: false }))
  await lockHandles(() => service.request('desired', { ...order, sess: 'f'.repeat(32) }))
  await service.request('desired', { section: 'config', rev: 1, set: { name: 'Right' } })
  await until('the answer', () => service.all('reported').length === 1)
  assert.equal(service.all('reported')[0]?.values?.name, 'Right')
})

test('a device without a section refuses it as a whole', async (t) => {
  const { service } = await startRig(t, { spec: turningSpec(1) })
  await service.request('desired', { section: 'advanced', rev: 1, set: { lngTimeout: 10 } })
  await until('the answer', () => service.all('reported').length === 1)
  assert.deepEqual(service.all('reported')[0]?.errors, [{ path: 'lngTimeout', code: 0xf4 }])
  assert.equal(service.all('info')[0]?.advanced, undefined)
})

test('an order to report is answered with info, state and access list, and then acknowledged', async (t) => {
  const { service } = await startRig(t, { spec: openerSpec() })
  await until('the first list', () => service.all('auths').length === 1)
  const before = service.heard.length
  await service.request('sync', { id: 'sync-1' })
  await service.hearsAck('sync-1', 'done 0')
  assert.deepEqual(
    service.heard.slice(before).map(({ leaf }) => leaf),
    ['info', 'state', 'auths', 'ack'],
  )
  assert.equal(service.all('info')[0]?.advanced?.rtoTimeout, 20)
})
