import assert from 'node:assert/strict'
import { LDP_REFUSAL } from '@latchwork/contract/device'
import { type Check, hasNoCodes } from './harness.ts'
import { codeEntry } from './ldp-door.ts'
import { eventually } from './waiting.ts'

const FULL = 0x13
const DUPLICATE = 0x2a
const NOT_HOLDABLE = 0x2b

/** A lock that reports by itself names what it holds by a digest; there is nobody in between who could forget it. */
const answersForItself: Check['excuse'] = ({ proof, codes }) =>
  proof === 'report' && codes?.foreign === false
    ? 'the lock itself answers what it holds, by a digest'
    : undefined
const isWhollyOurs: NonNullable<Check['excuse']> = ({ codes }) =>
  codes?.foreign === false ? 'it holds no codes but those of the service' : undefined
/** Of a lock that shows asterisks nobody can say whose code they are. */
const doesNotTellCodes: Check['excuse'] = (capability) =>
  isWhollyOurs(capability) ??
  (capability.codes?.readBack === 'value' ? undefined : 'the lock does not tell which code it holds')

const CHECKS_OF_CODES: readonly Check[] = [
  {
    number: 10,
    promise: 'A code is told as proven exactly when the lock holds it',
    async run({ door, hands, code, capability }) {
      const { errors, values } = await door.change({ 1: codeEntry(code(1)) })
      assert.deepEqual(errors, {})
      // Not more than the lock can tell, and not less.
      assert.equal(values[1]?.p ?? 'value', capability().codes?.readBack)
      assert.deepEqual(hands.held(), [String(code(1))])
    },
  },
  {
    number: 11,
    promise: 'A code that the lock forgets is not told as proven, and is written three times at most',
    excuse: answersForItself,
    async run({ door, hands, code }) {
      hands.dropWrites?.(true)
      const { errors } = await door.change({ 1: codeEntry(code(1)) })
      assert.deepEqual(errors, { 1: LDP_REFUSAL.unproven })
      assert.ok((hands.writes?.() ?? 9) <= 3, `${hands.writes?.()} writes`)
    },
  },
  {
    number: 12,
    promise: 'A code that the lock withholds is told as there or as not proven, and is not written again',
    excuse: answersForItself,
    async run({ door, hands, code }) {
      // The place is known to be free before the lock falls silent about its codes.
      await door.change({ 1: codeEntry(code(1)) })
      const before = hands.writes?.() ?? 0
      hands.withhold?.(true)
      const { errors, values } = await door.change({ 1: codeEntry(code(2)) })
      assert.ok(values[1]?.p === 'occupied' || errors[1] === LDP_REFUSAL.unproven)
      assert.equal((hands.writes?.() ?? 9) - before, 1)
    },
  },
  {
    number: 13,
    promise: 'A code on a lock that masks its codes is told as there, not as this one',
    async run({ door, hands, code }) {
      hands.mask(true)
      const { errors, values } = await door.change({ 1: codeEntry(code(1)) })
      assert.deepEqual(errors, {})
      assert.equal(values[1]?.p ?? (values[1]?.h ? 'value' : 'occupied'), 'occupied')
      assert.equal(hands.held().length, 1)
    },
  },
  {
    number: 14,
    promise:
      'A code that is there already, finds no place or breaks the rules of the lock is refused with that reason',
    async run({ door, hands, code, capability }) {
      const places = capability().codes?.places ?? 0
      assert.deepEqual((await door.change({ 1: codeEntry(12) })).errors, { 1: NOT_HOLDABLE })
      await door.change({ 1: codeEntry(code(1)) })
      assert.deepEqual((await door.change({ 2: codeEntry(code(1)) })).errors, { 2: DUPLICATE })
      for (let first = 2; first <= places; first += 50) {
        const numbers = Array.from({ length: Math.min(50, places - first + 1) }, (_, i) => first + i)
        await door.change(Object.fromEntries(numbers.map((n) => [n, codeEntry(code(n))])))
      }
      assert.equal(hands.held().length, places)
      const { errors } = await door.change({ [places + 1]: codeEntry(code(places + 1)) })
      assert.deepEqual(errors, { [places + 1]: FULL })
    },
  },
  {
    number: 15,
    promise: 'A removal is told as done when the code is gone from the lock, and as open until then',
    async run({ door, hands, code }) {
      await door.change({ 1: codeEntry(code(1)), 2: codeEntry(code(2)) })
      const { errors, values } = await door.change({ 1: null })
      assert.deepEqual([errors, values], [{}, {}])
      assert.deepEqual(hands.held(), [String(code(2))])
    },
  },
  {
    number: 16,
    promise: 'Codes of others are listed, and never touched',
    excuse: isWhollyOurs,
    async run({ door, hands, code }) {
      await hands.foreignCode?.(String(code(50)))
      await eventually('it to be listed', () => door.foreignSlots() === 1)
      await door.change({ 1: codeEntry(code(1)), 2: codeEntry(code(2)) })
      await door.change({ 1: null, 2: null })
      assert.deepEqual(hands.held(), [String(code(50))])
    },
  },
  {
    number: 17,
    promise: 'A code that somebody changes at the keypad is noticed',
    excuse: doesNotTellCodes,
    async run({ door, hands, code }) {
      await door.change({ 1: codeEntry(code(1)) })
      await new Promise((resolve) => setTimeout(resolve, 100))
      await hands.foreignCode?.(String(code(50)), String(code(1)))
      await eventually('it to be listed', () => door.foreignSlots() === 1)
      assert.ok(hands.held().includes(String(code(50))), 'what somebody typed in is theirs')
    },
  },
]

export const CODE_CHECKS: readonly Check[] = CHECKS_OF_CODES.map((check) => ({
  ...check,
  excuse: (capability) => hasNoCodes(capability) ?? check.excuse?.(capability),
}))
