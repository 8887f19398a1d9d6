import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ManualClock } from '../clock.ts'
import { createRateLimiter, type RateLimitOptions } from './rate-limit.ts'

function limiter(options: Partial<RateLimitOptions> = {}) {
  const clock = new ManualClock(1_700_000_000_000)
  return { clock, ...spread(createRateLimiter({ perSecond: 10, burst: 5, clock, ...options })) }
}
const spread = (rate: ReturnType<typeof createRateLimiter>) => ({ take: rate.take, size: () => rate.size })

/** How many of `count` requests pass. */
const passing = (take: (key: string) => { allowed: boolean }, count: number, key = 'a'): number =>
  Array.from({ length: count }, () => take(key)).filter(({ allowed }) => allowed).length

describe('take', () => {
  test('allows a burst at once, counts down, and then says when to come back', () => {
    const { take } = limiter({ perSecond: 2, burst: 3 })
    const full = { allowed: true, limit: 3, retryAfterSeconds: 0 }
    assert.deepEqual(take('a'), { ...full, remaining: 2, resetSeconds: 1 })
    assert.deepEqual(take('a'), { ...full, remaining: 1, resetSeconds: 1 })
    assert.deepEqual(take('a'), { ...full, remaining: 0, resetSeconds: 2 })
    assert.deepEqual(take('a'), {
      allowed: false,
      limit: 3,
      remaining: 0,
      resetSeconds: 2,
      retryAfterSeconds: 1,
    })
  })

  test('after a pause allows what the rate gives, and never more than the burst', () => {
    const { take, clock } = limiter({ perSecond: 10, burst: 5 })
    assert.equal(passing(take, 10), 5)
    clock.advance(99)
    assert.equal(passing(take, 10), 0)
    clock.advance(1)
    assert.equal(passing(take, 10), 1)
    clock.advance(300)
    assert.equal(passing(take, 10), 3)
    clock.advance(3_600_000)
    assert.equal(passing(take, 10), 5)
  })

  test('waiting as long as told is enough', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20 }), (perSecond, burst) => {
        const { take, clock } = limiter({ perSecond, burst })
        passing(take, burst)
        const { allowed, retryAfterSeconds } = take('a')
        assert.equal(allowed, false)
        clock.advance(retryAfterSeconds * 1000)
        assert.equal(take('a').allowed, true)
      }),
    )
  })

  test('over any sequence of pauses lets through at most burst plus rate times time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.array(
          fc.record({ pauseMs: fc.integer({ min: 0, max: 700 }), requests: fc.integer({ min: 0, max: 40 }) }),
        ),
        (perSecond, burst, steps) => {
          const { take, clock } = limiter({ perSecond, burst })
          let passed = 0
          let elapsedMs = 0
          for (const { pauseMs, requests } of steps) {
            clock.advance(pauseMs)
            elapsedMs += pauseMs
            passed += passing(take, requests)
          }
          assert.ok(passed <= burst + (elapsedMs * perSecond) / 1000 + 1e-6)
        },
      ),
    )
  })

  test('ten tenths of a request, counted one by one, are a whole one', () => {
    const { take, clock } = limiter({ perSecond: 1, burst: 1 })
    take('a')
    const allowed = Array.from({ length: 10 }, () => {
      clock.advance(100)
      return take('a').allowed
    })
    assert.deepEqual(allowed, [...Array(9).fill(false), true])
  })

  test('keys do not share', () => {
    const { take } = limiter({ burst: 1 })
    assert.equal(take('a').allowed, true)
    assert.equal(take('a').allowed, false)
    assert.equal(take('b').allowed, true)
  })

  test('a clock that goes back gives nothing, and refilling goes on from there', () => {
    let now = 10_000
    const { take } = createRateLimiter({ perSecond: 10, burst: 1, clock: { now: () => now } })
    assert.equal(take('a').allowed, true)
    now = 1_000
    assert.equal(take('a').allowed, false)
    now = 1_100
    assert.equal(take('a').allowed, true)
  })

  test('a rate of 0 switches the limit off and remembers nobody', () => {
    const { take, size } = limiter({ perSecond: 0, burst: 1 })
    assert.equal(passing(take, 100), 100)
    assert.equal(take('a').limit, 0)
    assert.equal(size(), 0)
  })
})

describe('memory', () => {
  test('never holds more keys than allowed', () => {
    const { take, size } = limiter({ maxKeys: 10 })
    for (let key = 0; key < 1_000; key += 1) {
      take(String(key))
      assert.ok(size() <= 10)
    }
    assert.equal(size(), 10)
  })

  test('is taken from a key that has rested, so that a busy one does not get a second burst', () => {
    const { take, clock } = limiter({ perSecond: 1, burst: 2, maxKeys: 3 })
    passing(take, 2, 'busy')
    take('rested')
    take('other')
    clock.advance(1_000)
    assert.equal(passing(take, 5, 'busy'), 1)
    take('new')
    assert.equal(take('busy').allowed, false)
  })

  test('is still bounded when every key is busy', () => {
    const { take, size } = limiter({ perSecond: 1, burst: 1, maxKeys: 20 })
    for (let key = 0; key < 100; key += 1) assert.equal(take(String(key)).allowed, true)
    assert.equal(size(), 20)
  })
})
