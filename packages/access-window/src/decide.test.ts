import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide } from './decide.ts'

const at = (text: string) => Date.parse(text)
const ZONE = 'Europe/Berlin'
const [MON, TUE, FRI, SUN] = [64, 32, 4, 1] as const
const clock = (hour: number, minute = 0) => hour * 60 + minute

test('a window, by its dates, holds from the first instant and no longer at the last (D53)', () => {
  const window = { fromDate: at('2026-11-16T14:00Z'), untilDate: at('2026-11-18T10:00Z') }
  assert.equal(decide(window, ZONE, at('2026-11-16T13:59:59.999Z')), 'not_yet_valid')
  assert.equal(decide(window, ZONE, at('2026-11-16T14:00Z')), 'allowed')
  assert.equal(decide(window, ZONE, at('2026-11-18T09:59:59.999Z')), 'allowed')
  assert.equal(decide(window, ZONE, at('2026-11-18T10:00Z')), 'expired')
})

test('a window without limits holds at all times; mask 0 and 127 are every day, times 0 the whole day (D53)', () => {
  for (const window of [{}, { weekDays: 0 }, { weekDays: 127 }, { fromTime: 0, untilTime: 0 }])
    for (const instant of [0, at('2026-11-15T00:00Z'), at('2026-10-25T01:30Z')])
      assert.equal(decide(window, ZONE, instant), 'allowed')
})

test('a window, by weekday and time, counts in the zone and not in UTC (D15)', () => {
  const window = { weekDays: MON, fromTime: clock(0), untilTime: clock(8) }
  // Sunday 23:30 UTC is Monday 00:30 in Berlin, and still Sunday in New York.
  assert.equal(decide(window, ZONE, at('2026-11-15T23:30Z')), 'allowed')
  assert.equal(decide(window, 'America/New_York', at('2026-11-15T23:30Z')), 'weekday')
  assert.equal(decide(window, 'Asia/Kolkata', at('2026-11-16T02:29Z')), 'allowed')
  assert.equal(decide(window, 'Asia/Kolkata', at('2026-11-16T02:30Z')), 'time_of_day')
})

test('a window across midnight belongs to the weekday it starts on (D53)', () => {
  const night = { weekDays: FRI, fromTime: clock(22), untilTime: clock(6) }
  assert.equal(decide(night, 'UTC', at('2026-11-20T21:59Z')), 'time_of_day')
  assert.equal(decide(night, 'UTC', at('2026-11-20T22:00Z')), 'allowed')
  assert.equal(decide(night, 'UTC', at('2026-11-21T05:59Z')), 'allowed')
  assert.equal(decide(night, 'UTC', at('2026-11-21T06:00Z')), 'weekday')
  assert.equal(decide(night, 'UTC', at('2026-11-21T22:00Z')), 'weekday')
  // Friday morning belongs to Thursday's night.
  assert.equal(decide(night, 'UTC', at('2026-11-20T05:00Z')), 'weekday')
})

test('a window with one time only has midnight as its other end (D53)', () => {
  assert.equal(decide({ fromTime: clock(18) }, 'UTC', at('2026-11-16T17:59Z')), 'time_of_day')
  assert.equal(decide({ fromTime: clock(18) }, 'UTC', at('2026-11-16T23:59Z')), 'allowed')
  assert.equal(decide({ untilTime: clock(9) }, 'UTC', at('2026-11-16T00:00Z')), 'allowed')
  assert.equal(decide({ untilTime: clock(9) }, 'UTC', at('2026-11-16T09:00Z')), 'time_of_day')
  const evening = { fromTime: clock(18), weekDays: TUE }
  assert.equal(decide(evening, 'UTC', at('2026-11-18T00:00Z')), 'weekday')
})

test('a boundary in the gap of a DST night moves to the first instant that exists (D15)', () => {
  // 29 March 2026: 02:00 to 03:00 does not exist; local 03:00 is 01:00 UTC.
  const from = { weekDays: SUN, fromTime: clock(2, 30), untilTime: clock(4) }
  assert.equal(decide(from, ZONE, at('2026-03-29T00:59Z')), 'time_of_day')
  assert.equal(decide(from, ZONE, at('2026-03-29T01:00Z')), 'allowed')
  const until = { weekDays: SUN, fromTime: clock(1), untilTime: clock(2, 30) }
  assert.equal(decide(until, ZONE, at('2026-03-29T00:59Z')), 'allowed')
  assert.equal(decide(until, ZONE, at('2026-03-29T01:00Z')), 'time_of_day')
})

test('a window in the overlap of a DST night covers both passes (D15)', () => {
  // 25 October 2026: 02:00 to 03:00 passes twice, from 00:00 to 02:00 UTC.
  const window = { weekDays: SUN, fromTime: clock(2, 15), untilTime: clock(2, 45) }
  const allowed = ['00:15', '00:44', '01:15', '01:44']
  const refused = ['00:14', '00:45', '01:14', '01:45']
  for (const time of allowed) assert.equal(decide(window, ZONE, at(`2026-10-25T${time}Z`)), 'allowed', time)
  for (const time of refused)
    assert.equal(decide(window, ZONE, at(`2026-10-25T${time}Z`)), 'time_of_day', time)
})
