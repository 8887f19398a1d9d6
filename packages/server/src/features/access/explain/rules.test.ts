import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthRow } from '../store.ts'
import { explain, mostRelevant, nearCodes } from './rules.ts'

const zone = 'Europe/Berlin'
const at = (text: string) => Date.parse(text)
/** A Monday, 10:30 in Berlin. */
const MOMENT = { at: at('2026-11-16T09:30Z'), now: at('2026-11-16T09:30Z'), zone }

/** An authorization that is on its lock and has no limits, unless told otherwise. */
const row = (changes: Partial<AuthRow> = {}): AuthRow =>
  ({
    id: 'a'.repeat(24),
    enabled: 1,
    from_date: null,
    until_date: null,
    week_days: null,
    from_time: null,
    until_time: null,
    sync_state: 'synced',
    device_number: 7,
    error: null,
    ...changes,
  }) as AuthRow

test('an explanation names the first limit that stands against it, and says it in local time', () => {
  const cases: [Partial<AuthRow>, rule: string, reason: RegExp][] = [
    [{}, 'allowed', /every limit is met/],
    [{ enabled: 0, until_date: 0 }, 'disabled', /disabled/],
    [{ from_date: at('2026-11-16T14:00Z') }, 'not_yet_valid', /from 2026-11-16T15:00:00\+01:00 on/],
    [{ until_date: at('2026-07-01T08:00Z') }, 'expired', /until 2026-07-01T10:00:00\+02:00/],
    [{ week_days: 32 }, 'weekday', /2026-11-16T10:30:00\+01:00 in Europe\/Berlin/],
    [{ from_time: 660, until_time: 720 }, 'time_of_day', /2026-11-16T10:30:00\+01:00/],
    [{ week_days: 32, from_time: 660, until_time: 720 }, 'weekday', /day of the week/],
  ]
  for (const [changes, rule, reason] of cases) {
    const explained = explain(row(changes), MOMENT)
    assert.equal(explained.rule, rule)
    assert.equal(explained.allowed, rule === 'allowed')
    assert.match(explained.reason, reason)
  }
})

test('an explanation says that it is not delivered where nothing else stands against it', () => {
  const cases: [Partial<AuthRow>, reason: RegExp][] = [
    [{ sync_state: 'pending', device_number: null }, /has not confirmed that it has it/],
    [{ sync_state: 'pending' }, /may go by an earlier one/],
    [{ sync_state: 'failed', device_number: null, error: 'too many users (13)' }, /too many users \(13\)/],
    [{ device_number: null }, /has not confirmed/],
  ]
  for (const [changes, reason] of cases) {
    const explained = explain(row(changes), MOMENT)
    assert.equal(explained.rule, 'not_delivered')
    assert.equal(explained.allowed, false)
    assert.match(explained.reason, reason)
    assert.equal(explain(row({ ...changes, until_date: 0 }), MOMENT).rule, 'expired')
  }
})

test('an explanation of what is being deleted says that it opens until the lock has confirmed', () => {
  const explained = explain(row({ sync_state: 'deleting' }), MOMENT)
  assert.deepEqual([explained.allowed, explained.rule, explained.nextWindows], [true, 'allowed', []])
  assert.match(explained.reason, /being deleted/)
})

test('an explanation lists the next windows, ten at most, with local times over a DST night', () => {
  const sundays = row({ week_days: 1, from_time: 540, until_time: 660 })
  const { nextWindows } = explain(sundays, { ...MOMENT, at: at('2026-10-18T12:00Z') })
  assert.equal(nextWindows.length, 10)
  assert.deepEqual(nextWindows[0], {
    from: '2026-10-25T08:00:00.000Z',
    until: '2026-10-25T10:00:00.000Z',
    fromLocal: '2026-10-25T09:00:00+01:00',
    untilLocal: '2026-10-25T11:00:00+01:00',
  })
  const always = explain(row(), MOMENT).nextWindows
  assert.deepEqual(always, [{ from: '2026-11-16T09:30:00.000Z', fromLocal: '2026-11-16T10:30:00+01:00' }])
  assert.deepEqual(explain(row({ enabled: 0 }), MOMENT).nextWindows, [])
  assert.deepEqual(explain(row({ until_date: 0 }), MOMENT).nextWindows, [])
})

test('of several that have the same code at different dates, the one that holds tells most, then the next, then the last', () => {
  const dates = (id: string, from: string, until: string) =>
    row({ id, from_date: at(from), until_date: at(until) })
  const [first, second, now, next, last] = [
    dates('1', '2026-01-01', '2026-02-01'),
    dates('2', '2026-02-01', '2026-03-01'),
    dates('3', '2026-11-01', '2026-12-01'),
    dates('4', '2027-01-01', '2027-02-01'),
    dates('5', '2027-02-01', '2027-03-01'),
  ] as const
  assert.equal(mostRelevant([first, second, now, next, last], MOMENT), now)
  assert.equal(mostRelevant([last, first, next, second], MOMENT), next)
  assert.equal(mostRelevant([first, second], MOMENT), second)
  assert.equal(mostRelevant([], MOMENT), undefined)
})

test('an explanation says that what is still on a lock opens, and what a lock that keeps no times cannot promise', () => {
  const until_date = at('2026-11-16T09:00Z')
  const stuck = row({ until_date, place: 'stuck', sync_state: 'pending', pending_since: until_date })
  const told = explain(stuck, MOMENT, 'service')
  assert.deepEqual([told.allowed, told.rule, told.windowKeptBy], [true, 'still_on_lock', 'service'])
  const tomorrow = { ...MOMENT, at: at('2026-11-17T09:30Z') }
  assert.equal(explain(stuck, tomorrow, 'service').rule, 'expired', 'nobody knows how long it stays there')
  const later = row({ until_date: at('2026-11-16T19:00Z') })
  assert.match(explain(later, MOMENT, 'gateway').reason, /keeps no times: its gateway/)
  assert.doesNotMatch(explain(later, MOMENT, 'lock').reason, /keeps no times/)
  const unproven = row({ sync_state: 'failed', unproven: 1, error: 'not proven (f5)', device_number: null })
  assert.match(explain(unproven, MOMENT).reason, /may open or not/)
})

test('what is nearly typed is the code with two neighbours swapped or one digit wrong, never with a zero first (D186)', () => {
  const { swapped, one_digit: oneDigit } = nearCodes('981386')
  assert.ok(swapped.includes('981368') && !swapped.includes('981386'))
  assert.equal(swapped.length, 5)
  assert.ok(oneDigit.includes('981381') && oneDigit.length === 6 * 9 - 1, 'and not 081386')
})
