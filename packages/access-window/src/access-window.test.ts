import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWindow, overlaps } from './access-window.ts'
import { localText, zoneOf } from './zone.ts'

test('a window, where it cannot be meant, names the field and the rule (D53)', () => {
  assert.deepEqual(checkWindow({}), [])
  assert.deepEqual(checkWindow({ fromDate: 1, untilDate: 2, fromTime: 1, untilTime: 2, weekDays: 3 }), [])
  assert.deepEqual(checkWindow({ fromTime: 1320, untilTime: 360 }), [])
  assert.deepEqual(checkWindow({ fromTime: 0, untilTime: 0 }), [])
  assert.deepEqual(checkWindow({ fromTime: 600 }), [])
  assert.deepEqual(checkWindow({ fromDate: 5, untilDate: 5, fromTime: 600, untilTime: 600 }), [
    { field: 'untilDate', rule: 'not_after_from' },
    { field: 'untilTime', rule: 'same_as_from' },
  ])
})

test('two windows overlap by their dates alone, and open ends are infinite (D52)', () => {
  const may = { fromDate: 10, untilDate: 20 }
  assert.equal(overlaps(may, { fromDate: 20, untilDate: 30 }), false)
  assert.equal(overlaps({ fromDate: 20, untilDate: 30 }, may), false)
  assert.equal(overlaps(may, { fromDate: 19 }), true)
  assert.equal(overlaps(may, { untilDate: 10 }), false)
  assert.equal(overlaps(may, { untilDate: 11 }), true)
  assert.equal(overlaps(may, {}), true)
  assert.equal(overlaps({ ...may, weekDays: 64 }, { ...may, weekDays: 32, fromTime: 60 }), true)
})

test('a zone is found by the number a device keeps (6.14); without one it is the fallback (D15)', () => {
  assert.equal(zoneOf(37), 'Europe/Berlin')
  assert.equal(zoneOf(65_535), 'UTC')
  assert.equal(zoneOf(undefined), 'UTC')
})

test('a local time tells the pass of an hour that passes twice', () => {
  assert.equal(localText('Europe/Berlin', Date.parse('2026-10-25T00:30Z')), '2026-10-25T02:30:00+02:00')
  assert.equal(localText('Europe/Berlin', Date.parse('2026-10-25T01:30Z')), '2026-10-25T02:30:00+01:00')
  assert.equal(localText('UTC', 0), '1970-01-01T00:00:00+00:00')
})
