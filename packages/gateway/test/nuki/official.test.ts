import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../conformance/waiting.ts'
import { aMoment, LOCK, openFamily, REAL_MOVEMENT_MS, startBench, UNLATCH, UNLOCK } from './bench.ts'
import { freePort, KEY, ownBroker, startNukiLock } from './partner.ts'

const IDA = { authId: 8193, name: 'Ida' }

test('a Nuki lock that comes to the broker is found, with what it can do, and cannot be used for two seconds', async (t) => {
  const port = await freePort()
  const { sink, act } = await openFamily(t, ownBroker(port))
  await sink.until(() => sink.hub.includes('up'))
  const { face, core } = await startNukiLock(port)
  t.after(() => face.stop())
  await sink.until(() => sink.locks.get(KEY)?.isReady === true)
  const found = sink.locks.get(KEY)
  assert.equal(found?.vendor, 'Nuki')
  assert.equal(found?.trouble, 'noCodes')
  assert.equal(found?.capability.codes, undefined)
  assert.deepEqual(found?.capability.expiry, { by: 'sender', worstLateMs: 1000 })
  assert.equal(sink.presences.get(KEY), undefined)
  assert.deepEqual(await act(UNLOCK), { answer: 'notSent' })
  await sink.until(() => sink.presences.get(KEY) === true)
  assert.equal(core.motorStarts, 0)
  assert.deepEqual(face.received, [])
})

test('unlock, lock and unlatch of a Nuki lock are proven by its answer and where it stands', async (t) => {
  const { act, core, sink } = await startBench(t)
  assert.equal(sink.shown(KEY).at(-1)?.bolt, 'locked')
  for (const [action, bolt] of [
    [UNLOCK, 'unlocked'],
    [LOCK, 'locked'],
    [UNLATCH, 'unlatched'],
  ] as const) {
    const answer = await act(action)
    assert.equal(answer.answer, 'proven')
    assert.equal(answer.answer === 'proven' && answer.state.bolt, bolt)
  }
  assert.equal(core.motorStarts, 3)
  await sink.until(() => sink.happenings.some(({ what }) => what === 'unlatched'))
  assert.ok(sink.happenings.every(({ by }) => by === 'radio'))
})

test('an order to a Nuki lock is refused with its reason when the motor is blocked', async (t) => {
  const { act, core } = await startBench(t)
  core.faults.jam = true
  assert.deepEqual(await act(UNLOCK), { answer: 'refused', why: 'jammed' })
})

test('an action that no Nuki lock knows is refused before anything leaves', async (t) => {
  const { act, face } = await startBench(t)
  assert.deepEqual(await act(7), { answer: 'refused', why: 'notCapable' })
  assert.deepEqual(face.received, [])
})

test('an answer that comes after the order was over proves nothing, and nothing of the next one', async (t) => {
  const { act, core } = await startBench(t)
  core.faults.lateAnswerMs = 800
  assert.deepEqual(await act(UNLOCK, 400), { answer: 'unproven' })
  core.faults.lateAnswerMs = 0
  core.faults.jam = true
  // The late yes comes while this one is under way, which the lock does not carry out.
  const answer = await act(LOCK, 3000)
  assert.notEqual(answer.answer, 'proven')
  assert.notEqual(core.state.lock, 1)
})

test('an answer that comes twice does not prove the next order before the bolt is there', async (t) => {
  const { act, core } = await startBench(t, { movementMs: 300 })
  core.faults.repeatsAnswers = true
  assert.equal((await act(UNLOCK)).answer, 'proven')
  assert.equal((await act(LOCK)).answer, 'proven')
  assert.equal(core.state.lock, 1)
})

test('a Nuki lock that never answers leaves an order unproven, although it moved', async (t) => {
  const { act, core, sink } = await startBench(t)
  core.faults.lacks = new Set(['commandResponse'])
  assert.deepEqual(await act(UNLOCK, 800), { answer: 'unproven' })
  // Where it stands now is shown all the same: that is the lock's own word.
  assert.equal(sink.shown(KEY).at(-1)?.bolt, 'unlocked')
})

