import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Outbox, type Word } from './outbox.ts'

const state = (seq: number): Word => ({
  leaf: 'state',
  message: {
    ...{ seq, at: 1, mode: 2, lock: 1, trigger: 0, lastAction: 1, door: 2, nightMode: false },
    battery: { pct: 80, critical: false, charging: false },
  },
})
const event = (seq: number, cmd?: string): Word => ({
  leaf: 'event',
  message: {
    seq,
    at: 1,
    kind: 'action',
    action: 1,
    trigger: 4,
    result: 0,
    ...(cmd !== undefined && { cmd }),
  },
})
const ack = (id: string, phase: 'accepted' | 'done', mayCarry = true): Word => ({
  leaf: 'ack',
  message: { id, sess: 'ab'.repeat(16), phase, ...(phase === 'done' && { code: 0 }) },
  mayCarry,
})

/** What was sent, each message as a few words. */
const inWords = (word: Word): string => {
  if (word.leaf !== 'ack') return `${word.leaf} ${word.message.seq}`
  const { id, phase, state: carried, event: told } = word.message
  return [`${phase} ${id}`, carried && `state ${carried.seq}`, told && `event ${told.seq}`]
    .filter(Boolean)
    .join(' + ')
}

async function sent(...said: Word[]): Promise<string[]> {
  const out: string[] = []
  const outbox = new Outbox((word) => out.push(inWords(word)))
  for (const word of said) outbox.say(word)
  assert.deepEqual(out, [], 'nothing goes before all is said')
  await Promise.resolve()
  return out
}

test('an ack carries the state and the event of its command that were said with it, before it or after it', async () => {
  assert.deepEqual(await sent(ack('c', 'accepted'), state(2)), ['accepted c + state 2'])
  assert.deepEqual(await sent(state(3), event(1, 'c'), ack('c', 'done')), ['done c + state 3 + event 1'])
  assert.deepEqual(await sent(event(1, 'c'), ack('c', 'done')), ['done c + event 1'])
  assert.deepEqual(await sent(ack('c', 'done')), ['done c'])
})

test('a command that is taken on and ended in one go is answered once, with the newest state', async () => {
  assert.deepEqual(await sent(ack('c', 'accepted'), state(2), state(3), event(1, 'c'), ack('c', 'done')), [
    'done c + state 3 + event 1',
  ])
  assert.deepEqual(await sent(ack('c', 'accepted'), ack('c', 'done')), ['done c'])
})

test('an ack of a service that does not read what it carries carries nothing, and nothing is left out', async () => {
  const old = [ack('c', 'accepted', false), state(2), state(3), event(1, 'c'), ack('c', 'done', false)]
  assert.deepEqual(await sent(...old), ['accepted c', 'state 2', 'state 3', 'event 1', 'done c'])
})

test('what belongs to something else goes by itself, and nothing overtakes what was said before it', async () => {
  assert.deepEqual(await sent(state(2), event(1), ack('c', 'done')), ['state 2', 'event 1', 'done c'])
  assert.deepEqual(await sent(state(2), event(1, 'other'), ack('c', 'done')), [
    ...['state 2', 'event 1', 'done c'],
  ])
  assert.deepEqual(await sent(event(1), state(2), event(2, 'c'), ack('c', 'done'), event(3)), [
    ...['event 1', 'done c + state 2 + event 2', 'event 3'],
  ])
  assert.deepEqual(await sent(event(1, 'c'), event(2, 'c'), ack('c', 'done')), [
    'event 1',
    'done c + event 2',
  ])
  assert.deepEqual(await sent(ack('a', 'accepted'), state(2), ack('b', 'accepted'), ack('b', 'done')), [
    ...['accepted a + state 2', 'done b'],
  ])
  assert.deepEqual(await sent(ack('c', 'done'), state(2), event(1, 'c')), ['done c', 'state 2', 'event 1'])
})

test('what is flushed is sent at once, and not again', async () => {
  const out: string[] = []
  const outbox = new Outbox((word) => out.push(inWords(word)))
  outbox.say(ack('c', 'accepted'))
  outbox.flush()
  outbox.say(state(2))
  assert.deepEqual(out, ['accepted c'])
  await Promise.resolve()
  assert.deepEqual(out, ['accepted c', 'state 2'])
})
