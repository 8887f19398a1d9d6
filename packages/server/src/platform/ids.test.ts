import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ManualClock } from './clock.ts'
import { createIds, idFloor, nextId, timeOfId } from './ids.ts'

const HEX24 = /^[0-9a-f]{24}$/
const anyTime = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const anyId = fc.bigInt({ min: 0n, max: 2n ** 96n - 2n }).map((value) => value.toString(16).padStart(24, '0'))

/** A clock that shows the given times one after the other, and then the last one for ever. */
const clockShowing = (times: number[]) => ({
  now: () => (times.length > 1 ? times.shift() : times[0]) as number,
})

/** Ids of a clock that stands still, with all random bits set: the counter starts as late as it can. */
const exhausted = (ms: number) => createIds(new ManualClock(ms), (size) => Buffer.alloc(size, 0xff))

describe('timeOrdered', () => {
  test('whatever the clock does, ids are hex24 and strictly increasing', () => {
    fc.assert(
      fc.property(fc.array(anyTime, { minLength: 2, maxLength: 50 }), (times) => {
        const ids = createIds(clockShowing([...times]))
        let last = ''
        for (const _ of times) {
          const id = ids.timeOrdered()
          assert.match(id, HEX24)
          assert.ok(id > last)
          last = id
        }
      }),
    )
  })

  test('with a clock that goes forward, the id carries the time of its making', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyTime, { minLength: 1, maxLength: 20 }), (times) => {
        const ascending = times.sort((a, b) => a - b)
        const ids = createIds(clockShowing([...ascending]))
        assert.deepEqual(
          ascending.map(() => timeOfId(ids.timeOrdered())),
          ascending,
        )
      }),
    )
  })

  test('more ids in one millisecond than the counter can count stay in order by borrowing the next one', () => {
    const ids = exhausted(1_000)
    let last = ''
    for (let made = 0; made < 70_000; made += 1) {
      const id = ids.timeOrdered()
      assert.ok(id > last)
      last = id
    }
    assert.equal(timeOfId(last), 1_002, '32769 ids fit into each millisecond with this counter')
  })

  test('after a borrowed millisecond the clock that catches up does not repeat it', () => {
    const clock = new ManualClock(1_000)
    const ids = createIds(clock, (size) => Buffer.alloc(size, 0xff))
    for (let made = 0; made < 40_000; made += 1) ids.timeOrdered()
    const borrowed = ids.timeOrdered()
    clock.advance(1)
    assert.ok(ids.timeOrdered() > borrowed)
  })

  test('the first id lies above a given one, whatever the clock shows', () => {
    for (const ms of [0, 999, 1_000, 1_001]) {
      const after = exhausted(1_000).timeOrdered()
      const ids = createIds(new ManualClock(ms), undefined, after)
      const [first, second] = [ids.timeOrdered(), ids.timeOrdered()]
      assert.ok(after < first && first < second, `clock at ${ms}`)
    }
  })

  test('two processes working in the same millisecond make different ids', () => {
    const clock = new ManualClock(1_000)
    const [one, two] = [createIds(clock), createIds(clock)]
    const made = Array.from({ length: 5_000 }, () => [one.timeOrdered(), two.timeOrdered()]).flat()
    assert.equal(new Set(made).size, made.length)
  })
})

test('random ids are hex24 and do not tell the time', () => {
  const ids = createIds(new ManualClock(1_700_000_000_000))
  const made = Array.from({ length: 1_000 }, () => ids.random())
  for (const id of made) assert.match(id, HEX24)
  assert.equal(new Set(made.map((id) => id.slice(0, 12))).size, made.length)
})

describe('idFloor', () => {
  test('is not greater than any id of its millisecond and greater than all ids before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 48 - 2 }), (ms) => {
        assert.equal(timeOfId(idFloor(ms)), ms)
        assert.ok(idFloor(ms) <= createIds(new ManualClock(ms)).timeOrdered())
        assert.ok(idFloor(ms) > exhausted(ms - 1).timeOrdered())
      }),
    )
  })

  test('of a time before the epoch is the smallest id', () => {
    assert.equal(idFloor(-1), '0'.repeat(24))
  })
})

describe('nextId', () => {
  test('is greater, and nothing lies between', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        const next = nextId(id)
        assert.match(next, HEX24)
        assert.ok(next > id)
        assert.equal(BigInt(`0x${next}`) - BigInt(`0x${id}`), 1n)
      }),
    )
  })

  test('of the greatest id does not exist', () => {
    assert.throws(() => nextId('f'.repeat(24)), RangeError)
  })
})
