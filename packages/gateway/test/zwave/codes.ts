import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandClasses } from '@zwave-js/core'
import { eventually } from '../conformance/waiting.ts'
import { within, type ZwaveBench } from './bench.ts'
import type { PartnerLock } from './partner-lock.ts'

const PROVEN = { answer: 'proven', by: 'value' } as const
const OCCUPIED = { answer: 'proven', by: 'occupied' } as const
const UNPROVEN = { answer: 'unproven' } as const
const refused = (why: string) => ({ answer: 'refused', why })

/** Codes on both kinds of locks, and every way in which a lock keeps to itself what it holds. */
export function testCodes(on: () => ZwaveBench): void {
  const look = (lock: PartnerLock, slot: number) => {
    const { family, keyOf } = on()
    return family.look(keyOf(lock), { slot }, within(60_000))
  }
  const erase = (lock: PartnerLock, slot: number) => {
    const { family, keyOf } = on()
    return family.erase(keyOf(lock), slot, within(60_000))
  }
  const all = () => [on().partner.codes, on().partner.users, on().partner.schlage]

  test('a code, on every kind of lock, is proven by its value, changed and removed', async () => {
    const { write, sink, keyOf } = on()
    for (const lock of all()) {
      assert.deepEqual(await write(lock, 5, '4829'), PROVEN)
      assert.deepEqual(await look(lock, 5), { seen: true, slot: { slot: 5, holds: 'code', digits: '4829' } })
      assert.deepEqual(await write(lock, 5, '1357'), PROVEN)
      assert.equal(lock.held.get(5), '1357')
      assert.deepEqual(await erase(lock, 5), { answer: 'proven' })
      assert.equal(lock.held.get(5), undefined)
      assert.deepEqual(await look(lock, 5), { seen: true, slot: { slot: 5, holds: 'free' } })
      assert.equal(lock.codeWrites, 3)
      assert.equal(sink.locks.get(keyOf(lock))?.capability.codes?.readBack, 'value')
      assert.deepEqual(sink.happenings, [], 'what we do ourselves did not happen to us')
    }
  })

  test('codes, by the rules of the lock, are promised and refused', async () => {
    const { write, sink, keyOf, partner } = on()
    const rules = all().map((lock) => sink.locks.get(keyOf(lock))?.capability.codes)
    assert.deepEqual(
      rules.map((codes) => codes && [codes.places, codes.minDigits, codes.maxDigits, codes.nameLength]),
      [
        [30, 4, 9, 0],
        [20, 4, 8, 16],
        // One length for all codes, as it comes from the factory.
        [30, 4, 4, 0],
      ],
    )
    assert.deepEqual(await write(partner.schlage, 1, '482913'), refused('length'))
    assert.deepEqual(await write(partner.users, 1, '123'), refused('length'))
    assert.deepEqual(await write(partner.users, 21, '4829'), refused('full'))
    assert.deepEqual(await write(partner.codes, 0, '4829'), refused('full'))
    assert.deepEqual(await write(partner.codes, 1, '48x9'), refused('digits'))
    assert.deepEqual(
      all().map(({ codeWrites }) => codeWrites),
      [0, 0, 0],
    )
  })

  test('a code, that is on the lock already, is refused as such, and leaves no trace', async () => {
    const { write } = on()
    for (const lock of all()) {
      lock.setCode(3, '8642')
      assert.deepEqual(await write(lock, 4, '8642'), refused('duplicate'))
      assert.deepEqual([...lock.held], [[3, '8642']])
      assert.deepEqual(await look(lock, 4), { seen: true, slot: { slot: 4, holds: 'free' } })
      lock.clearCode(3)
    }
  })

  test('a code, that the lock says yes to and forgets, is not proven', async () => {
    const { write } = on()
    for (const lock of all()) {
      lock.faults.dropsWrites = true
      assert.deepEqual(await write(lock, 5, '4829'), UNPROVEN)
      lock.faults.dropsWrites = false
      assert.deepEqual(await erase(lock, 5), { answer: 'proven' })
      assert.deepEqual(await look(lock, 5), { seen: true, slot: { slot: 5, holds: 'free' } })
    }
  })

  test('a code, on a lock that masks them, is proven to be there and no more', async () => {
    const { write, partner } = on()
    for (const lock of [partner.codes, partner.schlage]) {
      lock.faults.masks = true
      await look(lock, 6)
      assert.deepEqual(await write(lock, 6, '4829'), OCCUPIED)
      assert.deepEqual(await look(lock, 6), { seen: true, slot: { slot: 6, holds: 'code' } })
      assert.deepEqual(await erase(lock, 6), { answer: 'proven' })
    }
  })

  test('a code, on a lock that withholds them, is proven only by its own word', async () => {
    const { write, partner } = on()
    for (const lock of [partner.codes, partner.users]) {
      lock.faults.withholds = true
      assert.deepEqual(await write(lock, 7, '4829'), OCCUPIED)
      assert.deepEqual(await look(lock, 7), { seen: false })
      lock.faults.withholds = false
      await erase(lock, 7)
    }
  })

  test('a code, on a lock that says nothing at all, is not proven and is written once', async () => {
    const { write, partner } = on()
    partner.codes.faults.isMute = true
    assert.deepEqual(await write(partner.codes, 8, '4829'), UNPROVEN)
    assert.equal(partner.codes.codeWrites, 1)
    partner.codes.faults.isMute = false
  })

  test('a code, written to a lock that says nothing, makes way for an order within what is declared', async () => {
    const { partner, family, keyOf, sink } = on()
    const lock = partner.schlage
    lock.faults.isMute = true
    const stop = new AbortController()
    const written = family.write(keyOf(lock), 9, { digits: '4829', name: '' }, stop.signal)
    await eventually('the write to reach it', () => lock.codeWrites === 1)
    // As the gateway does when somebody wants to move any lock of this hub.
    stop.abort()
    const began = Date.now()
    assert.deepEqual(await written, UNPROVEN)
    const { worstLateMs = 0 } = sink.locks.get(keyOf(lock))?.capability.expiry ?? {}
    assert.ok(Date.now() - began < worstLateMs / 2, `${Date.now() - began} ms`)
    lock.faults.isMute = false
    await erase(lock, 9)
  })

  test('codes of a lock that says nothing, are not asked for one by one', async () => {
    const { partner, family, keyOf, sink } = on()
    const lock = partner.codes
    const list = () => family.look(keyOf(lock), 'slots', within(60_000))
    assert.equal((await list()).seen, true)
    const slots = [1, 2, 3, 4]
    for (const slot of slots) await lock.notify(14, { userId: slot })
    await sink.until(() => sink.happenings.length >= slots.length)
    lock.heal()
    lock.faults.isMute = true
    assert.deepEqual(await list(), { seen: false })
    assert.deepEqual([lock.codeReads, lock.stateReads], [2, 1])
    // One that only keeps its codes to itself is asked for all of them.
    lock.faults.isMute = false
    lock.faults.withholds = true
    const sight = await list()
    assert.deepEqual(
      sight.seen && sight.slots,
      slots.map((slot) => ({ slot, holds: 'code' })),
    )
    // The next test begins with a lock of which the hub knows that it is empty.
    lock.faults.withholds = false
    await list()
  })

  test('a schedule, that a lock would keep, is taken whatever its clock says, so that windows stay with the gateway', async () => {
    const { partner, sink, keyOf } = on()
    const node = partner.driver.controller.nodes.getOrThrow(partner.codes.nodeId)
    const schedules = node.commandClasses['Schedule Entry Lock']
    const place = { userId: 1, slotId: 1 }
    const mondays = { weekdays: [1], startHour: 9, startMinute: 0, durationHour: 8, durationMinute: 0 }
    await schedules.setDailyRepeatingSchedule(place, mondays)
    assert.deepEqual({ ...(await schedules.getDailyRepeatingSchedule(place)) }, mondays)
    // Nothing that could be asked what time it is there.
    const clocks = [CommandClasses.Time, CommandClasses['Time Parameters'], CommandClasses.Clock]
    assert.deepEqual(
      clocks.filter((id) => node.supportsCC(id)),
      [],
    )
    const { windows } = sink.locks.get(keyOf(partner.codes))?.capability ?? {}
    assert.deepEqual(windows, { dates: 'gateway', weekly: 'gateway', acrossMidnight: true })
  })

  test('codes of others, on every kind of lock, are listed and nothing is written', async () => {
    const { family, keyOf, sink } = on()
    for (const lock of all()) {
      lock.setCode(2, '7531')
      await lock.notify(14, { userId: 2 })
      await sink.until(() => sink.happenings.some((one) => one.lock === keyOf(lock)))
      const list = async () => {
        const sight = await family.look(keyOf(lock), 'slots', within(60_000))
        return sight.seen ? sight.slots : []
      }
      assert.deepEqual(await list(), [{ slot: 2, holds: 'code', digits: '7531' }])
      lock.codeReads = 0
      await list()
      // Not all places: this one, and those that tests before emptied behind the hub's back.
      assert.ok(lock.codeReads < 10, `${lock.codeReads} readings for one code that is known`)
      assert.equal(lock.codeWrites, 0)
      lock.clearCode(2)
    }
  })

  test('codes of others, whose listing an order stopped, are read on from there and not from the start', async () => {
    const { family, keyOf, partner, sink } = on()
    const lock = partner.codes
    const count = 12
    for (let slot = 1; slot <= count; slot++) {
      lock.setCode(slot, String(6100 + slot))
      await lock.notify(14, { userId: slot })
    }
    await sink.until(() => sink.happenings.length >= count)
    const list = (signal: AbortSignal) => family.look(keyOf(lock), 'slots', signal)
    // What tests before emptied behind the hub's back is out of the way.
    await list(within(60_000))
    lock.codeReads = 0
    const stop = new AbortController()
    const stopped = list(stop.signal)
    await eventually('half of it to be read', () => lock.codeReads >= count / 2)
    stop.abort()
    assert.deepEqual(await stopped, { seen: false })
    const before = lock.codeReads
    // What was read already and then changed is read again.
    lock.setCode(1, '6199')
    await lock.notify(14, { userId: 1 })
    await sink.until(() => sink.happenings.length > count)
    const sight = await list(within(60_000))
    assert.ok(sight.seen)
    const digits = sight.slots.map((one) => one.digits)
    const expected = Array.from({ length: count - 1 }, (_, i) => String(6102 + i))
    assert.deepEqual(digits, ['6199', ...expected])
    assert.ok(lock.codeReads <= count + 1, `${lock.codeReads} readings, ${before} of them before the order`)
    lock.codeReads = 0
    await list(within(60_000))
    assert.ok(lock.codeReads >= count, 'the next listing is a fresh one')
    for (let slot = 1; slot <= count; slot++) {
      lock.clearCode(slot)
      await lock.notify(13, { userId: slot })
    }
    await list(within(60_000))
  })

  test('a code, wherever it went, is in no line of the log', () => {
    const { log, sink } = on()
    const told = `${log}${JSON.stringify([...sink.locks])}`
    for (const digits of ['4829', '1357', '8642', '7531']) assert.ok(!told.includes(digits))
  })
}
