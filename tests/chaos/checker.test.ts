import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LockDeed } from '@latchwork/simulator'
import { check, type PromiseName } from './checker.ts'
import type { Call, History, LockRecord, StoredOperation } from './history.ts'
import { FAULT_KINDS, planFaults } from './plan.ts'

/** Faults are planted in a history that keeps every promise: each must be noticed, by its own name and alone. */

const LOCK = 7
const began = (command: string, expiresAt = 2000): LockDeed => ({
  did: 'began',
  at: 1000,
  command,
  action: 1,
  expiresAt,
  ownTime: 1000,
})
const ended = (command: string, code = 0): LockDeed => ({ did: 'ended', at: 1050, command, code })
const noted: LockDeed = { did: 'noted', at: 1050 }

const call = (key: string, operationIds: string[], more: Partial<Call> = {}): Call => ({
  key,
  kind: 'action',
  smartlockId: LOCK,
  at: 900,
  attempts: 1,
  outcome: operationIds.length > 0 ? 'accepted' : 'refused',
  operationIds,
  ...more,
})
const action = (id: string, status: string): StoredOperation => ({
  id,
  type: 'action',
  smartlockId: LOCK,
  status,
})

const lock: LockRecord = {
  smartlockId: LOCK,
  name: 'Door',
  deeds: [
    began('op1'),
    ended('op1'),
    noted,
    began('op3'),
    ended('op3'),
    noted,
    began('op4'),
    ended('op4', 2),
  ],
  waitingEvents: 0,
  lostEvents: 0,
  storedEvents: 2,
  codes: {
    onLock: new Map([['Ada', '345678']]),
    stored: new Map([['Ada', '345678']]),
    told: new Map([
      ['Ada', '345678'],
      ['Ben', 'gone'],
    ]),
    uncertain: new Set(['Eve']),
  },
  ledBrightness: { onLock: 3, told: [1, 3] },
}

const GOOD: History = {
  calls: [
    call('a', ['op1', 'op1']),
    call('b', ['op2']),
    call('c', []),
    call('d', ['op4']),
    // Nobody answered, and it was accepted all the same.
    call('e', [], { outcome: 'open' }),
  ],
  locks: [lock],
  operations: [
    action('op1', 'confirmed'),
    action('op2', 'expired'),
    action('op3', 'unknown'),
    action('op4', 'failed'),
  ],
  events: [
    { id: 'e1', feature: 'DEVICE_STATUS', smartlockId: LOCK },
    { id: 'e2', feature: 'ACCOUNT_USER', smartlockId: null },
    { id: 'e3', feature: 'DEVICE_STATUS', smartlockId: LOCK },
  ],
  streams: [{ name: '1', after: 'e0', ids: ['e1', 'e2', 'e3'], resets: 0 }],
  webhooks: [
    {
      name: '1',
      after: 'e0',
      features: ['DEVICE_STATUS'],
      received: [
        { id: 'e1', body: '{"a":1}', smartlockId: LOCK },
        { id: 'e1', body: '{"a":1}', smartlockId: LOCK },
        { id: 'e3', body: '{"a":2}', smartlockId: LOCK },
      ],
    },
  ],
  people: { told: ['ada@example.com'], stored: ['ada@example.com', 'ben@example.com'] },
  stays: { told: ['Stay 1'], stored: ['Stay 1'] },
  deaths: 0,
  audit: { holds: true, text: '' },
}

const withLock = (change: Partial<LockRecord>): Partial<History> => ({ locks: [{ ...lock, ...change }] })
const withStatus = (id: string, status: string): Partial<History> => ({
  operations: GOOD.operations.map((operation) =>
    operation.id === id ? { ...operation, status } : operation,
  ),
})
const codes = (change: Partial<LockRecord['codes']>) => withLock({ codes: { ...lock.codes, ...change } })
const stream = (ids: string[], resets = 0): Partial<History> => ({
  streams: [{ name: '1', after: 'e0', ids, resets }],
})
const webhook = (received: History['webhooks'][number]['received']): Partial<History> => ({
  webhooks: [{ name: '1', after: 'e0', features: ['DEVICE_STATUS'], received }],
})
const [first, , third] = GOOD.webhooks[0]?.received ?? []
if (!first || !third) throw new Error('the receiver got nothing')

