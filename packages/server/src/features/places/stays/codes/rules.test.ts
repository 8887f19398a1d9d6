import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settle } from './rules.ts'
import type { CodeRow } from './store.ts'

const stay = {
  issue_state: 'issuing',
  automation: 2,
  operation_id: 'op',
  code_tries: 1,
  checked_in: null,
  shut_doors: null,
} as const

const codes = (...states: CodeRow['state'][]) =>
  states.map((state, i) => ({ auth_id: `${i}`, smartlock_id: i, state, error: null }) as CodeRow)

const present = () => true
const away = () => false

test('a stay is being issued until every lock that is online has answered (8.8)', () => {
  assert.equal(settle(stay, codes('confirmed', 'pending'), present).issue_state, 'issuing')
  assert.equal(settle(stay, codes('confirmed', 'pending'), away).issue_state, 'issued')
  assert.equal(settle(stay, codes('pending'), away).issue_state, 'issuing')
  assert.equal(settle(stay, codes('confirmed'), present).issue_state, 'issued')
})

test('a refusal asks for a fresh code once; refused by all again, for clearing up', () => {
  assert.equal(settle(stay, codes('confirmed', 'failed'), present).isDue, true)
  const again = { ...stay, code_tries: 2 }
  assert.partialDeepStrictEqual(settle(again, codes('confirmed', 'failed'), present), {
    isDue: false,
    issue_state: 'issued',
  })
  assert.partialDeepStrictEqual(settle(again, codes('failed', 'failed'), present), { isDue: true })
})

test('a stay is clear again when the last code is gone, and not before', () => {
  const revoking = { ...stay, issue_state: 'revoking', automation: 3 } as const
  assert.equal(settle(revoking, codes('removing'), present).issue_state, 'revoking')
  assert.partialDeepStrictEqual(settle(revoking, [], present), {
    issue_state: 'none',
    automation: 3,
    operation_id: null,
    code_sealed: null,
  })
})

test('a code that is deleted by hand shuts its door; the last one also ends what comes by itself (D171)', () => {
  const before = { ...stay, shut_doors: '[9,3]' }
  const left = settle(before, codes('confirmed'), present, [7])
  assert.partialDeepStrictEqual(left, { issue_state: 'issued', shut_doors: '[3,7,9]' })
  assert.ok(!('auto_off' in left))
  assert.partialDeepStrictEqual(settle(stay, [], present, [7]), { issue_state: 'none', auto_off: 1 })
  assert.ok(!('shut_doors' in settle(before, [], present)), 'nobody deleted anything now')
})
