import assert from 'node:assert/strict'
import { test } from 'node:test'
import { upTopic } from '@latchwork/contract/device'
import { A } from '../../../test/embedded-bus-world.ts'
import { signUplink } from '../../../test/ldp-device.ts'
import { deaf, NOW, startDriver } from '../../../test/native-driver-world.ts'

const EPOCH = '0011223344556677'
const SESSION = '00112233445566778899aabbccddeeff'
const state = {
  ...{
    seq: 7,
    epoch: EPOCH,
    at: NOW,
    mode: 2,
    lock: 3,
    trigger: 4,
    lastAction: 1,
    door: 2,
    nightMode: false,
  },
  battery: { pct: 76, critical: false, charging: false },
}
const event = { seq: 4, epoch: EPOCH, at: NOW, kind: 'action', action: 1, trigger: 4, result: 0, cmd: 'c1' }
const done = { id: 'c1', sess: SESSION, phase: 'done', code: 0 }

/** What the driver makes of one ack, and how often it dropped something of it. */
async function hear(ack: object, { retained = false } = {}) {
  const w = await startDriver(deaf)
  const topic = upTopic(A.deviceId, 'ack')
  w.driver.receive({ topic, payload: Buffer.from(signUplink(A.deviceId, 'ack', ack, A.secret)), retained })
  await w.driver.stop()
  return { reports: w.reports, kinds: w.reports.map(({ kind }) => kind), dropped: w.dropped }
}

test('an ack with a state and an event says what the three say by themselves, in the order they would come', async () => {
  const { reports, dropped } = await hear({ ...done, event, state })
  const alone = await startDriver(deaf)
  for (const [leaf, body] of [
    ['state', state],
    ['event', event],
    ['ack', done],
  ] as const) {
    const payload = Buffer.from(signUplink(A.deviceId, leaf, body, A.secret))
    alone.driver.receive({ topic: upTopic(A.deviceId, leaf), payload, retained: false })
  }
  await alone.driver.stop()
  assert.equal(reports.length, 3)
  assert.deepEqual(reports, alone.reports)
  assert.deepEqual(dropped, [])
})

test('an ack carries either by itself, also with accepted, and also when a broker kept it', async () => {
  const accepted = { id: 'c1', sess: SESSION, phase: 'accepted' }
  assert.deepEqual((await hear({ ...accepted, state })).kinds, ['state', 'commandAccepted'])
  assert.deepEqual((await hear({ ...done, event })).kinds, ['event', 'commandResult'])
  assert.deepEqual((await hear({ ...done, state, event }, { retained: true })).kinds, [
    ...['state', 'event', 'commandResult'],
  ])
})

const NONSENSE = [null, 0, '', 'state', true, [], {}, [state], { seq: -1 }, { ...state, seq: 0.5 }]

test('a carried state that cannot be read is dropped and counted, and takes nothing with it', async () => {
  const outlandish = [...NONSENSE, { ...state, battery: { ...state.battery, pct: 101 } }]
  for (const wrong of outlandish) {
    const { kinds, dropped } = await hear({ ...done, state: wrong, event })
    assert.deepEqual(kinds, ['event', 'commandResult'], JSON.stringify(wrong))
    assert.deepEqual(dropped, [{ reason: 'badShape', topic: upTopic(A.deviceId, 'ack') }])
  }
})

test('a carried event that cannot be read counts as one that came by itself, and takes nothing with it', async () => {
  const unreadable = await hear({ ...done, state, event: { ...event, kind: 'of a later version' } })
  assert.deepEqual(unreadable.kinds, ['state', 'unreadableEvent', 'commandResult'])
  assert.deepEqual(unreadable.reports[1], {
    ...{ kind: 'unreadableEvent', deviceId: A.deviceId, seq: 4, epoch: EPOCH },
  })
  assert.equal(unreadable.dropped.length, 1)
  for (const wrong of [...NONSENSE, { ...event, seq: 0 }]) {
    const { kinds, dropped } = await hear({ ...done, state, event: wrong })
    assert.deepEqual(kinds, ['state', 'commandResult'], JSON.stringify(wrong))
    assert.equal(dropped.length, 1)
  }
})

test('an ack that cannot be read says nothing, whatever it carries', async () => {
  for (const wrong of [{ id: 5 }, { sess: 'x' }, { phase: 'later' }, { code: undefined }, { code: 256 }]) {
    const { kinds, dropped } = await hear({ ...done, state, event, ...wrong })
    assert.deepEqual([kinds, dropped.length], [[], 1], JSON.stringify(wrong))
  }
})

test('what was signed for another topic is not believed, whichever of the two is an ack', async () => {
  for (const [signed, sent] of [
    ['state', 'ack'],
    ['ack', 'state'],
    ['ack', 'event'],
  ] as const) {
    const w = await startDriver(deaf)
    const text = signUplink(A.deviceId, signed, { ...done, ...state, state, event }, A.secret)
    w.driver.receive({ topic: upTopic(A.deviceId, sent), payload: Buffer.from(text), retained: false })
    await w.driver.stop()
    assert.deepEqual([w.reports, w.dropped.map(({ reason }) => reason)], [[], ['badSignature']])
  }
})
