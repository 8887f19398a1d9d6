import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextWindows } from './next-windows.ts'

const at = (text: string) => Date.parse(text)
const span = (from: string, until: string) => ({ from: at(from), until: at(until) })

test('the next windows of a cleaner follow the wall over a DST night', () => {
  const sundays = { weekDays: 1, fromTime: 9 * 60, untilTime: 11 * 60 }
  assert.deepEqual(nextWindows(sundays, 'Europe/Berlin', at('2026-10-18T00:00Z'), 3), [
    span('2026-10-18T07:00Z', '2026-10-18T09:00Z'),
    span('2026-10-25T08:00Z', '2026-10-25T10:00Z'),
    span('2026-11-01T08:00Z', '2026-11-01T10:00Z'),
  ])
})

test('the next windows of one that is open start with the instant asked for', () => {
  const days = { weekDays: 124, untilDate: at('2026-11-17T12:00Z') }
  assert.deepEqual(nextWindows(days, 'UTC', at('2026-11-16T10:00Z'), 10), [
    span('2026-11-16T10:00Z', '2026-11-17T12:00Z'),
  ])
})

test('the next windows, where nothing limits any more, are one without an end; of what has passed there are none', () => {
  const [now, soon] = [at('2026-11-16T10:00Z'), at('2026-12-01T00:00Z')]
  assert.deepEqual(nextWindows({ fromDate: soon }, 'UTC', now, 10), [{ from: soon }])
  assert.deepEqual(nextWindows({ untilDate: soon }, 'UTC', now, 10), [{ from: now, until: soon }])
  assert.deepEqual(nextWindows({ untilDate: now }, 'UTC', now, 10), [])
  assert.deepEqual(nextWindows({ weekDays: 1 }, 'UTC', now, 0), [])
})

test('the next windows, where the only one falls into the gap of a DST night, go on a week later', () => {
  const inTheGap = { weekDays: 1, fromTime: 2 * 60, untilTime: 3 * 60 }
  assert.deepEqual(nextWindows(inTheGap, 'Europe/Berlin', at('2026-03-29T00:00Z'), 1), [
    span('2026-04-05T00:00Z', '2026-04-05T01:00Z'),
  ])
})
