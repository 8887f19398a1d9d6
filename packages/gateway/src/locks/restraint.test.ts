import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '../../../simulator/test/manual-clock.ts'
import { restraintsFor } from './restraint.ts'

const SECOND_MS = 1000

test('a flood of states is told a few times a second, and the last of them always', () => {
  const clock = new ManualClock()
  const { states } = restraintsFor(clock)
  const told: number[] = []
  let state = 0
  for (let second = 0; second < 10; second++) {
    for (let i = 0; i < 1000; i++) {
      state += 1
      states.whenAllowed(() => told.push(state))
      clock.advance(1)
    }
  }
  clock.advance(SECOND_MS)
  assert.equal(told.at(-1), 10_000)
  // Ten at once, and five a second from then on.
  assert.ok(told.length <= 10 + 5 * 11, `${told.length} states were told`)
})

test('a flood of happenings is cut, and what comes after it is told again', () => {
  const clock = new ManualClock()
  const { happenings } = restraintsFor(clock)
  const allowed = Array.from({ length: 5000 }, () => happenings.allows()).filter(Boolean)
  assert.equal(allowed.length, 100)
  clock.advance(SECOND_MS)
  assert.equal(happenings.allows(), true)
})
