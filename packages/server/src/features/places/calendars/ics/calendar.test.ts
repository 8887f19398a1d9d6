import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf, type SampleEvent } from '../../../../../test/calendar-server.ts'
import { maskUrl } from '../rules.ts'
import { type CalendarTime, readCalendar } from './calendar.ts'
import { guestNameOf, guestsOf, instantOf, isBlocked, referenceOf } from './rules.ts'
import { TooComplex } from './steps.ts'

const FROM = Date.parse('2026-01-01T00:00:00Z')
const options = { timeZone: 'Europe/Berlin', from: FROM, until: FROM + 400 * 86_400_000, maxEvents: 1000 }

const read = (events: readonly SampleEvent[], head?: readonly string[]) =>
  readCalendar(calendarOf(events, head), options)

const shown = (time: CalendarTime | undefined) =>
  time === undefined ? undefined : 'date' in time ? time.date : new Date(time.at).toISOString()

const spans = (events: readonly SampleEvent[], head?: readonly string[]) =>
  read(events, head).map(({ start, end }) => `${shown(start)} ${shown(end)}`)

const WINDOWS_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

test('a calendar, in every way to write a time, is read as the instant or date that is meant', () => {
  const found = spans(
    [
      { uid: 'all-day', start: '20260710', end: '20260714' },
      { uid: 'one day', start: '20260710' },
      { uid: 'utc', start: '20260710T130000Z', end: '20260711T090000Z' },
      {
        uid: 'named',
        start: 'TZID=America/New_York:20260710T150000',
        end: 'TZID=America/New_York:20260711T110000',
      },
      {
        uid: 'own zone',
        start: 'TZID=W. Europe Standard Time:20261224T150000',
        end: 'TZID=W. Europe Standard Time:20261226T110000',
      },
      { uid: 'floating', start: '20260710T150000', end: '20260711T110000' },
      { uid: 'duration', start: '20260710T130000Z', lines: ['DURATION:P1DT2H'] },
    ],
    WINDOWS_ZONE,
  )
  assert.deepEqual(found, [
    '2026-07-10 2026-07-14',
    '2026-07-10 2026-07-11',
    '2026-07-10T13:00:00.000Z 2026-07-11T09:00:00.000Z',
    '2026-07-10T19:00:00.000Z 2026-07-11T15:00:00.000Z',
    '2026-12-24T14:00:00.000Z 2026-12-26T10:00:00.000Z',
    '2026-07-10T13:00:00.000Z 2026-07-11T09:00:00.000Z',
    '2026-07-10T13:00:00.000Z 2026-07-11T15:00:00.000Z',
  ])
})

test('a recurring event, across a change to summer time, keeps its local time and honours exceptions', () => {
  const series: SampleEvent = {
    uid: 'weekly',
    start: 'TZID=Europe/Berlin:20260316T150000',
    end: 'TZID=Europe/Berlin:20260318T110000',
    lines: ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Europe/Berlin:20260323T150000'],
  }
  const moved: SampleEvent = {
    uid: 'weekly',
    start: 'TZID=Europe/Berlin:20260407T160000',
    end: 'TZID=Europe/Berlin:20260408T110000',
    lines: ['RECURRENCE-ID;TZID=Europe/Berlin:20260406T150000'],
  }
  assert.deepEqual(spans([series, moved]), [
    '2026-03-16T14:00:00.000Z 2026-03-18T10:00:00.000Z',
    '2026-03-30T13:00:00.000Z 2026-04-01T09:00:00.000Z',
    '2026-04-07T14:00:00.000Z 2026-04-08T09:00:00.000Z',
  ])
  const keys = read([series, moved]).map(({ key }) => key)
  assert.equal(new Set(keys).size, 3, 'each occurrence is known by a key of its own')
})

test('an occurrence that is cancelled, alone or without its series, says so', () => {
  const series: SampleEvent = {
    uid: 's',
    start: '20260710',
    end: '20260712',
    lines: ['RRULE:FREQ=WEEKLY;COUNT=2'],
  }
  const gone: SampleEvent = {
    uid: 's',
    start: '20260717',
    end: '20260719',
    lines: ['RECURRENCE-ID;VALUE=DATE:20260717', 'STATUS:CANCELLED'],
  }
  assert.deepEqual(
    read([series, gone]).map(({ isCanceled }) => isCanceled),
    [false, true],
  )
  assert.deepEqual(
    read([gone]).map(({ isCanceled, key }) => [isCanceled, key]),
    [[true, 's/2026-07-17']],
  )
})

test('of two versions of one event the higher SEQUENCE counts, wherever it stands', () => {
  const old: SampleEvent = { uid: 'a', start: '20260710', end: '20260712', lines: ['SEQUENCE:1'] }
  const now: SampleEvent = { uid: 'a', start: '20260711', end: '20260713', lines: ['SEQUENCE:2'] }
  assert.deepEqual(spans([now, old]), ['2026-07-11 2026-07-13'])
  assert.deepEqual(spans([old, now]), ['2026-07-11 2026-07-13'])
})

