import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Smartlock } from '@latchwork/contract'
import { type DoorSelection, selectDoors } from '../src/pages/doors/door-filter.ts'

const lock = (name: string, facts: Partial<Smartlock> = {}, state = 1): Smartlock => ({
  smartlockId: name.length,
  accountId: 1,
  type: 4,
  authId: 0,
  name,
  favorite: false,
  serverState: 0,
  adminPinState: 0,
  state: {
    mode: 2,
    state,
    trigger: 0,
    lastAction: 0,
    batteryCritical: false,
    doorState: 2,
    ringToOpenTimer: 0,
    nightMode: false,
  },
  ...facts,
})

const names = (locks: Smartlock[], selection: Partial<DoorSelection>, pending: string[] = []) =>
  selectDoors(locks, { search: '', filter: 'all', sort: 'NAME_ASC', ...selection }, ({ name }) =>
    pending.includes(name),
  ).map(({ name }) => name)

test('doors, searched by name, are found whatever their case and in natural order', () => {
  const locks = [lock('Flat 10'), lock('flat 9'), lock('Cellar')]
  assert.deepEqual(names(locks, { search: ' FLAT ' }), ['flat 9', 'Flat 10'])
  assert.deepEqual(names(locks, { sort: 'NAME_DESC' }), ['Flat 10', 'flat 9', 'Cellar'])
})

test('doors, filtered, are those that fit; what needs attention is any kind of trouble', () => {
  const locks = [
    lock('open', {}, 3),
    lock('away', { serverState: 4 }),
    lock('stuck', {}, 254),
    lock('waits'),
    lock('fine'),
  ]
  assert.deepEqual(names(locks, { filter: 'open' }), ['open'])
  assert.deepEqual(names(locks, { filter: 'offline' }), ['away'])
  assert.deepEqual(names(locks, { filter: 'pending' }, ['waits']), ['waits'])
  assert.deepEqual(names(locks, { filter: 'attention' }, ['waits']), ['away', 'stuck', 'waits'])
})

test('doors, in the order of favourites or of age, fall back to their names', () => {
  const old = { creationDate: '2026-01-01T00:00:00.000Z' }
  const locks = [
    lock('b', old),
    lock('a', old),
    lock('c', { favorite: true, creationDate: '2026-02-01T00:00:00.000Z' }),
  ]
  assert.deepEqual(names(locks, { sort: 'FAVOURITES_FIRST' }), ['c', 'a', 'b'])
  assert.deepEqual(names(locks, { sort: 'LAST_ADDED_DESC' }), ['c', 'a', 'b'])
})
