import './virtual-time/install.ts'
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { offsetMs } from '@latchwork/access-window'
import { CAPABILITY, FakeLock, TIMED_WINDOWS, TIMER } from './fake-family.ts'
import { codeEntry, keyOf, type Rig, startRig } from './rig.ts'

const DAY_MS = 86_400_000
/** Berlin (6.14). */
const BERLIN = 37
const MONDAY = 64
const onTheLock = ({ lock }: Rig) => [...lock.slots.values()].sort()
/** The next whole minute, so many days from now. */
const inDays = (rig: Rig, days: number) => Math.ceil((rig.clock.now() + days * DAY_MS) / 60_000) * 60_000
const WEEKLY = { weekDays: MONDAY, fromTime: 9 * 60, untilTime: 17 * 60 }

/** A lock with a timer, whose clock shows the time of Berlin, off by so much. */
async function startTimed(t: TestContext, { offMs = 0, isSilent = false } = {}): Promise<Rig> {
  const lock = new FakeLock()
  lock.timer = TIMER
  lock.capability = { ...CAPABILITY, windows: TIMED_WINDOWS }
  if (!isSilent) lock.shown = () => rig.clock.now() + offsetMs('Europe/Berlin', rig.clock.now()) + offMs
  const rig = startRig(t, lock)
  rig.timeZone = BERLIN
  await rig.settled()
  return rig
}

async function at(rig: Rig, instant: number) {
  rig.clock.setTo(instant)
  await rig.settled()
}

test('a lock whose clock is right keeps weekdays or dates itself, and of a right with both the weekdays', async (t) => {
  const rig = await startTimed(t)
  const [fromDate, untilDate] = [inDays(rig, 3), inDays(rig, 5)]
  await rig.order({
    1: codeEntry(1111, WEEKLY),
    2: codeEntry(2222, { fromDate, untilDate }),
    3: codeEntry(3333, { ...WEEKLY, untilDate }),
    4: codeEntry(4444, { ...WEEKLY, fromDate }),
  })
  const zone = 'Europe/Berlin'
  assert.deepEqual(onTheLock(rig), ['1111', '2222', '3333'])
  assert.deepEqual(
    [...rig.lock.windows.values()],
    [
      { ...WEEKLY, zone },
      { fromDate, untilDate, zone },
      { ...WEEKLY, zone },
    ],
  )
  assert.deepEqual(rig.timer.capability()?.windows, TIMED_WINDOWS)
  await at(rig, fromDate + 1)
  assert.deepEqual(onTheLock(rig), ['1111', '2222', '3333', '4444'])
  await at(rig, untilDate + 1)
  assert.deepEqual(onTheLock(rig), ['1111', '2222', '4444'], 'what ends for good is taken off by the gateway')
})

test('what a lock cannot hold exactly is the gateway’s: whole days, seconds, nights, dates beside a clock change', async (t) => {
  const rig = await startTimed(t)
  const second = inDays(rig, 2) + 1000
  const jump = Date.parse('2028-10-29T01:30:00Z')
  await rig.order({
    1: codeEntry(1111, { weekDays: MONDAY }),
    2: codeEntry(2222, { fromDate: second }),
    3: codeEntry(3333, { fromTime: 22 * 60, untilTime: 6 * 60 }),
    4: codeEntry(4444, { untilDate: jump }),
  })
  assert.deepEqual([...rig.lock.windows], [])
})

test('a lock whose clock is wrong, or does not show, is not trusted with windows', async (t) => {
  for (const ms of [90_000, -3_600_000]) {
    const rig = await startTimed(t, { offMs: ms })
    await rig.order({ 1: codeEntry(1111, { fromDate: inDays(rig, 3) }) })
    assert.deepEqual([onTheLock(rig), rig.timer.capability()?.windows.dates], [[], 'gateway'])
  }
  const silent = await startTimed(t, { isSilent: true })
  await silent.order({ 1: codeEntry(1111, { fromDate: inDays(silent, 3) }) })
  assert.deepEqual(onTheLock(silent), [])
})

