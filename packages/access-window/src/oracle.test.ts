import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TIME_ZONES } from '@latchwork/contract'
import fc from 'fast-check'
import { openMinutes, stretches, wallMinutes } from '../test/oracle.ts'
import type { AccessWindow } from './access-window.ts'
import { decide } from './decide.ts'
import { nextWindows } from './next-windows.ts'
import { nextJump } from './zone.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Days on which local time jumps: back and forth, at night and at midnight, by an hour and by half of one. */
const JUMPS: [zone: string, ...days: string[]][] = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Australia/Sydney', '2026-04-05', '2026-10-04'],
  ['Australia/Adelaide', '2026-04-05', '2026-10-04'],
  ['Pacific/Auckland', '2026-04-05', '2026-09-27'],
  ['Africa/Cairo', '2026-04-24', '2026-10-29'],
  ['America/Santiago', '2026-04-05', '2026-09-06'],
  // At one minute past midnight until 2011, so that a whole hour of the day before passed again.
  ['America/St_Johns', '2026-03-08', '2026-11-01', '2010-03-14', '2010-11-07'],
  ['Asia/Tehran', '2022-03-22', '2022-09-21'],
  ['Asia/Jerusalem', '2026-03-27', '2026-10-25'],
  // No zone of 6.14 jumps by half an hour; the rules do not care.
  ['Australia/Lord_Howe', '2026-04-05', '2026-10-04'],
]

interface Stretch {
  zone: string
  start: number
  end: number
  wall: string[]
}

/** From the day before to the day after, every minute as the wall shows it. */
function around(zone: string, instant: number): Stretch {
  const start = Math.floor(instant / DAY_MS) * DAY_MS - DAY_MS
  const end = start + 3 * DAY_MS
  return { zone, start, end, wall: wallMinutes(zone, start, end) }
}

const time = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 1439 }),
    fc.integer({ min: 0, max: 12 }).map((n) => n * 15),
  ),
  { nil: undefined },
)
const dateIn = ({ start, end }: Stretch) =>
  fc.option(
    fc.integer({ min: 0, max: (end - start) / MINUTE_MS }).map((minute) => start + minute * MINUTE_MS),
    { nil: undefined },
  )

/** Windows that pass the check, with boundaries near the jumps more often than elsewhere. */
const windowIn = (stretch: Stretch) =>
  fc
    .record({
      weekDays: fc.option(fc.integer({ min: 0, max: 127 }), { nil: undefined }),
      fromTime: time,
      untilTime: time,
      fromDate: dateIn(stretch),
      untilDate: dateIn(stretch),
    })
    .filter(({ fromTime = 0, untilTime = 0 }) => fromTime !== untilTime || fromTime === 0)
    .map((window) => Object.fromEntries(Object.entries(window).filter(([, value]) => value !== undefined)))

/** Compares every minute, and the stretches they make. */
function agrees(window: AccessWindow, { zone, start, end, wall }: Stretch): void {
  const expected = openMinutes(window, wall, start)
  const decided = wall.map((_, index) => decide(window, zone, start + index * MINUTE_MS) === 'allowed')
  const differs = decided.findIndex((isOpen, index) => isOpen !== expected[index])
  if (differs >= 0) assert.fail(`${zone} at ${wall[differs]}: decided ${decided[differs]}`)
  const spans = nextWindows(
    { ...window, untilDate: Math.min(window.untilDate ?? end, end) },
    zone,
    start,
    100,
  )
  assert.deepEqual(spans, stretches(expected, start))
}

for (const [zone, ...days] of JUMPS)
  test(`decide and nextWindows, around the DST days of ${zone}, agree with a minute-by-minute oracle (D15, D53)`, () => {
    for (const day of days) {
      const stretch = around(zone, Date.parse(day))
      // A table without the jump would prove nothing.
      assert.ok(nextJump(zone, stretch.start) < stretch.end, day)
      fc.assert(
        fc.property(windowIn(stretch), (window) => agrees(window, stretch)),
        { numRuns: 60 },
      )
    }
  })

test('decide and nextWindows agree with the oracle in every zone of 6.14, around the next jump if it has one', () => {
  const windows: AccessWindow[] = [
    { weekDays: 1, fromTime: 90, untilTime: 150 },
    { weekDays: 124, fromTime: 22 * 60, untilTime: 6 * 60 },
    { weekDays: 3 },
    { fromTime: 150 },
  ]
  const summer = Date.parse('2026-07-01')
  for (const zone of TIME_ZONES) {
    const jump = nextJump(zone, summer)
    const stretch = around(zone, Number.isFinite(jump) ? jump : summer)
    for (const window of windows) agrees(window, stretch)
  }
})

test('decide, within a minute, holds or not as the minute does', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: 0, max: MINUTE_MS - 1 }),
      (minute, rest) => {
        const instant = Date.parse('2026-11-16') + minute * MINUTE_MS
        const window = { fromTime: 9 * 60, untilTime: 17 * 60 }
        assert.equal(decide(window, 'UTC', instant + rest), decide(window, 'UTC', instant))
      },
    ),
  )
})
