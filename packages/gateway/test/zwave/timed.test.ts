import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test'
import { offsetMs } from '@latchwork/access-window'
import type { AccessEntry } from '@latchwork/contract/device'
import { AdoptionBook } from '../../src/book/adoptions.ts'
import { openBook } from '../../src/book/book.ts'
import { zwaveFamily } from '../../src/families/zwave/index.ts'
import { Hub } from '../../src/hubs/hub.ts'
import { AdoptedLock } from '../../src/locks/adopted-lock.ts'
import { systemClock } from '../../src/system-clock.ts'
import { eventually } from '../conformance/waiting.ts'
import { newDataDir } from '../data-folder.ts'
import { codeEntry, keyOf } from '../rig.ts'
import { startZwavePartner, type ZwavePartner } from './partner.ts'
import type { PartnerLock } from './partner-lock.ts'

/** Berlin (6.14). */
const BERLIN = 37
const ZONE = 'Europe/Berlin'
const MONDAY_AND_SUNDAY = 65
const WEEKLY = { weekDays: MONDAY_AND_SUNDAY, fromTime: 9 * 60 + 30, untilTime: 17 * 60 }
const ON_THE_LOCK = { weekdays: [0, 1], startHour: 9, startMinute: 30, durationHour: 7, durationMinute: 30 }
/** A Wednesday far away, in winter. */
const FROM = Date.parse('2031-01-08T14:00:00Z')
const UNTIL = Date.parse('2031-07-08T09:00:00Z')
const DATES = {
  ...{ startYear: 31, startMonth: 1, startDay: 8, startHour: 15, startMinute: 0 },
  ...{ stopYear: 31, stopMonth: 7, stopDay: 8, stopHour: 11, stopMinute: 0 },
}
const FOREIGN = { weekdays: [3], startHour: 1, startMinute: 0, durationHour: 1, durationMinute: 0 }

let partner: ZwavePartner
let lock: PartnerLock
before(async () => {
  partner = await startZwavePartner(['timed'])
  lock = partner.timed
  // The last user and her hours are somebody else's.
  lock.setCode(10, '99887766')
  lock.setSchedule(10, 1, 2, FOREIGN)
})
after(() => partner.close())

/** A gateway with its book, for this one lock; without a service, the orders come from the test. */
interface Box {
  readonly device: AdoptedLock
  order(set: Record<number, AccessEntry | null>): Promise<string[]>
  /** As if it were killed: nothing is ended in order. */
  stop(): Promise<void>
}

function startBox(t: TestContext, dataDir: string): Box {
  const book = openBook(dataDir, Buffer.alloc(32, 7))
  const adoptions = new AdoptionBook(book)
  const key = `zwave:${partner.homeId.toString(16)}:${lock.nodeId}`
  if (!adoptions.one(key)) {
    adoptions.begin({ key, deviceId: '0A0B0C0D', smartlockId: 1, type: 0, name: 'Door' })
    adoptions.keepZone(key, BERLIN)
  }
  const hub: Hub = new Hub({
    id: 'hub-1',
    config: { family: 'zwave-js', address: partner.address },
    make: zwaveFamily,
    clock: systemClock,
    log: () => undefined,
    listener: {
      changed: () => device.hubChanged(),
      state: (_, sight) => device.sighted(sight),
      happened: (_, happening) => device.happened(happening),
    },
  })
  const adoption = adoptions.one(key)
  assert.ok(adoption)
  const ignore = () => undefined
  const [turnedAway, brokerFailed, left, broker] = [ignore, ignore, ignore, ignore]
  const device = new AdoptedLock(adoption, {
    ...{ book, adoptions, clock: systemClock, version: '0', turnedAway, brokerFailed, left, broker },
    hubOf: () => hub,
  })
  hub.open()
  let isOpen = true
  const stop = async () => {
    if (!isOpen) return
    isOpen = false
    hub.close()
    await device.stop()
    book.close()
  }
  t.after(stop)
  return {
    device,
    async order(set) {
      await eventually('the lock to be there', () => device.reach()?.capability.codes !== undefined)
      const keyed = Object.fromEntries(Object.entries(set).map(([n, entry]) => [keyOf(Number(n)), entry]))
      const answer = await device.configure({ rev: Date.now(), section: 'auths', set: keyed } as never)
      return (answer?.errors ?? []).map(({ path, code }) => `${Number.parseInt(path, 16)}: ${code}`)
    },
    stop,
  }
}