test('a lock that does not go along with a change of the clocks loses its windows to the gateway at once', async (t) => {
  const rig = await startTimed(t)
  // Mondays from nine to five in Berlin, on the Sunday on which summer time ends.
  await at(rig, Date.parse('2028-10-28T12:00:00Z'))
  await rig.order({ 1: codeEntry(1111, WEEKLY) })
  assert.deepEqual(onTheLock(rig), ['1111'])
  rig.lock.shown = () => rig.clock.now() + 2 * 3_600_000
  await at(rig, Date.parse('2028-10-29T00:59:00Z'))
  assert.deepEqual(onTheLock(rig), ['1111'])
  await at(rig, Date.parse('2028-10-29T01:01:00Z'))
  assert.deepEqual([onTheLock(rig), [...rig.lock.windows]], [[], []])
  await at(rig, Date.parse('2028-10-30T08:00:01Z'))
  assert.deepEqual([onTheLock(rig), [...rig.lock.windows]], [['1111'], []])
  // Somebody sets its clock; that is seen a day later, and the windows are the lock's again.
  rig.lock.shown = () => rig.clock.now() + 3_600_000
  await at(rig, Date.parse('2028-10-31T12:00:00Z'))
  assert.deepEqual([onTheLock(rig), rig.lock.windows.size], [['1111'], 1])
})

test('a lock that goes along with a change of the clocks is looked at, and nothing is written', async (t) => {
  const rig = await startTimed(t)
  await at(rig, Date.parse('2028-10-28T12:00:00Z'))
  await rig.order({ 1: codeEntry(1111, WEEKLY) })
  const { writes, clockReads } = rig.lock
  await at(rig, Date.parse('2028-10-29T01:01:00Z'))
  assert.deepEqual([rig.lock.writes, rig.lock.clockReads], [writes, clockReads + 1])
  await at(rig, Date.parse('2028-10-30T02:00:00Z'))
  assert.deepEqual([rig.lock.writes, rig.lock.clockReads], [writes, clockReads + 2])
})

test('a lock that says yes to a window and forgets it is not asked again; the gateway keeps it, also after a restart', async (t) => {
  const rig = await startTimed(t)
  rig.lock.dropsWindows = true
  const untilDate = inDays(rig, 3)
  const { errors } = await rig.order({ 1: codeEntry(1111, { untilDate }) })
  assert.deepEqual([errors, onTheLock(rig), rig.lock.writes], [{}, ['1111'], 2])
  assert.equal(rig.timer.capability()?.windows.dates, 'gateway')
  const next = await rig.restart()
  await next.settled()
  assert.equal(next.lock.writes, 2)
  await at(next, untilDate + 1)
  assert.deepEqual(onTheLock(next), [])
})

test('a code that opens outside of its hours takes the windows away from the lock', async (t) => {
  const rig = await startTimed(t)
  await rig.order({ 1: codeEntry(1111, { fromDate: inDays(rig, 3) }), 2: codeEntry(2222) })
  const [slot] = rig.lock.windows.keys()
  rig.hub.sink.happened('fake:1', { what: 'unlocked', by: 'keypad', slot: 2 })
  await rig.settled()
  assert.deepEqual(onTheLock(rig), ['1111', '2222'])
  rig.hub.sink.happened('fake:1', { what: 'unlocked', by: 'keypad', slot: slot ?? 0 })
  await rig.settled()
  assert.deepEqual([onTheLock(rig), rig.told.at(-1)?.[keyOf(1)]?.at], [['2222'], 'kept'])
})

test('a restart with windows on the lock writes nothing, and reads each code once and the clock', async (t) => {
  const rig = await startTimed(t)
  const rights = [1, 2, 3].map((n) => [n, codeEntry(1110 + n, { fromDate: inDays(rig, n) })] as const)
  await rig.order(Object.fromEntries(rights))
  const { writes, reads, clockReads } = rig.lock
  const next = await rig.restart()
  await next.settled()
  assert.deepEqual(
    [next.lock.writes, next.lock.reads, next.lock.clockReads],
    [writes, reads + rights.length, clockReads + 1],
  )
})

test('a code that shows without its window is not proven by that, and written three times at most', async (t) => {
  const rig = await startTimed(t)
  rig.lock.isMute = true
  await rig.order({ 1: codeEntry(1111, { fromDate: inDays(rig, 3) }) })
  assert.deepEqual([rig.lock.writes, rig.page.slots.get(1)?.held], [3, undefined])
})
