import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeFrom, codeProblem, inviteKeyFrom, kindOf, kindsOf, waitMs } from './rules.ts'

const RULES = {
  length: 6,
  minLength: 6,
  maxLength: 6,
  alphabet: '123456789',
  forbiddenPrefixes: ['12'],
  uniqueness: 'window',
} as const
const rules = { ...RULES, forbiddenPrefixes: [...RULES.forbiddenPrefixes] }

test('a code that breaks a rule of the lock is told which (D51)', () => {
  assert.equal(codeProblem(rules, '384365'), undefined)
  assert.match(codeProblem(rules, '38436') ?? '', /6 digits/)
  assert.match(codeProblem(rules, '384360') ?? '', /123456789/)
  assert.match(codeProblem(rules, '123999') ?? '', /start with 12/)
  assert.equal(
    codeProblem(
      { ...rules, length: 4, minLength: 4, maxLength: 4, alphabet: '0123456789', forbiddenPrefixes: [] },
      '0012',
    ),
    undefined,
  )
})

test('codes from chance have the length and the digits of the lock, and every digit comes', () => {
  const codes = Array.from({ length: 500 }, (_, i) => codeFrom(rules, (i * 7_919_777 + 1).toString(16)))
  for (const code of codes) assert.match(code, /^[1-9]{6}$/)
  assert.equal(new Set(codes.join('')).size, 9)
  assert.equal(new Set(codes).size, codes.length)
})

test('keys of invitations have nine digits, whatever chance gives (D56)', () => {
  for (const chance of ['0', 'f'.repeat(24), '35a4e900', '123456789abcdef'])
    assert.match(inviteKeyFrom(chance), /^[1-9]\d{8}$/)
})

test('filters become kinds: by type, with and without a person (D60)', () => {
  assert.equal(kindsOf({}), undefined)
  assert.equal(kindsOf({ types: [] }), undefined)
  assert.deepEqual(kindsOf({ types: [13, 13] }), [kindOf(13, null), kindOf(13, 7)])
  assert.deepEqual(kindsOf({ types: [0], accountUserId: -5 }), [kindOf(0, null)])
  assert.ok(kindsOf({ accountUserId: 7 })?.every((kind) => kind % 2 === 1))
})

test('who gives no answer is asked less and less often, but never less than every 15 minutes', () => {
  const waits = Array.from({ length: 40 }, (_, i) => waitMs(i))
  assert.deepEqual(waits.slice(0, 4), [30_000, 60_000, 120_000, 240_000])
  assert.equal(waits.at(-1), 15 * 60_000)
})
