import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowOf } from './window-rules.ts'

const times = { timeZone: 'Europe/Berlin', checkInTime: 900, checkOutTime: 660 }

const window = (start: string, end: string, own: Partial<typeof times> = {}) => {
  const { from, until } = windowOf(Date.parse(start), Date.parse(end), { ...times, ...own })
  return [new Date(from).toISOString(), new Date(until).toISOString()]
}

test('a code opens from check-in on the local first day to check-out on the local last day (D82)', () => {
  assert.deepEqual(window('2026-07-10T22:30:00Z', '2026-07-14T21:00:00Z'), [
    '2026-07-11T13:00:00.000Z',
    '2026-07-14T09:00:00.000Z',
  ])
})

test('a stay across the end of summer time opens and closes by the local clock (D15)', () => {
  assert.deepEqual(window('2026-10-24T10:00:00Z', '2026-10-26T10:00:00Z'), [
    '2026-10-24T13:00:00.000Z',
    '2026-10-26T10:00:00.000Z',
  ])
})

test('a time that the clock skips is the first one there is, one that comes twice is covered whole (D15)', () => {
  const skipped = { checkInTime: 150 }
  assert.equal(window('2026-03-29T10:00:00Z', '2026-03-30T10:00:00Z', skipped)[0], '2026-03-29T01:00:00.000Z')
  const twice = { checkInTime: 150, checkOutTime: 150 }
  assert.equal(window('2026-10-25T10:00:00Z', '2026-10-27T10:00:00Z', twice)[0], '2026-10-25T00:30:00.000Z')
  assert.equal(window('2026-10-20T10:00:00Z', '2026-10-25T10:00:00Z', twice)[1], '2026-10-25T01:30:00.000Z')
})

test('a stay of one day, for which check-out comes before check-in, opens for its own hours', () => {
  assert.deepEqual(window('2026-07-10T08:00:00Z', '2026-07-10T16:00:00Z'), [
    '2026-07-10T08:00:00.000Z',
    '2026-07-10T16:00:00.000Z',
  ])
})
