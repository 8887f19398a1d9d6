import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LockCapability } from '@latchwork/contract'
import { en } from '../../messages/en/index.ts'
import { sentencesOf } from './promise-sentences.ts'

const words = en.gateways.promises
const format = { span: (ms: number) => `${ms} ms` }

/** A lock that keeps every promise there is. */
const FAITHFUL: LockCapability = {
  actions: [1, 2],
  expiry: { by: 'lock', worstLateMs: 0 },
  proof: 'report',
  mayRepeat: false,
  presence: { detectMs: 1000, probe: true },
  codes: {
    ...{ places: 10, minDigits: 4, maxDigits: 8, alphabet: '0123456789', forbiddenPrefixes: [] },
    ...{ unique: 'lock', nameLength: 32, readBack: 'value', foreign: true },
  },
  windows: { dates: 'lock', weekly: 'lock', acrossMidnight: true },
  events: { who: true, denied: true, buffered: true },
  secretsOnWire: false,
}
const said = (told: Partial<LockCapability>, remoteUnlock = true) =>
  sentencesOf({ told: { ...FAITHFUL, ...told }, remoteUnlock }, words, format)

test('a lock that keeps all promises, or tells nothing, has no sentence on its page', () => {
  assert.deepEqual(said({}), [])
  assert.deepEqual(sentencesOf({ remoteUnlock: false }, words, format), [])
})

test('each promise that a lock cannot keep is one sentence on its page', () => {
  const { windows } = FAITHFUL
  assert.deepEqual(said({ expiry: { by: 'none', worstLateMs: 10_000 } }), [words.late('10000 ms')])
  assert.deepEqual(said({}, false), [words.remoteOff])
  assert.deepEqual(said({ proof: 'none' }), [words.unproven])
  assert.deepEqual(said({ presence: { detectMs: 600_000, probe: false } }), [words.absence('600000 ms')])
  assert.deepEqual(said({ windows: { ...windows, worstLateMs: 3_720_000 } }), [
    words.windowsByLock('3720000 ms'),
  ])
  assert.deepEqual(said({ windows: { ...windows, weekly: 'gateway' } }), [words.windowsByGateway])
  assert.deepEqual(said({ windows: { ...windows, dates: 'service' } }), [words.windowsByService])
  assert.deepEqual(said({ events: { who: false, denied: false, buffered: false } }), [
    ...[words.whoUnseen, words.deniedUnseen, words.noHistory],
  ])
  assert.deepEqual(said({ secretsOnWire: true }), [words.wire])
})
