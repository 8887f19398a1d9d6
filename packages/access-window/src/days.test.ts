import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inZone } from './days.ts'

const iso = (at: number | null | undefined) => (at == null ? at : new Date(at).toISOString())

test('a day begins with its first moment in the zone and ends when the next day begins (D14)', () => {
  for (const [day, zone, from, until] of [
    ['2026-11-19', 'UTC', '2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
    ['2026-11-19', 'Europe/Vienna', '2026-11-18T23:00:00.000Z', '2026-11-19T23:00:00.000Z'],
    // The clocks go back on this day, so it has 25 hours.
    ['2026-10-25', 'Europe/Vienna', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // The clocks skip midnight on this day, which begins at 1:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    // Answers have room for a year of four digits only.
    ['9999-12-31', 'America/New_York', '9999-12-31T05:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01', 'Asia/Tokyo', '0000-01-01T00:00:00.000Z', '0000-01-01T14:41:01.000Z'],
  ] as const) {
    const window = inZone({ fromDate: day, untilDate: day }, zone)
    assert.deepEqual([iso(window.fromDate), iso(window.untilDate)], [from, until], `${day} ${zone}`)
  }
})

test('moments, cleared dates and other limits of a window stay as they are', () => {
  const window = { fromDate: 5, untilDate: null, weekDays: 64 }
  assert.deepEqual(inZone(window, 'Europe/Vienna'), window)
  assert.deepEqual(inZone({}, 'Europe/Vienna'), {})
})
