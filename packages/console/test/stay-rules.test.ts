import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, AddressUnit, Reservation } from '@latchwork/contract'
import { dayIn, instantAt } from '../src/kit/language/wall-clock.ts'
import { arrivalDay, arrivalState, collisionsOf } from '../src/pages/arrivals/arrival-rules.ts'
import { barsOf, isInWindow } from '../src/pages/stays/bars.ts'
import { changeOf, creationOf, draftOf } from '../src/pages/stays/stay-draft.ts'
import { stateOf } from '../src/pages/stays/stay-state.ts'
import { rowsOf, staysOf } from '../src/pages/stays/timeline-rows.ts'
import { windowOf } from '../src/pages/stays/timeline-window.ts'

const BERLIN = 'Europe/Berlin'
const NOW = Date.parse('2026-11-16T12:00:00Z')

const stayOf = (from: string, until: string, more: Partial<Reservation> = {}): Reservation => ({
  id: from,
  addressId: 1,
  accountId: 1,
  name: 'Ada',
  email: '',
  guests: 1,
  guestsIssued: 0,
  keypadIssued: false,
  state: 'accepted',
  automation: 0,
  startDate: from,
  endDate: until,
  updateDate: from,
  allowedFromDate: from,
  allowedUntilDate: until,
  isCurrentlyIssuingAuth: false,
  isCurrentlyRevokingAuth: false,
  currentlyIssuingAuth: false,
  currentlyRevokingAuth: false,
  hasCustomAccessTimes: false,
  ...more,
})

const coming = (more: Partial<Reservation>) => stayOf('2026-11-17T14:00:00Z', '2026-11-20T10:00:00Z', more)
const current = (more: Partial<Reservation>) => stayOf('2026-11-15T14:00:00Z', '2026-11-20T10:00:00Z', more)

test('the state of a stay: never ready while a door lacks the code, whatever the day', () => {
  const seen = [
    coming({}),
    coming({ automation: 1 }),
    coming({ automation: 4 }),
    coming({ readiness: 0.5 }),
    coming({ readiness: 1 }),
    coming({ isCurrentlyRevokingAuth: true }),
    current({}),
    current({ readiness: 1, checkedIn: false }),
    current({ readiness: 1, checkedIn: true }),
    stayOf('2026-11-10T14:00:00Z', '2026-11-16T12:00:00Z', { checkedIn: true }),
    coming({ state: 'canceled', readiness: 1 }),
  ].map((stay) => stateOf(stay, NOW))
  assert.deepEqual(seen, [
    'upcoming',
    'planned',
    'notReady',
    'notReady',
    'ready',
    'revoking',
    'notReady',
    'current',
    'arrived',
    'over',
    'canceled',
  ])
})

test('bars: stays at the same time are on different lines, one after the other on the same, and cut at the edges', () => {
  const { days } = windowOf('2026-11-16', NOW.toString(), 'week')
  const bars = barsOf(
    [
      stayOf('2026-11-10T14:00:00Z', '2026-11-17T11:00:00Z'),
      stayOf('2026-11-16T23:00:00Z', '2026-11-18T23:00:00Z'),
      stayOf('2026-11-17T11:00:00Z', '2026-12-01T11:00:00Z'),
    ],
    BERLIN,
    days,
  )
  assert.deepEqual(
    bars.map(({ lane, isCutBefore, isCutAfter }) => [lane, isCutBefore, isCutAfter]),
    [
      [0, true, false],
      [1, false, false],
      [0, false, true],
    ],
  )
  assert.deepEqual([bars[1]?.from, bars[1]?.until], [1 / 7, 3 / 7], 'midnight to midnight in Berlin')
})