test('a Nuki lock whose firmware announces nothing is told once of, as what was ordered', async (t) => {
  const { act, core, sink } = await startBench(t)
  core.faults.lacks = new Set(['lockActionEvent', 'timestamp', 'batteryChargeState'])
  assert.equal((await act(UNLOCK)).answer, 'proven')
  await aMoment()
  assert.deepEqual(
    sink.happenings.map(({ what, by }) => [what, by]),
    [['unlocked', 'radio']],
  )
})

test('codes and fingers at a Nuki keypad are told with the lock’s own number of them', async (t) => {
  const { core, sink } = await startBench(t, { movementMs: REAL_MOVEMENT_MS })
  core.useKeypad('code', true, IDA)
  await sink.until(() => sink.happenings.some(({ what }) => what === 'unlocked'))
  core.turnByHand('lock')
  core.useKeypad('fingerprint', true, { authId: 8192, name: 'Ida' })
  await sink.until(() => sink.happenings.length >= 3)
  assert.deepEqual(
    sink.happenings.map(({ what, by, credential }) => [what, by, credential]),
    [
      ['unlocked', 'keypad', 8193],
      ['locked', 'unknown', undefined],
      ['unlocked', 'fingerprint', 8192],
    ],
  )
})

test('door and battery of a Nuki lock are shown, and the door is told of', async (t) => {
  const { core, sink } = await startBench(t)
  core.setDoor(true)
  core.setBattery(12)
  await sink.until(() => sink.shown(KEY).at(-1)?.battery?.isCritical === true)
  assert.deepEqual(sink.shown(KEY).at(-1), {
    bolt: 'locked',
    door: 'open',
    battery: { percent: 12, isCritical: true },
  })
  assert.deepEqual(
    sink.happenings.map(({ what }) => what),
    ['doorOpened'],
  )
})

test('an order that waits in a network which is away is gone when the network is back', async (t) => {
  const { act, core, face, sink } = await startBench(t, { keepaliveSeconds: 60 })
  face.silent()
  assert.deepEqual(await act(UNLOCK, 500), { answer: 'unproven' })
  await sink.until(() => sink.presences.get(KEY) === false)
  await face.online()
  await sink.until(() => sink.presences.get(KEY) === true)
  await aMoment()
  assert.deepEqual([face.received, core.motorStarts], [[], 0])
})

test('a Nuki lock that is rebooted is away at once, and comes back by itself', async (t) => {
  const { act, face, sink } = await startBench(t)
  face.cut()
  await sink.until(() => sink.presences.get(KEY) === false)
  assert.deepEqual(await act(UNLOCK), { answer: 'notSent' })
  await sink.until(() => sink.presences.get(KEY) === true)
  assert.equal((await act(UNLOCK)).answer, 'proven')
})

test('whatever a lock says in its topics, the family goes on', async (t) => {
  const { act, face, sink } = await startBench(t)
  const leaves = ['state', 'deviceType', 'doorsensorState', 'batteryChargeState', 'commandResponse']
  for (const leaf of [
    ...leaves,
    'lockActionEvent',
    'connected',
    'name',
    'firmware',
    '__proto__',
    'constructor',
  ])
    for (const payload of [
      '',
      '-1',
      '1e99',
      'NaN',
      '999999999999',
      '{"a":1}',
      ',,,,',
      '1,2,3,4,5,6',
      '\u0000',
      'x'.repeat(60_000),
    ])
      await face.say(leaf, payload)
  await face.say('state', '1')
  await eventually('it to have said all', () => sink.shown(KEY).at(-1)?.bolt === 'locked')
  assert.equal(sink.presences.get(KEY), true)
  assert.equal((await act(UNLOCK)).answer, 'proven')
  assert.ok((sink.locks.get(KEY)?.name ?? '').length <= 64)
})
