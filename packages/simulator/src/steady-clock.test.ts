import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SteadyClock } from './steady-clock.ts'

test('time for a motor never goes back, and a timer that has run says how much of it passed unseen', () => {
  let shown = 1_000_000
  const steady = new SteadyClock({ now: () => shown, after: () => () => undefined })
  const started = steady.now()
  shown -= 900_000
  assert.equal(steady.now(), started, 'the clock was set back')
  shown += 2000
  assert.equal(steady.now(), started + 2000)
  // Set back, and five minutes gone before anybody looks.
  shown += 300_000 - 50_000
  const stops = started + 302_000
  shown -= 270_000
  steady.reach(stops)
  assert.equal(steady.now(), stops, 'the timer was for this moment')
  steady.reach(started)
  assert.equal(steady.now(), stops, 'one that comes late changes nothing')
  assert.equal(steady.shownAt(stops + 1000), shown + 1000)
})