function newFolder(t: TestContext): string {
  const folder = newDataDir()
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const keepers = ({ device }: Box) => device.capability()?.windows
const ofUsers = () => [...lock.schedules].sort(([a], [b]) => a - b).map(([, all]) => all)

describe('windows in a Z-Wave lock', () => {
  beforeEach(() => {
    lock.heal()
    for (let user = 1; user < lock.places; user++) {
      lock.clearCode(user)
      lock.clearSchedules(user)
    }
    lock.shown = () => Date.now() + offsetMs(ZONE, Date.now())
  })

  test('weekdays and dates are on the lock in its local time, and change and end with the right', async (t) => {
    const box = startBox(t, newFolder(t))
    assert.deepEqual(
      await box.order({
        1: codeEntry(11112222, WEEKLY),
        2: codeEntry(33334444, { fromDate: FROM, untilDate: UNTIL }),
      }),
      [],
    )
    assert.deepEqual(ofUsers(), [[ON_THE_LOCK], [DATES], [FOREIGN]])
    assert.deepEqual([...lock.held.values()], ['99887766', '11112222', '33334444'])
    const { dates, weekly, worstLateMs } = keepers(box) ?? {}
    assert.deepEqual([dates, weekly, worstLateMs], ['lock', 'lock', 3_720_000])

    // Never open without its window: whenever a code is written or a schedule changed, one of both is not there.
    const open: unknown[] = []
    lock.onWrite = () => {
      for (const [user] of lock.held) if (!lock.schedules.has(user)) open.push(user)
    }
    assert.deepEqual(await box.order({ 1: codeEntry(11112222, { untilDate: UNTIL }) }), [])
    const { stopYear, stopMonth, stopDay, stopHour, stopMinute } = DATES
    const begun = { startYear: 20, startMonth: 1, startDay: 1, startHour: 0, startMinute: 0 }
    assert.deepEqual(ofUsers()[0], [{ ...begun, stopYear, stopMonth, stopDay, stopHour, stopMinute }])
    assert.deepEqual(open, [])

    assert.deepEqual(await box.order({ 1: codeEntry(11112222), 2: null }), [])
    assert.deepEqual([[...lock.held.keys()].sort(), ofUsers()], [[1, 10], [[FOREIGN]]])
  })

  test('what a former user left is erased before a code is put there, with a window or without', async (t) => {
    lock.setSchedule(1, 1, 2, FOREIGN)
    lock.setSchedule(2, 2, 1, DATES)
    const box = startBox(t, newFolder(t))
    await box.order({ 1: codeEntry(11112222), 2: codeEntry(33334444, WEEKLY) })
    assert.deepEqual(ofUsers(), [[ON_THE_LOCK], [FOREIGN]])
  })

  test('a right with both has its weekdays on the lock, and its dates kept by the gateway', async (t) => {
    const box = startBox(t, newFolder(t))
    const yesterday = Math.floor(Date.now() / 60_000) * 60_000 - 86_400_000
    await box.order({
      1: codeEntry(11112222, { ...WEEKLY, fromDate: yesterday, untilDate: UNTIL }),
      2: codeEntry(33334444, { ...WEEKLY, fromDate: FROM }),
    })
    assert.deepEqual(
      [[...lock.held.keys()].sort(), ofUsers()],
      [
        [1, 10],
        [[ON_THE_LOCK], [FOREIGN]],
      ],
    )
  })

  test('a lock whose clock is an hour off is given no window', async (t) => {
    lock.shown = () => Date.now() + offsetMs(ZONE, Date.now()) - 3_600_000
    const box = startBox(t, newFolder(t))
    assert.deepEqual(await box.order({ 1: codeEntry(11112222, { fromDate: FROM }) }), [])
    assert.deepEqual([[...lock.held.keys()], lock.scheduleWrites, keepers(box)?.dates], [[10], 0, 'gateway'])
  })

  for (const fault of ['dropsSchedules', 'forgetsSchedules'] as const)
    test(`a lock that ${fault === 'dropsSchedules' ? 'keeps no window it said yes to' : 'loses its window with the code'} leaves it to the gateway`, async (t) => {
      lock.faults[fault] = true
      const box = startBox(t, newFolder(t))
      assert.deepEqual(
        await box.order({
          1: codeEntry(11112222, { untilDate: UNTIL }),
          2: codeEntry(33334444, { fromDate: FROM }),
        }),
        [],
      )
      assert.deepEqual([[...lock.held.keys()].sort(), ofUsers()], [[1, 10], [[FOREIGN]]])
      assert.equal(keepers(box)?.dates, 'gateway')
      assert.ok(
        lock.codeWrites <= 3 && lock.scheduleWrites <= 3,
        `${lock.codeWrites}, ${lock.scheduleWrites}`,
      )
    })

  test('a gateway that is started again writes nothing, and reads each code once and the clock', async (t) => {
    const folder = newFolder(t)
    const box = startBox(t, folder)
    await box.order({
      1: codeEntry(11112222, WEEKLY),
      2: codeEntry(33334444, { fromDate: FROM }),
      3: codeEntry(5556666),
    })
    await box.stop()
    lock.heal()
    const next = startBox(t, folder)
    await eventually('the codes to be read', () => lock.codeReads >= 3)
    await next.device.configure({ rev: Date.now(), section: 'auths', set: {} } as never)
    assert.deepEqual([lock.codeReads, lock.codeWrites, lock.scheduleWrites, lock.clockReads], [3, 0, 0, 1])
  })

  test('a gateway that ends after any write leaves nothing open, and finishes when it is started again', async (t) => {
    for (const ended of [1, 2, 3, 4]) {
      const folder = newFolder(t)
      const box = startBox(t, folder)
      await box.order({ 1: codeEntry(11112222, WEEKLY) })
      let writes = 0
      lock.onWrite = () => {
        writes += 1
        if (writes === ended) lock.faults.isMute = true
      }
      const changed = box.order({ 1: codeEntry(77778888, { fromDate: FROM, untilDate: UNTIL }) })
      await eventually('the write', () => writes >= ended || lock.held.get(1) === '77778888')
      await box.stop()
      await changed
      for (const [user] of lock.held) assert.ok(lock.schedules.has(user), `after ${ended} writes`)
      lock.heal()
      const next = startBox(t, folder)
      await next.order({})
      await eventually('the change', () => lock.held.get(1) === '77778888')
      await next.device.configure({ rev: Date.now(), section: 'auths', set: {} } as never)
      assert.deepEqual(
        [[...lock.held.keys()].sort(), ofUsers()],
        [
          [1, 10],
          [[DATES], [FOREIGN]],
        ],
      )
      await next.order({ 1: null })
      await next.stop()
    }
  })
})