test('a window has the days of a week or of thirty days, from yesterday unless told otherwise', () => {
  const week = windowOf(undefined, '2026-11-16', 'week')
  assert.deepEqual([week.days[0], week.days.length], ['2026-11-15', 7])
  assert.deepEqual([week.previous, week.next], ['2026-11-08', '2026-11-22'])
  assert.equal(windowOf('2026-02-20', '2026-11-16', 'month').next, '2026-03-22')
  const ended = stayOf('2026-11-10T14:00:00Z', '2026-11-14T22:59:00Z')
  const ending = stayOf('2026-11-10T14:00:00Z', '2026-11-14T23:01:00Z')
  assert.deepEqual(
    [ended, ending].map((stay) => isInWindow(stay, BERLIN, week.days)),
    [false, true],
    'by the clocks of the address',
  )
})

test('moments of a day follow the clocks of the address, also beside their change', () => {
  const at = (day: string, hour: number, zone: string) =>
    new Date(instantAt(day, hour * 60, zone)).toISOString().slice(0, 16)
  assert.equal(at('2026-07-01', 15, BERLIN), '2026-07-01T13:00')
  assert.equal(at('2026-10-25', 0, BERLIN), '2026-10-24T22:00')
  assert.equal(at('2026-10-25', 15, BERLIN), '2026-10-25T14:00')
  assert.equal(at('2026-03-29', 3, BERLIN), '2026-03-29T01:00')
  assert.equal(at('2026-11-16', 11, 'Pacific/Auckland'), '2026-11-15T22:00')
  assert.equal(dayIn(Date.parse('2026-11-15T22:00:00Z'), 'Pacific/Auckland'), '2026-11-16')
})

test('a stay is made for the days of its address, and keeps the hours of days that nobody changed (D82)', () => {
  const clocks = { zone: 'Pacific/Auckland', checkInTime: 900, checkOutTime: 660 }
  const stay = coming({ startDate: '2026-11-15T20:30:00.000Z', endDate: '2026-11-18T20:30:00.000Z' })
  const draft = draftOf(stay, clocks)
  assert.deepEqual([draft.arrival, draft.departure], ['2026-11-16', '2026-11-19'])
  assert.deepEqual(creationOf({ ...draft, name: ' Ada ' }, clocks), {
    name: 'Ada',
    email: '',
    guests: 1,
    startDate: '2026-11-16T02:00:00.000Z',
    endDate: '2026-11-18T22:00:00.000Z',
  })
  const longer = changeOf({ ...draft, departure: '2026-11-20' }, stay, clocks)
  assert.deepEqual(longer, {
    name: 'Ada',
    email: '',
    guests: 1,
    phone: null,
    language: null,
    endDate: '2026-11-19T22:00:00.000Z',
    reference: null,
  })
  const moved = changeOf({ ...draft, unitId: 'u' }, stay, clocks)
  assert.equal('unitId' in moved && moved.unitId, 'u')
  const booked = { ...stay, serviceId: 'airbnb' }
  const change = changeOf({ ...draft, departure: '2026-11-20', guests: 3 }, booked, clocks)
  assert.deepEqual(
    change,
    { name: 'Ada', email: '', guests: 3, phone: null, language: null },
    'a calendar decides about its days',
  )
})

const addressOf = (addressId: number): Address => ({
  addressId,
  accountId: 1,
  name: `House ${addressId}`,
  smartlockIds: [],
  unitCount: 0,
  creationDate: '2026-01-01T00:00:00Z',
  updateDate: '2026-01-01T00:00:00Z',
})

const unitOf = (addressId: number, name: string): AddressUnit => ({
  id: `${addressId} ${name}`,
  name,
  addressId,
  addressTokenId: '',
  smartlockIds: [],
  creationDate: '2026-01-01T00:00:00Z',
})

