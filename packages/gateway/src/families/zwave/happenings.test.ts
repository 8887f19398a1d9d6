import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accessEventOf,
  codesChangedOf,
  happeningOf,
  isDuplicateCode,
  sightAfter,
  tellsDenied,
} from './happenings.ts'

const notification = (event: number, parameters?: object) => ({
  ccId: 113,
  args: { type: 6, event, parameters },
})
const told = (event: number, parameters?: object) => happeningOf(event, notification(event, parameters))

test('a notification, of the access control of a lock, says what happened and who did it', () => {
  assert.deepEqual(told(6, { userId: 3 }), { what: 'unlocked', by: 'keypad', slot: 3 })
  assert.deepEqual(told(36, { userId: 9 }), { what: 'unlocked', by: 'keypad', slot: 9 })
  assert.deepEqual(told(2), { what: 'unlocked', by: 'manual' })
  assert.deepEqual(told(9), { what: 'locked', by: 'auto' })
  assert.deepEqual(told(50), { what: 'denied', by: 'keypad' })
  assert.deepEqual(told(13, { userId: 4 }), { what: 'codesChanged', by: 'unknown', slot: 4 })
  assert.equal(told(18), undefined)
})

test('a notification, with a user that is none, names no slot', () => {
  for (const userId of [0, -1, 70_000, '3', null]) assert.equal(told(6, { userId })?.slot, undefined)
  assert.equal(told(12, { userId: 4 })?.slot, undefined)
})

test('a notification, of another kind, is none of a lock', () => {
  assert.equal(accessEventOf(notification(6)), 6)
  assert.equal(accessEventOf({ ccId: 113, args: { type: 7, event: 6 } }), undefined)
  assert.equal(accessEventOf({ ccId: 111, args: { type: 6, event: 6 } }), undefined)
  assert.equal(accessEventOf({ ccId: 113, args: null }), undefined)
  assert.equal(isDuplicateCode(15), true)
})

test('a lock, after what happened, stands so', () => {
  const sight = { bolt: 'locked', door: 'closed' } as const
  assert.deepEqual(sightAfter(sight, { what: 'unlocked', by: 'manual' }), {
    bolt: 'unlocked',
    door: 'closed',
  })
  assert.deepEqual(sightAfter(sight, { what: 'doorOpened', by: 'unknown' }), { bolt: 'locked', door: 'open' })
  assert.equal(sightAfter(sight, { what: 'denied', by: 'keypad' }), undefined)
})

test('a change of a credential, told by the hub, names its slot and never its digits', () => {
  const args = { userId: 5, credentialType: 1, credentialSlot: 5, data: '482913' }
  assert.deepEqual(codesChangedOf('credential modified', { args }), {
    what: 'codesChanged',
    by: 'unknown',
    slot: 5,
  })
  assert.equal(codesChangedOf('metadata updated', { args }), undefined)
})

test('wrong codes, of a lock that has no event for them, are not promised to be told', () => {
  const telling = (supportedEvents: object) => [
    { commandClass: 113, supportedNotificationTypes: { 6: { label: 'Access Control', supportedEvents } } },
  ]
  assert.equal(tellsDenied(telling({ 6: 'Keypad unlock' })), false)
  assert.equal(tellsDenied(telling({ 6: 'Keypad unlock', 50: 'Invalid credential' })), true)
  assert.equal(tellsDenied(undefined), false)
})
