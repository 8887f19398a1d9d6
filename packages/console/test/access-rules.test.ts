import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SmartlockAuth } from '@latchwork/contract'
import { mondayOf } from '../src/kit/language/days.ts'
import { createFormat } from '../src/kit/language/format.ts'
import { refusalText } from '../src/kit/operations/refusal-text.ts'
import { de } from '../src/messages/de/index.ts'
import { en } from '../src/messages/en/index.ts'
import { type CodeDoor, codeProblems, suggestCode } from '../src/pages/access/code-check.ts'
import { changeOf, creationOf, draftOf, emptyDraft, windowProblems } from '../src/pages/access/draft.ts'
import { segmentsOf } from '../src/pages/access/week-segments.ts'
import { pinStateText } from '../src/pages/doors/admin-pin.ts'

const MONDAY = '2026-11-16'
const clock = createFormat('en', en).at('Europe/Berlin')

const auth: SmartlockAuth = {
  id: 'a'.repeat(24),
  smartlockId: 1,
  type: 13,
  name: 'Anna',
  enabled: true,
  remoteAllowed: false,
  lockCount: 0,
  code: 482913,
  syncState: 'synced',
}

const door: CodeDoor = {
  smartlockId: 1,
  name: 'Front door',
  zone: 'UTC',
  rules: {
    length: 6,
    minLength: 6,
    maxLength: 6,
    alphabet: '123456789',
    forbiddenPrefixes: ['12'],
    uniqueness: 'window',
  },
}

test('a week of a night shift, begun on Sunday, reaches into Monday and is cut at midnight', () => {
  const days = segmentsOf({ weekDays: 1 + 64, fromTime: 22 * 60, untilTime: 6 * 60 }, 'Europe/Berlin', MONDAY)
  assert.deepEqual(days[0], [
    { from: 0, until: 360 },
    { from: 1320, until: 1440 },
  ])
  assert.deepEqual(days[1], [{ from: 0, until: 360 }])
  assert.deepEqual(days[2], [])
  assert.deepEqual(days[6], [{ from: 1320, until: 1440 }])
})

test('a week of a stay is cut where it begins and ends, on the clock of the lock and not of the browser', () => {
  const window = {
    fromDate: Date.parse('2026-11-17T14:00:00Z'),
    untilDate: Date.parse('2026-11-19T10:00:00Z'),
  }
  const days = segmentsOf(window, 'Europe/Berlin', MONDAY)
  assert.deepEqual(
    days.map((day) => day.length),
    [0, 1, 1, 1, 0, 0, 0],
  )
  assert.deepEqual(days[1], [{ from: 15 * 60, until: 1440 }])
  assert.deepEqual(days[3], [{ from: 0, until: 11 * 60 }])
})

test('the week of a Sunday begins on the Monday before it', () => {
  assert.equal(mondayOf('2026-11-22'), MONDAY)
  assert.equal(mondayOf(MONDAY), MONDAY)
})

test('a code is checked by the rules of each lock, then against who has it while both would hold (D52)', () => {
  const problems = (code: string, window = {}, auths: SmartlockAuth[] = [auth]) =>
    codeProblems({ code, windowAt: () => window }, [door], auths, en)
  assert.deepEqual(problems('48291'), ['Front door takes codes of 6 digits.'])
  assert.deepEqual(problems('480913'), ['Front door takes only the digits 123456789.'])
  assert.deepEqual(problems('123456'), ['Front door takes no code that begins with 12.'])
  assert.deepEqual(problems('482913'), ['Anna already uses this code on Front door.'])
  assert.deepEqual(problems('739164'), [])
  const past = { ...auth, allowedUntilDate: '2026-01-01T00:00:00.000Z' }
  assert.deepEqual(problems('482913', { fromDate: Date.parse('2026-02-01') }, [past]), [])
  assert.deepEqual(
    codeProblems({ code: '482913', windowAt: () => ({}), id: auth.id }, [door], [auth], en),
    [],
  )
})

test('a suggested code is made of the digits a lock has, and is free', () => {
  const taken = new Set<string>()
  const code = suggestCode([door], (candidate) => {
    if (taken.size > 2) return true
    taken.add(candidate)
    return false
  })
  assert.match(code ?? '', /^[1-9]{6}$/)
  assert.equal(
    suggestCode([door], () => false),
    undefined,
  )
})

test('a draft sends what was filled in, and of a change only what differs, with null for what is gone', () => {
  const draft = {
    ...emptyDraft,
    name: ' Ben ',
    doors: [1],
    weekDays: 64,
    fromTime: '08:00',
    untilTime: '12:30',
  }
  assert.deepEqual(creationOf(draft, clock), {
    name: 'Ben',
    type: 13,
    remoteAllowed: false,
    smartlockIds: [1],
    allowedWeekDays: 64,
    allowedFromTime: 480,
    allowedUntilTime: 750,
  })
  const limited = { ...auth, allowedWeekDays: 64, allowedFromDate: '2026-11-16T08:00:30.000Z' }
  assert.deepEqual(changeOf(draftOf(limited, clock), limited, clock), {}, 'looking at it changes nothing')
  assert.deepEqual(changeOf({ ...draftOf(limited, clock), weekDays: 0 }, limited, clock), {
    allowedWeekDays: null,
  })
})

test('an end before the beginning is told', () => {
  const dates = { ...emptyDraft, fromDate: '2026-11-16T10:00', untilDate: '2026-11-16T09:00' }
  assert.deepEqual(
    windowProblems(dates, clock).map(({ field }) => field),
    ['untilDate'],
  )
  assert.deepEqual(windowProblems({ ...emptyDraft, fromTime: '22:00', untilTime: '06:00' }, clock), [])
})

test('why a lock refused is told in the language of whoever reads it, by the code of the lock', () => {
  assert.equal(refusalText('too many users (13)', de), 'zu viele Benutzer')
  assert.equal(refusalText('too many users (13)', en), en.operations.deviceErrors['13'])
  assert.equal(refusalText('something new (77)', de), 'something new (77)')
})

test('an admin PIN is not called in order on a lock that was never online', () => {
  assert.equal(pinStateText({ adminPinState: 0 }, en), en.door.adminUnknown)
  const seen = { adminPinState: 0 as const, lastSeenDate: '2026-11-16T08:00:00.000Z' }
  assert.equal(pinStateText(seen, en), 'The admin PIN is in order.')
  assert.equal(pinStateText({ adminPinState: 2 }, en), en.door.adminStates[2])
})

test('a token that was used today was used today, whatever the hour', () => {
  const now = Date.parse('2026-11-16T17:20:00Z')
  const { daysAgo } = createFormat('en', en)
  assert.equal(daysAgo('2026-11-16T00:00:00.000Z', now), 'today')
  assert.equal(daysAgo('2026-11-15T00:00:00.000Z', now), 'yesterday')
})
