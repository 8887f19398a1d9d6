import './virtual-time/install.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LDP_REFUSAL } from '@latchwork/contract/device'
import { CAPABILITY, FakeLock } from './fake-family.ts'
import { codeEntry, keyOf, startRig } from './rig.ts'

const { unproven, notReached, notCapable } = LDP_REFUSAL

test('codes that are ordered are on the lock, each in a place of its own, and proven by their value', async (t) => {
  const rig = startRig(t)
  const { errors, values } = await rig.order({ 1: codeEntry(1234), 2: codeEntry(567_890) })
  assert.deepEqual(errors, {})
  assert.deepEqual([values[1]?.p, values[2]?.p], ['value', 'value'])
  assert.deepEqual([...rig.lock.slots.values()].sort(), ['1234', '567890'])
  assert.equal(rig.lock.writes, 2)
})

test('codes that were on the lock before are listed, never touched, and their places never used', async (t) => {
  const lock = new FakeLock()
  lock.slots.set(1, '4321').set(3, '9999')
  const rig = startRig(t, lock)
  await rig.order({ 1: codeEntry(1234), 2: codeEntry(5678) })
  assert.deepEqual([...rig.page.foreign].sort(), [1, 3])
  await rig.order({ 1: null, 2: null })
  assert.deepEqual(
    [...lock.slots],
    [
      [1, '4321'],
      [3, '9999'],
    ],
  )
})

test('a code that somebody types in at the lock over one of ours is theirs from then on', async (t) => {
  const rig = startRig(t)
  await rig.order({ 1: codeEntry(1234) })
  const [slot] = [...rig.lock.slots.keys()]
  rig.lock.slots.set(slot!, '7777')
  await rig.order({ 1: null })
  assert.deepEqual([...rig.lock.slots], [[slot, '7777']])
  assert.equal(rig.lock.erasures, 0)
})

test('digits, length, doubles, full places and fobs are refused each with its code, without a word to the lock', async (t) => {
  const lock = new FakeLock()
  lock.capability = {
    ...CAPABILITY,
    codes: { ...CAPABILITY.codes!, places: 3, alphabet: '123456789', forbiddenPrefixes: ['12'] },
  }
  lock.slots.set(2, '9999')
  const rig = startRig(t, lock)
  const fob = { type: 2, name: 'Fob', enabled: true, remote: false } as const
  const { errors } = await rig.order({
    1: codeEntry(345),
    2: codeEntry(123_456),
    3: codeEntry(3405),
    4: codeEntry(5555),
    5: codeEntry(5555),
    6: fob,
    7: codeEntry(6666),
    8: codeEntry(7777),
  })
  assert.deepEqual(errors, { 1: 0x2b, 2: 0x2b, 3: 0x2b, 5: 0x2a, 6: notCapable, 8: 0x13 })
  assert.equal(lock.writes, 2)
  // What the gateway cannot know the lock says itself.
  assert.deepEqual((await rig.order({ 7: codeEntry(9999) })).errors, { 7: 0x2a })
  assert.deepEqual([...lock.slots.values()].sort(), ['5555', '6666', '9999'])
})

test('two rights that swap their codes do so on a lock that takes no code twice', async (t) => {
  const rig = startRig(t)
  await rig.order({ 1: codeEntry(1111), 2: codeEntry(2222) })
  const { errors, values } = await rig.order({ 1: codeEntry(2222), 2: codeEntry(1111) })
  assert.deepEqual([errors, Object.keys(values)], [{}, ['1', '2']])
  assert.deepEqual([...rig.lock.slots.values()].sort(), ['1111', '2222'])
})

test('a lock that drops what is written gets three writes, and the code counts as not proven', async (t) => {
  const rig = startRig(t)
  rig.lock.dropsWrites = true
  const answer = await rig.order({ 1: codeEntry(1234) })
  assert.deepEqual([answer.errors, answer.values], [{ 1: unproven }, {}])
  assert.equal(rig.lock.writes, 3)
  // Asked again it is read, not written.
  await rig.order({ 1: codeEntry(1234) })
  assert.equal(rig.lock.writes, 3)
})

