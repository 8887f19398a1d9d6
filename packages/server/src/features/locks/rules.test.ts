import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  canRun,
  countLostEvents,
  judgeEvent,
  logDeviceType,
  optionFits,
  resumeEventsAt,
  smartlockIdOf,
} from './rules.ts'

test('smartlockId puts the type digit before the device id and reads it as hex (D19)', () => {
  assert.equal(smartlockIdOf(5, '1A2B3C4D'), 21_913_877_581)
  assert.equal(smartlockIdOf(0, '1A2B3C4D'), 0x1a2b3c4d)
  assert.equal(smartlockIdOf(2, 'FFFFFFFF'), 0x2ffffffff)
})

test('each type of device knows its own actions and no others (6.6)', () => {
  const known: [type: 0 | 1 | 2 | 3 | 4 | 5, actions: number[]][] = [
    [0, [1, 2, 3, 4, 5]],
    [1, [1]],
    [2, [1, 2, 3, 6, 7]],
    [3, [1, 2, 3, 4, 5]],
    [4, [1, 2, 3, 4, 5]],
    [5, [1, 2, 3, 4, 5]],
  ]
  for (const [type, actions] of known) {
    for (let action = 0; action <= 8; action++)
      assert.equal(canRun(type, undefined, { action, option: 0 }), actions.includes(action))
  }
})

test('full lock goes with locking only (D61)', () => {
  assert.ok(optionFits(2, 4))
  assert.ok(optionFits(2, 6))
  assert.ok(optionFits(1, 2))
  assert.ok(!optionFits(1, 4))
  assert.ok(!optionFits(3, 6))
})

test('only the event that is next in line is applied', () => {
  assert.equal(judgeEvent(4, 5), 'next')
  assert.equal(judgeEvent(4, 4), 'duplicate')
  assert.equal(judgeEvent(4, 1), 'duplicate')
  assert.equal(judgeEvent(4, 6), 'gap')
})

test('events go on where we were, skip what the device forgot, and start over with a new memory', () => {
  const known = { epoch: 'a', eventSeq: 7 }
  assert.equal(resumeEventsAt(known, { epoch: 'a', oldest: 3 }), 7)
  assert.equal(resumeEventsAt(known, { epoch: 'a', oldest: 20 }), 19)
  assert.equal(resumeEventsAt(known, { epoch: 'b', oldest: 1 }), 0)
  assert.equal(resumeEventsAt({ epoch: null, eventSeq: 0 }, { epoch: 'b', oldest: 5 }), 4)
})

test('log entries of a Box carry device type 0 (4.16)', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(logDeviceType), [0, 0, 2, 3, 4, 5])
})

test('events that a device cannot send any more are counted, once, and only where somebody waited for them', () => {
  const known = { epoch: 'a', eventSeq: 7 }
  assert.equal(countLostEvents(known, { epoch: 'a', oldest: 3 }), 0)
  assert.equal(countLostEvents(known, { epoch: 'a', oldest: 8 }), 0)
  assert.equal(countLostEvents(known, { epoch: 'a', oldest: 20 }), 12)
  assert.equal(countLostEvents({ ...known, eventSeq: 19 }, { epoch: 'a', oldest: 20 }), 0)
  assert.equal(countLostEvents(known, { epoch: 'b', oldest: 5 }), 4, 'of its new memory')
  assert.equal(countLostEvents({ epoch: null, eventSeq: 0 }, { epoch: 'b', oldest: 5 }), 0)
})