const PLANTED: [what: string, promise: PromiseName, change: Partial<History>][] = [
  [
    'an acknowledged operation is gone',
    'lost',
    { operations: GOOD.operations.filter(({ id }) => id !== 'op2') },
  ],
  [
    'one key was accepted as two operations',
    'double',
    { calls: [call('a', ['op1', 'op2']), ...GOOD.calls.slice(2)] },
  ],
  ['a movement happened twice', 'double', withLock({ deeds: [...lock.deeds, began('op1')] })],
  [
    'a movement came after its deadline',
    'late',
    withLock({ deeds: [began('op1', 999), ...lock.deeds.slice(1)] }),
  ],
  ['a lock moved and nobody asked', 'uncalled', { calls: GOOD.calls.slice(0, 4) }],
  ['an operation never ended', 'stuck', withStatus('op2', 'queued')],
  ['a confirmed movement did not happen', 'untrue', withStatus('op4', 'confirmed')],
  ['a movement that failed did happen', 'untrue', withStatus('op1', 'failed')],
  ['a movement that expired had begun', 'untrue', withStatus('op1', 'expired')],
  [
    'a removed code is still on the lock',
    'code',
    codes({ onLock: new Map([...lock.codes.onLock, ['Ben', '399999']]) }),
  ],
  ['a changed code is the old one', 'code', codes({ told: new Map([['Ada', '388888']]) })],
  [
    'an acknowledged code is nowhere',
    'code',
    codes({ told: new Map([...lock.codes.told, ['Cid', '377777']]) }),
  ],
  ['a setting is an earlier one', 'setting', withLock({ ledBrightness: { onLock: 1, told: [1, 3] } })],
  ['a stream misses an event', 'gap', stream(['e1', 'e3'])],
  ['a stream gave an event twice', 'gap', stream(['e1', 'e2', 'e2', 'e3'])],
  ['a stream is out of order', 'gap', stream(['e1', 'e3', 'e2'])],
  ['a stream was reset', 'gap', stream(['e1', 'e2', 'e3'], 1)],
  ['a webhook misses an event', 'gap', webhook([first])],
  ['a webhook repeated an event with another body', 'gap', webhook([first, { ...first, body: '{}' }, third])],
  ['a webhook posted what is not stored', 'gap', webhook([first, third, { ...first, id: 'e9' }])],
  ['an event still waits at a lock', 'waiting', withLock({ waitingEvents: 1, storedEvents: 1 })],
  ["an event was pushed out of a lock's buffer", 'waiting', withLock({ lostEvents: 1, storedEvents: 1 })],
  ['an event of a lock was acknowledged and not stored', 'lost', withLock({ storedEvents: 1 })],
  ['an event of a lock was stored twice', 'double', withLock({ storedEvents: 3 })],
  ['an acknowledged person is gone', 'lost', { people: { told: ['ada@example.com'], stored: [] } }],
  ['a stay was stored twice', 'double', { stays: { told: [], stored: ['Stay 1', 'Stay 1'] } }],
  ['a process ended by itself', 'death', { deaths: 1 }],
  ['the audit chain is broken', 'audit', { audit: { holds: false, text: 'entry 4 does not follow' } }],
]

test('a history in which every promise was kept has no breach', () => {
  assert.deepEqual(check(GOOD), [])
})

for (const [what, promise, change] of PLANTED)
  test(`the checker notices when ${what}`, () => {
    const found = check({ ...GOOD, ...change })
    assert.deepEqual(
      found.map((breach) => breach.promise),
      [promise],
      JSON.stringify(found),
    )
  })

test('the same seed plans the same faults, another seed others, and every kind comes', () => {
  const options = { processes: 3, kills: 5, others: 22, kinds: FAULT_KINDS }
  const plan = planFaults({ ...options, seed: 1 })
  assert.deepEqual(planFaults({ ...options, seed: 1 }), plan)
  assert.notDeepEqual(planFaults({ ...options, seed: 2 }), plan)
  assert.equal(plan.filter(({ kind }) => kind === 'kill').length, 5)
  assert.deepEqual(new Set(plan.map(({ kind }) => kind)), new Set(FAULT_KINDS))
  assert.ok(plan.every(({ target }) => target >= 0 && target < 3))
})
