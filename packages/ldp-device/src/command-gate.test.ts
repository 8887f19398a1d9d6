import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { commandText, LDP_REFUSAL } from '@latchwork/contract/device'
import { CommandGate } from './command-gate.ts'
import { deviceKey } from './ldp-signing.ts'

const DEVICE = '2BB28570'
const SESSION = 'ab'.repeat(16)
const NOW = 1_700_000_000_000
const KEY = deviceKey('a secret')

function gate() {
  const one = new CommandGate(DEVICE, KEY)
  one.startSession(SESSION)
  return one
}

function command(changes: { id?: string; sess?: string; ctr?: number; exp?: number } = {}): Buffer {
  const unsigned = { id: 'c', sess: SESSION, ctr: 1, iat: NOW, exp: NOW + 1, action: 1, opt: 0, ...changes }
  const sig = createHmac('sha256', KEY).update(commandText(DEVICE, unsigned)).digest('hex')
  return Buffer.from(JSON.stringify({ ...unsigned, sig }))
}

test('a command that is right in everything runs once; retained it does not', () => {
  const one = gate()
  assert.equal(one.judge(command(), true, NOW).do, 'ignore')
  assert.equal(one.judge(command(), false, NOW).do, 'run')
  assert.deepEqual(one.judge(command(), false, NOW), { do: 'repeatAnswer', id: 'c', answer: undefined })
})

test('a command for another device does not run although the key is the same', () => {
  const other = new CommandGate('2BB28571', KEY)
  other.startSession(SESSION)
  assert.deepEqual(other.judge(command(), false, NOW), {
    do: 'refuse',
    id: 'c',
    code: LDP_REFUSAL.badSignature,
  })
})

test('the moment of expiry is already too late', () => {
  assert.equal(gate().judge(command({ exp: NOW + 1 }), false, NOW).do, 'run')
  assert.deepEqual(gate().judge(command({ exp: NOW }), false, NOW), {
    do: 'refuse',
    id: 'c',
    code: LDP_REFUSAL.expired,
  })
})

test('an expired command uses up its counter', () => {
  const one = gate()
  one.judge(command({ ctr: 5, exp: NOW }), false, NOW)
  const earlier = one.judge(command({ id: 'd', ctr: 5 }), false, NOW)
  assert.deepEqual(earlier, { do: 'refuse', id: 'd', code: LDP_REFUSAL.duplicate })
})

test('counters start again with a session, and nothing of the session before runs any more', () => {
  const one = gate()
  assert.equal(one.judge(command({ ctr: 9 }), false, NOW).do, 'run')
  const next = 'cd'.repeat(16)
  one.startSession(next)
  assert.equal(one.judge(command({ id: 'd', sess: next, ctr: 1 }), false, NOW).do, 'run')
  const late = one.judge(command({ id: 'e', ctr: 10 }), false, NOW)
  assert.deepEqual(late, { do: 'refuse', id: 'e', code: LDP_REFUSAL.wrongSession })
})

test('the answers to the last 64 commands are remembered; an older one does not run again either', () => {
  const one = gate()
  for (let ctr = 1; ctr <= 65; ctr++) {
    assert.equal(one.judge(command({ id: `c${ctr}`, ctr }), false, NOW).do, 'run')
    one.finish(`c${ctr}`, { code: 0, proof: 'report' })
  }
  assert.deepEqual(one.judge(command({ id: 'c2', ctr: 2 }), false, NOW), {
    do: 'repeatAnswer',
    id: 'c2',
    answer: { code: 0, proof: 'report' },
  })
  const forgotten = one.judge(command({ id: 'c1', ctr: 1 }), false, NOW)
  assert.deepEqual(forgotten, { do: 'refuse', id: 'c1', code: LDP_REFUSAL.duplicate })
})

test('a command that is asked for and did not come never runs, also when it comes after all', () => {
  const one = gate()
  const question = { id: 'c', sess: SESSION, ctr: 1 }
  const neverCame = { do: 'refuse', id: 'c', code: LDP_REFUSAL.neverCame }
  assert.deepEqual(one.judgeQuestion(question), neverCame)
  const again = { do: 'repeatAnswer', id: 'c', answer: { code: LDP_REFUSAL.neverCame } }
  assert.deepEqual(one.judge(command(), false, NOW), again)
  assert.deepEqual(one.judgeQuestion(question), again, 'the first answer may be lost')
  assert.equal(one.judge(command({ id: 'd', ctr: 2 }), false, NOW).do, 'run', 'the next one runs')
})

test('a command that is asked for is answered as it was when it came, whatever came since', () => {
  const one = gate()
  one.judge(command(), false, NOW)
  const question = { id: 'c', sess: SESSION, ctr: 1 }
  assert.deepEqual(one.judgeQuestion(question), { do: 'repeatAnswer', id: 'c', answer: undefined })
  one.finish('c', { code: 0 })
  one.judge(command({ id: 'd', ctr: 2 }), false, NOW)
  assert.deepEqual(one.judgeQuestion(question), { do: 'repeatAnswer', id: 'c', answer: { code: 0 } })
})

test('of a command that others overtook, or of another connection, nothing is said', () => {
  const one = gate()
  one.judge(command({ ctr: 5 }), false, NOW)
  assert.equal(one.judgeQuestion({ id: 'd', sess: SESSION, ctr: 5 }).do, 'ignore')
  assert.equal(one.judgeQuestion({ id: 'e', sess: 'cd'.repeat(16), ctr: 9 }).do, 'ignore')
  assert.equal(one.judge(command({ id: 'f', ctr: 6 }), false, NOW).do, 'run', 'its counter did not count')
})
