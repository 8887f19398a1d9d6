import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Check, Harness } from './harness.ts'
import { LOCK, UNLOCK } from './ldp-door.ts'
import { eventually } from './waiting.ts'

const MS_FOR_SILENCE = 5000
/** The longest that a lock can declare. */
const NOBODY_KNOWS_MS = 600_000

async function comesBack({ hands, door }: Harness): Promise<void> {
  await hands.back()
  await eventually('the lock to be there again', () => door.isOnline())
}

export const MOVEMENT_CHECKS: readonly Check[] = [
  {
    number: 1,
    promise: 'An order to a lock that is known to be offline moves nothing, ever',
    async run(harness) {
      const { door, hands } = harness
      hands.away()
      await door.order(UNLOCK, { withinMs: 4000 })
      await eventually('its absence to be noticed', () => !door.isOnline())
      const before = hands.moves()
      assert.notEqual(await door.order(UNLOCK, { withinMs: 1000 }), 0)
      await comesBack(harness)
      assert.equal(hands.moves(), before)
      assert.equal(hands.isLocked(), true)
    },
  },
  {
    number: 2,
    promise:
      'An order to a lock that comes back after the order was over does not move it, beyond the time it is declared to be late',
    excuse: ({ expiry }) =>
      expiry.worstLateMs >= NOBODY_KNOWS_MS
        ? 'how late an order may run nobody knows: remote unlocking is off until somebody allows it'
        : undefined,
    async run(harness) {
      const { door, hands, capability } = harness
      hands.away()
      assert.notEqual(await door.order(UNLOCK, { withinMs: 1000 }), 0)
      await wait(capability().expiry.worstLateMs)
      await comesBack(harness)
      assert.deepEqual([hands.moves(), hands.isLocked()], [0, true])
    },
  },
  {
    number: 3,
    promise: 'An order to a lock that comes back in time moves it once or not at all',
    async run(harness) {
      const { door, hands } = harness
      hands.away()
      const answer = door.order(UNLOCK, { withinMs: 6000 })
      await wait(800)
      await hands.back()
      const code = await answer
      await eventually('the lock to be there', () => door.isOnline())
      assert.ok(hands.moves() <= 1)
      if (code === 0) assert.equal(hands.isLocked(), false)
    },
  },
  {
    number: 4,
    promise: 'An order during which the hub restarts moves the lock at most once',
    async run({ door, hands }) {
      const answer = door.order(UNLOCK, { withinMs: 4000 })
      await hands.restartHub()
      await answer
      await eventually('the lock to be there', () => door.isOnline())
      assert.ok(hands.moves() <= 1, `${hands.moves()} moves`)
    },
  },
  {
    number: 5,
    promise: 'An order that is received and never answered is told as unknown, and no movement is shown',
    async run({ door, hands }) {
      door.forget()
      hands.mute(true)
      assert.equal(await door.order(UNLOCK, { withinMs: MS_FOR_SILENCE }), undefined)
      assert.ok(!door.bolts().includes('unlocked'))
      assert.equal(hands.isLocked(), true)
    },
  },
  {
    number: 6,
    promise: 'An order that the lock refuses is told as refused, with its reason',
    async run({ door, hands }) {
      hands.refuse(true)
      const code = await door.order(UNLOCK)
      assert.ok(code !== undefined && code > 0, `code ${code}`)
      assert.notEqual(door.bolt(), 'unlocked')
    },
  },
  {
    number: 7,
    promise: 'A movement is told as done only when the bolt stands there',
    async run({ door, hands }) {
      for (const [action, isLocked] of [
        [UNLOCK, false],
        [LOCK, true],
      ] as const) {
        assert.equal(await door.order(action), 0)
        assert.equal(hands.isLocked(), isLocked)
        await eventually('its state', () => door.bolt() === (isLocked ? 'locked' : 'unlocked'))
      }
      assert.equal(hands.moves(), 2)
    },
  },
  {
    number: 8,
    promise: 'A second order while the first is under way is refused, and does not wait for its turn',
    async run({ door, hands }) {
      const first = door.order(UNLOCK)
      const second = door.order(LOCK)
      const codes = [await first, await second]
      assert.equal(codes[0], 0)
      assert.equal(codes[1], 0x45)
      assert.deepEqual([hands.moves(), hands.isLocked()], [1, false])
    },
  },
  {
    number: 9,
    promise: 'An order while much is being read from the lock is not later than declared',
    async run({ door, hands, capability }) {
      await hands.readALot()
      const began = Date.now()
      assert.equal(await door.order(UNLOCK), 0)
      const lateMs = Date.now() - began
      // A lock that promises not to be late at all has the time of a machine that tests everything else as well.
      assert.ok(lateMs <= Math.max(capability().expiry.worstLateMs, 5000), `${lateMs} ms`)
    },
  },
]
