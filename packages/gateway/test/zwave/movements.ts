import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { LOCK, UNLOCK, within, type ZwaveBench } from './bench.ts'

/** What becomes of orders to move: every trap that the real programs were seen to set. */
export function testMovements(on: () => ZwaveBench): void {
  test('an unlock, of a lock that says it did it, is proven by its word', async () => {
    const { act, partner, sink, keyOf } = on()
    const answer = await act(partner.users, UNLOCK)
    assert.deepEqual(answer, { answer: 'proven', how: 'report', state: { bolt: 'unlocked' } })
    assert.equal(partner.users.isLocked, false)
    assert.equal(sink.shown(keyOf(partner.users)).at(-1)?.bolt, 'unlocked')
    assert.equal(partner.users.orders.length, 1)
  })

  test('an unlock, of a lock that takes its time, is proven when it stands there and not before', async () => {
    const { act, partner, sink, keyOf } = on()
    for (const lock of [partner.codes, partner.schlage]) {
      const answer = await act(lock, UNLOCK)
      assert.equal(lock.isLocked, false)
      assert.partialDeepStrictEqual(answer, { answer: 'proven', how: 'read', state: { bolt: 'unlocked' } })
      assert.equal(lock.orders.length, 1)
      // Nothing was shown that was not so: only movements on the way and the end.
      const bolts = sink.shown(keyOf(lock)).map(({ bolt }) => bolt)
      assert.equal(bolts.at(-1), 'unlocked')
      assert.equal(bolts.indexOf('unlocked'), bolts.length - 1)
    }
  })

  test('an unlock, acknowledged by a lock that then says nothing, is unproven though the hub tells it as done', async () => {
    const { act, partner, sink, keyOf } = on()
    const { codes } = partner
    codes.faults.isMute = true
    assert.deepEqual(await act(codes, UNLOCK), { answer: 'unproven' })
    const echoes = sink.states.filter(({ lock, from }) => lock === keyOf(codes) && from === 'echo')
    assert.equal(echoes.at(-1)?.state.bolt, 'unlocked', 'the hub told what did not happen')
    assert.deepEqual(sink.shown(keyOf(codes)), [])
    assert.equal(codes.isLocked, true)
    // As soon as it answers again, it is read and not believed.
    codes.faults.isMute = false
    await sink.until(() => sink.shown(keyOf(codes)).length > 0)
    assert.equal(sink.shown(keyOf(codes)).at(-1)?.bolt, 'locked')
  })

  test('an unlock, that the lock refuses, is refused', async () => {
    const { act, partner } = on()
    partner.users.faults.refuses = true
    assert.deepEqual(await act(partner.users, UNLOCK), { answer: 'refused', why: 'refused' })
    assert.equal(partner.users.isLocked, true)
  })

  test('an action, that no Z-Wave lock has, is refused and nothing is sent', async () => {
    const { act, partner } = on()
    for (const action of [3, 4, 5, 6])
      assert.deepEqual(await act(partner.users, action), { answer: 'refused', why: 'notCapable' })
    assert.deepEqual(partner.users.orders, [])
  })

  test('an unlock, of a lock out of reach, never runs, and the next is not even sent', async () => {
    const { act, partner, sink, keyOf } = on()
    const { users } = partner
    users.away()
    assert.deepEqual(await act(users, UNLOCK), { answer: 'unproven' })
    await sink.until(() => sink.presences.get(keyOf(users)) === false)
    assert.deepEqual(await act(users, UNLOCK), { answer: 'notSent' })
    users.back()
    await sink.until(() => sink.presences.get(keyOf(users)) === true)
    await sink.until(() => sink.shown(keyOf(users)).length > 0)
    assert.deepEqual(users.orders, [])
    assert.equal(users.isLocked, true)
    assert.equal(sink.shown(keyOf(users)).at(-1)?.bolt, 'locked')
  })

  test('an order, whose time is over, does not leave', async () => {
    const { family, partner, keyOf } = on()
    const key = keyOf(partner.users)
    const late = await family.act(key, { action: UNLOCK, deadline: Date.now() }, within(1000))
    const aborted = await family.act(
      key,
      { action: UNLOCK, deadline: Date.now() + 9000 },
      AbortSignal.abort(),
    )
    assert.deepEqual([late, aborted], [{ answer: 'notSent' }, { answer: 'notSent' }])
    assert.deepEqual(partner.users.orders, [])
  })

  test('an order, while the slots of the lock are being read, waits for one reading and not for all', async () => {
    const { act, family, partner, keyOf } = on()
    const { codes } = partner
    for (let slot = 1; slot <= 30; slot++) codes.setCode(slot, String(1000 + slot))
    await family.look(keyOf(codes), 'slots', within(60_000))
    codes.codeReads = 0
    const reading = new AbortController()
    const slots = family.look(keyOf(codes), 'slots', reading.signal)
    while (codes.codeReads === 0) await wait(1)
    // As the gateway does it: who moves a lock ends what only reads.
    reading.abort()
    const answer = act(codes, UNLOCK)
    while (codes.orders.length === 0) await wait(1)
    const readBefore = codes.codeReads
    assert.equal((await answer).answer, 'proven')
    assert.ok(readBefore <= 2, `${readBefore} slots were read before the order left`)
    assert.equal(codes.codeReads, readBefore, 'nothing else was under way')
    assert.deepEqual(await slots, { seen: false })
    for (let slot = 1; slot <= 30; slot++) codes.clearCode(slot)
  })

  test('an unlock by somebody else, that the lock never answers, is not shown', async () => {
    const { partner, sink, keyOf } = on()
    const { codes } = partner
    codes.faults.isMute = true
    const node = partner.driver.controller.nodes.getOrThrow(codes.nodeId)
    await node.setValue({ commandClass: 98, endpoint: 0, property: 'targetMode' }, 0)
    await sink.until(() => sink.states.some(({ lock, from }) => lock === keyOf(codes) && from === 'echo'))
    codes.faults.isMute = false
    await sink.until(() => sink.shown(keyOf(codes)).length > 0)
    assert.deepEqual([...new Set(sink.shown(keyOf(codes)).map(({ bolt }) => bolt))], ['locked'])
  })

  test('a hub, that is stopped and started, is found again with its locks, and nothing is ordered twice', async () => {
    const { act, partner, sink, keyOf } = on()
    await partner.stopHub()
    await sink.until(() => sink.hub.includes('lost'))
    assert.deepEqual(await act(partner.users, UNLOCK), { answer: 'notSent' })
    await partner.startHub()
    await sink.until(() => sink.hub.includes('up'))
    await sink.until(() => sink.shown(keyOf(partner.users)).length > 0)
    assert.equal((await act(partner.users, UNLOCK)).answer, 'proven')
    assert.equal((await act(partner.users, LOCK)).answer, 'proven')
    assert.equal(partner.users.orders.length, 2)
  })
}