test('one event that cannot be read costs that event, a document that is no calendar all of it', () => {
  const broken: SampleEvent = { uid: 'b', start: 'someday', end: '20260712' }
  assert.deepEqual(spans([broken, { uid: 'a', start: '20260710', end: '20260712' }]), [
    '2026-07-10 2026-07-12',
  ])
  assert.throws(() => readCalendar('BEGIN:VCARD\r\nEND:VCARD\r\n', options))
  assert.throws(() => readCalendar('<html>', options))
})

test('a rule that never matches costs its event only, and many of them their calendar', () => {
  const never: SampleEvent = {
    uid: 'n',
    start: '20260701T150000Z',
    lines: ['RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
  }
  const good: SampleEvent = { uid: 'a', start: '20260710', end: '20260712' }
  assert.deepEqual(spans([never, good]), ['2026-07-10 2026-07-12'])
  const many = Array.from({ length: 50 }, (_, i) => ({ ...never, uid: `${i}` }))
  assert.throws(() => read([...many, good]), TooComplex)
})

test('a daily series that began twenty years ago is read as far as it is asked for', () => {
  const old: SampleEvent = { uid: 'o', start: '20060101', end: '20060102', lines: ['RRULE:FREQ=DAILY'] }
  assert.equal(read([old]).at(0)?.key, 'o/2025-12-31')
})

test('an event with a line that cannot be read, or that says too much, is left out and no other', () => {
  const good: SampleEvent = {
    uid: 'a',
    start: '20260710',
    end: '20260712',
    lines: ['BEGIN:VALARM', 'END:VALARM'],
  }
  const dates = Array.from({ length: 6000 }, () => '20260711').join(',')
  const long: SampleEvent = {
    uid: 'b',
    start: '20260710',
    lines: [`EXDATE;VALUE=DATE:${dates}`, 'RRULE:FREQ=DAILY'],
  }
  const wrong: SampleEvent = { uid: 'c', start: '20260710', lines: ['DTEND;VALUE=DATE;"'] }
  assert.deepEqual(spans([long, wrong, good]), ['2026-07-10 2026-07-12'])
})

const event = (summary: string, description = '') => ({
  key: 'k',
  sequence: 0,
  isCanceled: false,
  summary,
  description,
  attendee: '',
  start: { date: '2026-07-10' },
  end: { date: '2026-07-12' },
})

test('dates that a host blocked are told apart from bookings, as each platform marks them', () => {
  const cases = [
    ['airbnb', 'Airbnb (Not available)', true],
    ['airbnb', 'Reserved', false],
    ['booking', 'CLOSED - Not available', true],
    ['booking', 'CLOSED - Ada Lovelace', false],
    ['vrbo', 'Blocked', true],
    ['vrbo', 'Reserved - Ada', false],
    ['ical', 'Ada Lovelace', false],
    ['ical', 'Blocked', true],
    ['ical', 'Airbnb (Not available)', true],
  ] as const
  for (const [service, summary, blocked] of cases)
    assert.equal(isBlocked(service, event(summary)), blocked, `${service}: ${summary}`)
})

test('a guest has the name the platform gives, or at least the booking code', () => {
  const details =
    'Reservation URL: https://www.airbnb.com/hosting/reservations/details/HMABC1234\nPhone Number (Last 4 Digits): 5678'
  assert.equal(guestNameOf('airbnb', event('Reserved', details)), 'Airbnb HMABC1234')
  assert.equal(referenceOf(event('Reserved', details)), 'HMABC1234')
  assert.equal(guestNameOf('booking', event('CLOSED - Ada Lovelace')), 'Ada Lovelace')
  assert.equal(guestNameOf('vrbo', event('Reserved - Ada')), 'Ada')
  assert.equal(guestNameOf('vrbo', event('')), 'Vrbo')
  assert.equal(guestsOf(event('', 'Guests: 4')), 4)
  assert.equal(guestsOf(event('', 'Guests: 0')), 1)
})

test('an all-day event begins and ends at the times of the address (D69), also where a clock is set', () => {
  const at = (date: string, minute: number) =>
    new Date(instantOf({ date }, minute, 'Europe/Berlin')).toISOString()
  assert.equal(at('2026-07-10', 900), '2026-07-10T13:00:00.000Z')
  assert.equal(at('2026-12-10', 660), '2026-12-10T10:00:00.000Z')
})

test('the address of a calendar is shown without what makes it a key', () => {
  assert.equal(maskUrl('https://www.airbnb.com/calendar/ical/1.ics?s=secret'), 'https://www.airbnb.com/…')
})
