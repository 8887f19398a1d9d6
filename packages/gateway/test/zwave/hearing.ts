import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ZwaveBench } from './bench.ts'

/** What a lock tells by itself. */
export function testHearing(on: () => ZwaveBench): void {
  test('a code, entered at the keypad, is told with its slot, and a wrong one as denied', async () => {
    const { partner, sink, keyOf } = on()
    const lock = keyOf(partner.codes)
    await partner.codes.keypad(7)
    await partner.codes.keypad('wrong')
    await sink.until(() => sink.happenings.length >= 2)
    assert.deepEqual(sink.happenings, [
      { lock, what: 'unlocked', by: 'keypad', slot: 7 },
      { lock, what: 'denied', by: 'keypad' },
    ])
    assert.equal(sink.shown(lock).at(-1)?.bolt, 'unlocked')
  })

  test('a knob, turned by hand, moves what is shown', async () => {
    const { partner, sink, keyOf } = on()
    const lock = keyOf(partner.schlage)
    await partner.schlage.manual(false)
    await sink.until(() => sink.happenings.length >= 1)
    assert.deepEqual(sink.happenings, [{ lock, what: 'unlocked', by: 'manual' }])
    assert.equal(sink.shown(lock).at(-1)?.bolt, 'unlocked')
  })

  test('a bolt, that is stuck, is shown so until the lock says otherwise', async () => {
    const { partner, sink, keyOf, family } = on()
    const lock = keyOf(partner.codes)
    await partner.codes.notify(11)
    await sink.until(() => sink.happenings.length >= 1)
    assert.deepEqual(sink.happenings, [{ lock, what: 'jammed', by: 'unknown' }])
    const look = await family.look(lock, 'state', AbortSignal.timeout(20_000))
    assert.partialDeepStrictEqual(look, { seen: true, state: { bolt: 'jammed' } })
    await partner.codes.manual(true)
    await sink.until(() => sink.happenings.length >= 2)
    assert.equal(sink.shown(lock).at(-1)?.bolt, 'locked')
  })

  test('a mode, that only the hub tells, is shown when the lock has been asked', async () => {
    const { partner, sink, keyOf } = on()
    const lock = keyOf(partner.users)
    partner.users.stand(false)
    await partner.users.report()
    await sink.until(() => sink.shown(lock).some(({ bolt }) => bolt === 'unlocked'))
    const told = sink.states.filter((one) => one.lock === lock && one.state.bolt === 'unlocked')
    assert.deepEqual([...new Set(told.map(({ from }) => from))], ['echo', 'read'])
  })

  test('a code, that somebody changes at the lock, is told with its slot and never with its digits', async () => {
    const { partner, sink, keyOf } = on()
    partner.codes.setCode(12, '9753')
    await partner.codes.notify(14, { userId: 12 })
    await sink.until(() => sink.happenings.length >= 1)
    assert.partialDeepStrictEqual(sink.happenings[0], {
      lock: keyOf(partner.codes),
      what: 'codesChanged',
      slot: 12,
    })
    assert.ok(!JSON.stringify(sink.happenings).includes('9753'))
    partner.codes.clearCode(12)
  })
}
