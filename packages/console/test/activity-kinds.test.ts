import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SmartlockLog } from '@latchwork/contract'
import { barsOf, kindOf } from '../src/pages/doors/activity-kinds.ts'

const entry = (date: string, action: number, state = 0): SmartlockLog => ({
  id: '0'.repeat(24),
  smartlockId: 1,
  deviceType: 4,
  name: '',
  action,
  trigger: 0,
  state,
  autoUnlock: false,
  source: 0,
  date,
})

test('an entry that did not succeed is refused, whatever was tried', () => {
  assert.equal(kindOf({ action: 1, state: 0 }), 'opened')
  assert.equal(kindOf({ action: 2, state: 0 }), 'closed')
  assert.equal(kindOf({ action: 240, state: 0 }), 'door')
  assert.equal(kindOf({ action: 224, state: 0 }), 'other')
  assert.equal(kindOf({ action: 1, state: 224 }), 'refused')
})

test('entries of one day are counted by the hour, and hours without any are there', () => {
  const { isHourly, bars } = barsOf([
    entry('2026-05-04T10:59:59', 2),
    entry('2026-05-04T08:10:00', 1),
    entry('2026-05-04T08:00:00', 1, 254),
  ])
  assert.ok(isHourly)
  assert.deepEqual(
    bars.map(({ opened, closed, refused }) => [opened, closed, refused]),
    [
      [1, 0, 1],
      [0, 0, 0],
      [0, 1, 0],
    ],
  )
})

test('entries of several days are counted by the day, each day once', () => {
  const { isHourly, bars } = barsOf([entry('2026-03-31T23:59:59', 1), entry('2026-03-27T00:00:00', 2)])
  assert.ok(!isHourly)
  assert.deepEqual(
    bars.map(({ start }) => new Date(start).getDate()),
    [27, 28, 29, 30, 31],
  )
  assert.deepEqual([bars[0]?.closed, bars[4]?.opened], [1, 1])
})
