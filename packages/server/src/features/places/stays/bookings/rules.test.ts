import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReservationRow } from '../store.ts'
import { type FeedEntry, isOverBudget, planAbsentOnly, planFeed } from './rules.ts'

const NOW = Date.parse('2026-07-01T00:00:00Z')
const DAY = 86_400_000

const entry = (key: string, changes: Partial<FeedEntry> = {}): FeedEntry => ({
  key,
  sequence: 0,
  isCanceled: false,
  name: 'Guest',
  email: '',
  guests: 1,
  startsAt: NOW + 10 * DAY,
  endsAt: NOW + 12 * DAY,
  ...changes,
})

const row = (of: FeedEntry, changes: Partial<ReservationRow> = {}) =>
  ({
    id: of.key,
    feed_key: of.key,
    feed_event: JSON.stringify(of),
    starts_at: of.startsAt,
    ends_at: of.endsAt,
    state: 'accepted',
    missing_fetches: 0,
    ...changes,
  }) as ReservationRow

/** Bookings one after the other, so that no two have the same dates. */
const many = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    entry(`e${i}`, { startsAt: NOW + (10 + 2 * i) * DAY, endsAt: NOW + (11 + 2 * i) * DAY }),
  )

test('what is new is added, what is the same is left alone, what is over is not added', () => {
  const known = entry('a')
  const past = entry('p', { startsAt: NOW - 3 * DAY, endsAt: NOW - DAY })
  const plan = planFeed([row(known)], [known, entry('b', { startsAt: NOW + 20 * DAY }), past], NOW)
  assert.deepEqual(
    [plan.added.map(({ key }) => key), plan.changed, plan.missing, plan.canceled],
    [['b'], [], [], []],
  )
})

test('an event that is missing is canceled with the third fetch in a row, and not if it comes back (D69)', () => {
  const gone = row(entry('a'))
  const rest = [entry('b', { startsAt: NOW + 30 * DAY })]
  assert.deepEqual(planFeed([gone], rest, NOW).missing, [{ row: gone, fetches: 1 }])
  const twice = { ...gone, missing_fetches: 2 }
  assert.deepEqual(planFeed([twice], rest, NOW).canceled, [twice])
  assert.deepEqual(planFeed([twice], [...rest, entry('a')], NOW).back, [twice])
  assert.deepEqual(planAbsentOnly([twice, row(entry('b'))], NOW).canceled, [twice])
})

test('a stay that has begun is not canceled by its absence, but by its cancellation (D69)', () => {
  const staying = entry('a', { startsAt: NOW - DAY })
  const plan = planFeed(
    [row(staying, { missing_fetches: 2 })],
    [entry('b', { startsAt: NOW + 30 * DAY })],
    NOW,
  )
  assert.deepEqual([plan.canceled, plan.missing], [[], []])
  const canceled = planFeed([row(staying)], [{ ...staying, isCanceled: true }], NOW)
  assert.equal(canceled.canceled.length, 1)
})

test('an older SEQUENCE than the one that is known changes nothing', () => {
  const known = entry('a', { sequence: 3 })
  assert.deepEqual(planFeed([row(known)], [entry('a', { sequence: 2, isCanceled: true })], NOW).canceled, [])
  assert.deepEqual(
    planFeed([row(known)], [entry('a', { sequence: 2, endsAt: NOW + 90 * DAY })], NOW).changed,
    [],
  )
  assert.equal(
    planFeed([row(known)], [entry('a', { sequence: 4, endsAt: NOW + 90 * DAY })], NOW).changed.length,
    1,
  )
})

test('a booking that comes with another UID and the same dates is the same booking', () => {
  const known = row(entry('old'))
  const plan = planFeed([known], [entry('new')], NOW)
  assert.deepEqual([plan.added, plan.missing], [[], []])
  assert.equal(plan.changed[0]?.row, known)
})

test('a canceled booking that is in the calendar again is accepted again', () => {
  const plan = planFeed([row(entry('a'), { state: 'canceled' })], [entry('a')], NOW)
  assert.equal(plan.changed.length, 1)
})

test('more than three in ten bookings that vanish at once are too many, two are never', () => {
  const all = many(10)
  const over = (rows: ReservationRow[], left: FeedEntry[]) => isOverBudget(planFeed(rows, left, NOW), 30)
  const rows = all.map((one) => row(one))
  assert.equal(over(rows, all.slice(3)), false)
  assert.equal(over(rows, all.slice(4)), true)
  assert.equal(
    over(
      rows,
      all.map((one, i) => ({ ...one, isCanceled: i < 4 })),
    ),
    true,
    'cancellations count as well',
  )
  assert.equal(over(rows.slice(0, 3), all.slice(2, 3)), false)
  const counted = rows.map((one, i) => (i < 4 ? { ...one, missing_fetches: 1 } : one))
  assert.equal(over(counted, all.slice(4)), false, 'what vanished before was judged before')
})