test('a lock that shows nothing is not written again; one that shows later that it has the code has it', async (t) => {
  const rig = startRig(t)
  await rig.settled()
  rig.lock.isMute = true
  rig.lock.onWrite = () => {
    rig.lock.withholds = true
  }
  assert.deepEqual((await rig.order({ 1: codeEntry(1234) })).errors, { 1: unproven })
  assert.equal(rig.lock.writes, 1)
  rig.lock.withholds = false
  assert.deepEqual((await rig.order({ 1: codeEntry(1234) })).errors, {})
  assert.equal(rig.lock.writes, 1)
})

test('a lock that does not tell which code it holds proves that there is one, and is written once', async (t) => {
  const rig = startRig(t)
  rig.lock.masks = true
  rig.lock.isMute = true
  const { errors, values } = await rig.order({ 1: codeEntry(1234) })
  assert.deepEqual([errors, values[1]?.p], [{}, 'occupied'])
  assert.equal(rig.lock.writes, 1)
})

test('a removal that the lock drops is told as not done, and done as soon as the lock shows that the place is free', async (t) => {
  const rig = startRig(t)
  await rig.order({ 1: codeEntry(1234) })
  rig.lock.dropsWrites = true
  const { errors, values } = await rig.order({ 1: null })
  assert.deepEqual([errors, values[1]?.at], [{ 1: unproven }, 'stuck'])
  assert.equal(rig.lock.erasures, 3)
  rig.lock.slots.clear()
  assert.deepEqual((await rig.order({ 1: null })).errors, {})
  assert.equal(rig.lock.erasures, 3)
})

test('orders for a lock that is away are answered so, kept, and carried out when it is back', async (t) => {
  const rig = startRig(t)
  await rig.order({ 1: codeEntry(1234) })
  rig.hub.goDown()
  const { errors } = await rig.order({ 1: null, 2: codeEntry(5678) })
  assert.deepEqual(errors, { 1: notReached, 2: notReached })
  rig.hub.comeUp()
  await rig.settled()
  assert.deepEqual([...rig.lock.slots.values()], ['5678'])
})

test('after a restart nothing is written and each place of ours is read once', async (t) => {
  const rig = startRig(t)
  await rig.order(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i + 1, codeEntry(4000 + i)])))
  const { writes, erasures, reads } = rig.lock
  const next = await rig.restart()
  await next.settled()
  assert.deepEqual([rig.lock.writes - writes, rig.lock.erasures - erasures], [0, 0])
  assert.equal(rig.lock.reads - reads, 20)
})

test('a code that vanished from the lock is put back once, and then left to the service', async (t) => {
  const rig = startRig(t)
  await rig.order({ 1: codeEntry(1234) })
  for (const expected of [['1234'], []]) {
    const [slot] = [...rig.lock.slots.keys()]
    rig.clock.setTo(rig.clock.now() + 60_000)
    rig.lock.slots.clear()
    rig.hub.sink.happened('fake:1', { what: 'codesChanged', by: 'unknown', slot: slot! })
    await rig.settled()
    assert.deepEqual([...rig.lock.slots.values()], expected)
  }
  assert.deepEqual((await rig.order({ 1: codeEntry(1234) })).errors, {})
  assert.deepEqual([...rig.lock.slots.values()], ['1234'])
})

for (const masks of [false, true])
  test(`a place that is switched off proves no code, whether the lock shows its digits (${!masks}) or not`, async (t) => {
    const rig = startRig(t)
    rig.lock.masks = masks
    await rig.settled()
    // Nobody says what became of the write, and what can be read is switched off each time.
    rig.lock.isMute = true
    rig.lock.leavesOff = true
    const { errors, values } = await rig.order({ 1: codeEntry(1234) })
    assert.deepEqual([errors, values, rig.lock.writes], [{ 1: unproven }, {}, 3])
  })

test('a code that somebody switches off at the lock is told as gone and switched on once', async (t) => {
  const rig = startRig(t)
  await rig.order({ 1: codeEntry(1234) })
  const [slot] = [...rig.lock.slots.keys()]
  for (const isOff of [false, true]) {
    rig.clock.setTo(rig.clock.now() + 60_000)
    rig.lock.disabled.add(slot!)
    rig.hub.sink.happened('fake:1', { what: 'codesChanged', by: 'unknown', slot: slot! })
    await rig.settled()
    assert.equal(rig.lock.disabled.has(slot!), isOff)
  }
  assert.equal(rig.told.at(-1)?.[keyOf(1)], undefined)
  assert.equal(rig.lock.writes, 2)
})
