import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SmartlockAuth } from '@latchwork/contract'
import { windowText } from '../src/kit/access/window-text.ts'
import { clocksAgree } from '../src/kit/language/door-clock.ts'
import { createFormat } from '../src/kit/language/format.ts'
import { dayIn, instantAt, type Pass } from '../src/kit/language/wall-clock.ts'
import { de } from '../src/messages/de/index.ts'
import { en } from '../src/messages/en/index.ts'
import { creationsOf, draftOf, emptyDraft, limitsOfDraft } from '../src/pages/access/draft.ts'

const BROWSERS = ['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']
const DOORS = ['Europe/Berlin', 'Pacific/Chatham']
const MINUTE_MS = 60_000

/** The days on which the clocks of the doors are turned in 2026 and 2027, and those around them. */
const TURNS = DOORS.flatMap((zone) => {
  const days = new Set<string>()
  let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`).getTimeZoneTransition('next')
  for (; at && at.year < 2028; at = at.getTimeZoneTransition('next'))
    for (const days_ of [-1, 0, 1]) days.add(at.toPlainDate().add({ days: days_ }).toString())
  return [...days]
})

/** The same as the service does with its own means (packages/server/src/features/places/stays/window-rules.ts). */
function oracle(day: string, minutes: number, zone: string, pass: Pass): number {
  const wanted = Temporal.PlainDate.from(day).toPlainDateTime().add({ minutes })
  const before = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' })
  if (!before.toPlainDateTime().equals(wanted))
    return before.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.NaN
  return wanted.toZonedDateTime(zone, { disambiguation: pass }).epochMilliseconds
}

test('what is entered is the wall time of the door, over every change of the clocks of 2026 and 2027 (D15)', () => {
  assert.equal(TURNS.length, 24)
  for (const zone of DOORS)
    for (const day of new Set(TURNS))
      for (const pass of ['earlier', 'later'] as const)
        for (let minutes = 0; minutes < 1440; minutes += 45) {
          const label = `${zone} ${day} ${minutes} ${pass}`
          assert.equal(instantAt(day, minutes, zone, pass), oracle(day, minutes, zone, pass), label)
        }
})

test('a door in Berlin or Chatham shows the same times in every browser, and names its zone in each', () => {
  for (const zone of DOORS) {
    const texts = BROWSERS.map((browser) => {
      const clock = createFormat('en', en, browser).at(zone)
      assert.ok(clock.zoneName, browser)
      const at = Date.parse('2026-11-20T14:00:00Z')
      const field = clock.fieldOf(at)
      assert.equal(clock.instantOf(field), at)
      return [clock.moment(at), clock.day(at), clock.time(at), clock.hour(at), field, clock.dayOf(at)].join(
        '|',
      )
    })
    assert.equal(new Set(texts).size, 1, texts.join('\n'))
  }
})

test('a door in the zone of whoever looks, or one with the same clocks all year, names none', () => {
  assert.equal(createFormat('en', en, 'Europe/Berlin').at('Europe/Berlin').zoneName, undefined)
  assert.equal(createFormat('en', en, 'Europe/Vienna').at('Europe/Berlin').named('15:00'), '15:00')
  const sydney = createFormat('en', en, 'Australia/Sydney').at('Australia/Lord_Howe')
  assert.equal(sydney.named('15:00'), '15:00 (Lord Howe time)', 'in summer both show the same')
  const now = Date.parse('2026-01-15T00:00Z')
  assert.equal(clocksAgree('Australia/Sydney', 'Australia/Lord_Howe', now), false)
  assert.equal(createFormat('de', de, 'Europe/Berlin').at('America/New_York').zoneName, 'Ortszeit New York')
  assert.equal(createFormat('en', en, 'Europe/Berlin').at('UTC').zoneName, 'UTC')
})

test('both clocks are there on demand: the moment on the clock of whoever looks, with its name', () => {
  const clock = createFormat('en', en, 'America/New_York').at('Europe/Berlin')
  const at = '2026-11-20T14:00:00.000Z'
  assert.match(clock.moment(at), /Nov 20, 2026, 3:00/)
  assert.match(clock.here(at), /Nov 20, 2026, 9:00.*\(New York time\)$/)
})

test('access from 15:00, Tuesdays 08:00 to 12:00, given from New York is that of the door, in one zone', () => {
  const clock = createFormat('en', en, 'America/New_York').at('Europe/Berlin')
  const draft = {
    ...emptyDraft,
    fromDate: '2026-11-20T15:00',
    weekDays: 32,
    fromTime: '08:00',
    untilTime: '12:00',
  }
  const limits = limitsOfDraft(draft, clock)
  assert.equal(limits.allowedFromDate, '2026-11-20T14:00:00.000Z')
  assert.match(windowText(limits, en, clock), /3:00.*Tue, 08:00–12:00 \(Berlin time\)$/)
  const auth = { ...limits, smartlockId: 1, name: 'Anna', type: 13 } as SmartlockAuth
  assert.equal(draftOf(auth, clock).fromDate, draft.fromDate)
})

test('one access right on doors of two zones begins at 15:00 of each of them; without dates one call is enough', () => {
  const { at } = createFormat('en', en, 'America/New_York')
  const zoneOfDoor = (id: number) => (id === 2 ? 'Pacific/Chatham' : 'Europe/Berlin')
  const draft = { ...emptyDraft, name: 'Anna', doors: [1, 2, 3], fromDate: '2026-11-20T15:00' }
  const sent = creationsOf(draft, zoneOfDoor, at).map((body) => [body.smartlockIds, body.allowedFromDate])
  assert.deepEqual(sent, [
    [[1, 3], '2026-11-20T14:00:00.000Z'],
    [[2], '2026-11-20T01:15:00.000Z'],
  ])
  assert.equal(creationsOf({ ...draft, fromDate: '' }, zoneOfDoor, at).length, 1)
})

test('a window that touches the hour that comes twice has it whole; what was stored is not changed by looking', () => {
  const clock = createFormat('en', en, 'Asia/Kathmandu').at('Europe/Berlin')
  const draft = { ...emptyDraft, fromDate: '2026-10-25T02:30', untilDate: '2026-10-25T02:30' }
  assert.deepEqual(limitsOfDraft(draft, clock), {
    allowedFromDate: '2026-10-25T00:30:00.000Z',
    allowedUntilDate: '2026-10-25T01:30:00.000Z',
  })
  for (const zone of DOORS)
    for (const day of TURNS) {
      const at = instantAt(day, 9 * 60, zone)
      assert.equal(dayIn(at, zone), day)
      assert.equal(dayIn(at + 15 * 60 * MINUTE_MS - MINUTE_MS, zone) >= day, true)
    }
})
