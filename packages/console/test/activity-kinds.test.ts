import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SmartlockLog } from '@latchwork/contract'
import { dayIn } from '../src/kit/language/wall-clock.ts'
import { barsOf, kindOf, scaleOf } from '../src/pages/doors/activity-kinds.ts'

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
  assert.equal(kindOf({ action: 2, state: 1 }), 'trouble')
  assert.equal(kindOf({ action: 208, state: 0 }), 'trouble')
})

test('entries of one day are counted by the hour of the door, 13 to 16 in Kathmandu, and hours without any are there', () => {
  const { isHourly, bars } = barsOf(
    [
      entry('2026-05-04T10:59:59Z', 2),
      entry('2026-05-04T08:10:00Z', 1),
      entry('2026-05-04T08:00:00Z', 1, 254),
    ],
    'Asia/Kathmandu',
  )
  assert.ok(isHourly)
  assert.deepEqual(
    bars.map(({ opened, closed, refused }) => [opened, closed, refused]),
    [
      [1, 0, 1],
      [0, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
    ],
  )
})

test('entries of several days are counted by the day, each day once', () => {
  const { isHourly, bars } = barsOf(
    [entry('2026-03-31T20:59:59Z', 1), entry('2026-03-26T23:00:00Z', 2)],
    'Europe/Berlin',
  )
  assert.ok(!isHourly)
  assert.deepEqual(
    bars.map(({ start }) => dayIn(start, 'Europe/Berlin')),
    ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'],
  )
  assert.deepEqual([bars[0]?.closed, bars[4]?.opened], [1, 1])
})

test('the numbers beside the bars are round, few, and reach as high as the highest', () => {
  assert.deepEqual([1, 4, 5, 9, 21, 50].map(scaleOf), [
    [0, 1],
    [0, 1, 2, 3, 4],
    [0, 2, 4, 6],
    [0, 5, 10],
    [0, 10, 20, 30],
    [0, 20, 40, 60],
  ])
})
