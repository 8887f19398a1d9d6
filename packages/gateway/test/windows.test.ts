import './virtual-time/install.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeEntry, keyOf, type Rig, startRig } from './rig.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Berlin (6.14). */
const BERLIN = 37
const MONDAY = 64
const onTheLock = ({ lock }: Rig) => [...lock.slots.values()].sort()

/** Sets the clock and lets the keeper do what is due. */
async function at(rig: Rig, instant: number) {
  rig.clock.setTo(instant)
  await rig.settled()
}

test('a code is on the lock from its first date to its last, and told as kept before', async (t) => {
  const rig = startRig(t)
  const start = rig.clock.now() + 3 * DAY_MS
  const { errors, values } = await rig.order({
    1: codeEntry(1234, { fromDate: start, untilDate: start + DAY_MS }),
  })
  assert.deepEqual([errors, values[1]?.at, onTheLock(rig)], [{}, 'kept', []])
  await at(rig, start - 1000)
  assert.deepEqual(onTheLock(rig), [])
  await at(rig, start + 1)
  assert.deepEqual(onTheLock(rig), ['1234'])
  await at(rig, start + DAY_MS + 1)
  assert.deepEqual([onTheLock(rig), rig.told.at(-1)?.[keyOf(1)]?.at], [[], 'kept'])
})

test('weekdays and minutes count in the zone of the lock, over a night in which the clocks change', async (t) => {
  const rig = startRig(t)
  rig.timeZone = BERLIN
  // Mondays from nine to five in Berlin: the last before and the first after the end of summer time 2028.
  await rig.order({ 1: codeEntry(1234, { weekDays: MONDAY, fromTime: 9 * 60, untilTime: 17 * 60 }) })
  for (const [instant, expected] of [
    ['2028-10-23T06:59:00Z', []],
    ['2028-10-23T07:00:01Z', ['1234']],
    ['2028-10-23T15:00:01Z', []],
    ['2028-10-30T07:30:00Z', []],
    ['2028-10-30T08:00:01Z', ['1234']],
    ['2028-10-30T15:59:00Z', ['1234']],
    ['2028-10-30T16:00:01Z', []],
  ] as const) {
    await at(rig, Date.parse(instant))
    assert.deepEqual(onTheLock(rig), expected, instant)
  }
})

test('a window that ends while the lock is away is told as still on the lock, and ends when it is back', async (t) => {
  const rig = startRig(t)
  const end = rig.clock.now() + DAY_MS
  await rig.order({ 1: codeEntry(1234, { untilDate: end }) })
  rig.hub.goDown()
  await at(rig, end + 1)
  assert.deepEqual([onTheLock(rig), rig.told.at(-1)?.[keyOf(1)]?.at], [['1234'], 'stuck'])
  rig.hub.comeUp()
  await rig.settled()
  assert.deepEqual([onTheLock(rig), rig.told.at(-1)?.[keyOf(1)]?.at], [[], 'kept'])
})

test('a window that ends before anybody noticed that the lock is away is told as still on the lock', async (t) => {
  const rig = startRig(t)
  const end = rig.clock.now() + DAY_MS
  await rig.order({ 1: codeEntry(1234, { untilDate: end }) })
  rig.lock.isOut = true
  await at(rig, end + 1)
  assert.deepEqual([onTheLock(rig), rig.told.at(-1)?.[keyOf(1)]?.at], [['1234'], 'stuck'])
  rig.lock.isOut = false
  await rig.settled()
  assert.deepEqual([onTheLock(rig), rig.told.at(-1)?.[keyOf(1)]?.at], [[], 'kept'])
})

test('a window that opens is not told as missing because an exchange got lost', async (t) => {
  const rig = startRig(t)
  const start = rig.clock.now() + DAY_MS
  await rig.order({ 1: codeEntry(1234, { fromDate: start }) })
  const before = rig.told.length
  rig.lock.isOut = true
  await at(rig, start + 1)
  assert.equal(rig.told.length, before)
  rig.lock.isOut = false
  await rig.settled()
  assert.deepEqual([onTheLock(rig), rig.told.length], [['1234'], before + 1])
})

test('who waits for a lock that is not there any more keeps nobody from hearing of its codes', async (t) => {
  const rig = startRig(t)
  const end = rig.clock.now() + DAY_MS
  await rig.order({
    1: codeEntry(1234, { untilDate: end }),
    2: codeEntry(5678, { untilDate: end + DAY_MS }),
  })
  rig.lock.isOut = true
  rig.hub.exchangeMs = 500
  rig.clock.setTo(end + 1)
  assert.equal(rig.told.at(-1)?.[keyOf(1)]?.at, undefined)
  rig.hub.goDown()
  assert.equal(rig.told.at(-1)?.[keyOf(1)]?.at, 'stuck')
  rig.clock.setTo(end + DAY_MS + 1)
  assert.equal(rig.told.at(-1)?.[keyOf(2)]?.at, 'stuck')
  assert.deepEqual(onTheLock(rig), ['1234', '5678'])
})

test('an edge that passes while the gateway is not running is caught up with at the next start', async (t) => {
  const rig = startRig(t)
  const edge = rig.clock.now() + DAY_MS
  await rig.order({ 1: codeEntry(1234, { untilDate: edge }), 2: codeEntry(5678, { fromDate: edge }) })
  assert.deepEqual(onTheLock(rig), ['1234'])
  rig.clock.setTo(edge - MINUTE_MS)
  const next = await rig.restart()
  await next.settled()
  await at(next, edge + 1)
  assert.deepEqual(onTheLock(next), ['5678'])
})

test('a lock that keeps windows itself is given them, and holds the code all the time', async (t) => {
  const rig = startRig(t)
  const capability = rig.lock.capability
  rig.lock.capability = { ...capability, windows: { dates: 'lock', weekly: 'lock', acrossMidnight: false } }
  rig.hub.comeUp()
  const later = rig.clock.now() + DAY_MS
  await rig.order({ 1: codeEntry(1234, { fromDate: later, weekDays: MONDAY }) })
  assert.deepEqual(onTheLock(rig), ['1234'])
  // It cannot keep one that goes past midnight; the gateway does.
  const isMondayNight = [1320, 360] as const
  await rig.order({
    2: codeEntry(5678, { weekDays: MONDAY, fromTime: isMondayNight[0], untilTime: isMondayNight[1] }),
  })
  await at(rig, Date.parse('2028-10-24T05:59:00Z'))
  assert.deepEqual(onTheLock(rig), ['1234', '5678'])
  await at(rig, Date.parse('2028-10-24T06:00:01Z'))
  assert.deepEqual(onTheLock(rig), ['1234'])
})
