import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { type Check, hasNoCodes } from './harness.ts'
import { codeEntry, UNLOCK } from './ldp-door.ts'
import { eventually } from './waiting.ts'

const FLOOD = 1000

export const REMAINING_CHECKS: readonly Check[] = [
  {
    number: 18,
    promise: 'After a restart nothing is written again, and no event is lost or told as another',
    async run({ door, hands, code, restart }) {
      await door.change({ 1: codeEntry(code(1)), 2: codeEntry(code(2)) })
      await hands.manual(false)
      await eventually('the event', () => door.eventNumbers().length > 0)
      await wait(1000)
      const before = [...hands.held()].sort()
      const writes = hands.writes?.()
      const count = new Set(door.eventNumbers()).size
      await restart()
      await eventually('the lock to be there', () => door.isOnline())
      await wait(1000)
      assert.deepEqual([[...hands.held()].sort(), hands.writes?.()], [before, writes])
      assert.equal(new Set(door.eventNumbers()).size, count)
      await door.acknowledge()
    },
  },
  {
    number: 19,
    promise:
      'A code whose time ends while the lock is offline is told as still on the lock, and comes off afterwards',
    excuse: (capability) =>
      hasNoCodes(capability) ??
      (capability.windows.dates === 'lock' ? 'the lock keeps the time itself' : undefined),
    async run({ door, hands, code }) {
      const untilDate = Date.now() + 6000
      const { errors } = await door.change({ 1: codeEntry(code(1), { untilDate }) })
      assert.deepEqual([errors, hands.held().length], [{}, 1])
      hands.away()
      void door.order(UNLOCK, { withinMs: 3500 })
      await eventually('its absence to be noticed', () => !door.isOnline())
      await eventually('it to be told as stuck', () => door.held(1)?.at === 'stuck')
      assert.equal(hands.held().length, 1)
      await hands.back()
      await eventually('it to come off', () => hands.held().length === 0)
    },
  },
  {
    number: 20,
    promise: 'The absence of a lock is noticed within the declared time',
    async run({ door, hands, capability }) {
      const began = Date.now()
      hands.away()
      const { detectMs } = capability().presence
      await eventually('its absence to be noticed', () => !door.isOnline(), detectMs + 10_000)
      assert.ok(Date.now() - began <= detectMs + 5000)
    },
  },
  {
    number: 21,
    promise: 'No code is in any log, event or error text',
    excuse: hasNoCodes,
    async run({ door, hands, code, log }) {
      await door.change({ 1: codeEntry(code(1)) })
      // A lock that was away a moment ago may take it later than it is answered for.
      await eventually('the code', () => hands.held().includes(String(code(1))))
      await door.change({ 2: codeEntry(code(1)) })
      await hands.keypad(String(code(1)))
      await eventually('the event', () => door.events().some(({ authId }) => authId !== undefined))
      await door.change({ 1: null })
      // Not as a part of a signature or a date, where any digits may come up.
      const digits = new RegExp(`.{0,30}(?<![0-9a-z])${code(1)}(?![0-9a-z]).{0,30}`)
      assert.equal(digits.exec(log())?.[0], undefined)
      assert.equal(digits.exec(door.heard())?.[0], undefined)
    },
  },
  {
    number: 22,
    promise: 'A thousand things told at once do not keep an order from being in time',
    async run({ door, hands }) {
      hands.tellALot(FLOOD)
      assert.equal(await door.order(UNLOCK), 0)
      assert.equal(hands.isLocked(), false)
    },
  },
]