test('the rows of the timeline are units below their address; a unit that is not known belongs to the address', () => {
  const units = [unitOf(1, 'Flat 10'), unitOf(1, 'Flat 2'), unitOf(2, 'Attic')]
  const rows = rowsOf([addressOf(1), addressOf(2), addressOf(3)], units)
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['House 1', 'Flat 2', 'Flat 10', 'House 2', 'Attic', 'House 3'],
  )
  const stays = [
    coming({ id: 'a' }),
    coming({ id: 'b', unitId: '1 Flat 2' }),
    coming({ id: 'c', unitId: 'gone' }),
  ]
  const ids = (name: string) => {
    const row = rows.find((one) => one.name === name)
    return row && staysOf(row, stays).map(({ id }) => id)
  }
  assert.deepEqual([ids('House 1'), ids('Flat 2'), ids('House 2')], [['a', 'c'], ['b'], []])
})

test('what a row of the timeline asks for is the same among fifty units and among five thousand', () => {
  const rowsAmong = (count: number) => {
    const addresses = Array.from({ length: count / 5 }, (_, n) => addressOf(n + 1))
    const units = addresses.flatMap(({ addressId }) =>
      ['1', '2', '3', '4'].map((name) => unitOf(addressId, name)),
    )
    return rowsOf(addresses, units)
  }
  const most = (count: number) => Math.max(...rowsAmong(count).map(({ asks }) => asks.length))
  assert.deepEqual([rowsAmong(5000).length, most(50), most(5000)], [5000, 4, 4])
})

test('arrivals are today, tomorrow or this week by the clocks of the address, and not of the browser', () => {
  const on = (from: string) => arrivalDay(stayOf(from, '2026-12-20T10:00:00Z'), 'Pacific/Auckland', NOW)
  // It is one in the morning of 17 November there.
  assert.deepEqual(
    [
      '2026-11-16T10:59:00Z',
      '2026-11-16T11:00:00Z',
      '2026-11-17T12:00:00Z',
      '2026-11-20T02:00:00Z',
      '2026-11-24T02:00:00Z',
    ].map(on),
    [undefined, 'today', 'tomorrow', 'week', undefined],
  )
})

test('an arrival is ready when every keypad has the code, and says else what stands in its way', () => {
  const keypad = new Map([
    [1, { config: { keypadPaired: true } as never }],
    [2, {}],
  ])
  const address = { smartlockIds: [1] }
  const of = (more: Partial<Reservation>, place = {}) =>
    arrivalState(coming(more), { address, unit: undefined, doors: keypad, ...place })
  assert.equal(of({ readiness: 1 }), 'ready')
  assert.equal(of({ readiness: 0.5 }), 'partly')
  assert.equal(of({ automation: 4 }), 'failed')
  assert.equal(of({ automation: 1 }), 'planned')
  assert.equal(of({}), 'off')
  assert.equal(of({}, { address: { smartlockIds: [1], settings: { autoIssueHours: 24 } } }), 'none')
  assert.equal(of({}, { address: { smartlockIds: [] } }), 'noDoor')
  assert.equal(of({}, { address: { smartlockIds: [2] } }), 'noKeypad')
  assert.equal(
    of({}, { address: { smartlockIds: [2] }, unit: { smartlockIds: [1] } }),
    'off',
    "its unit's door has one",
  )
})

test('two guests in one flat at the same time collide; who leaves before the other comes, or is next door, does not', () => {
  const at = (id: string, from: string, until: string, more: Partial<Reservation> = {}) => ({
    ...stayOf(`2026-11-${from}T15:00:00Z`, `2026-11-${until}T11:00:00Z`, { unitId: 'flat', ...more }),
    id,
  })
  const found = collisionsOf([
    at('long', '01', '10'),
    at('inside', '02', '03'),
    at('after', '10', '12'),
    at('next door', '02', '03', { unitId: 'other' }),
    at('canceled', '02', '03', { state: 'canceled' }),
    at('overlaps', '11', '14'),
  ])
  assert.deepEqual(
    found.map(([one, other]) => [one.id, other.id]),
    [
      ['long', 'inside'],
      ['after', 'overlaps'],
    ],
  )
})
