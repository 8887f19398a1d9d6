import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UpAuths } from '@latchwork/contract/device'
import { accessOrders, codeEntry, keyOf } from '../test/access.ts'
import { startRig } from '../test/rig.ts'
import { turningSpec } from '../test/specs.ts'
import { until } from '../test/until.ts'

const [A, B, C] = [keyOf(1), keyOf(2), keyOf(3)] as const
/** Where the rig's clock stands: Tuesday, 23:13:20 in Berlin. */
const MONDAY = 64
const TUESDAY = 32
const clockTime = (hour: number, minute = 0) => hour * 60 + minute

type Rig = Awaited<ReturnType<typeof startRig>>

/** Lets somebody come to the door, and tells how the lock logged it. */
async function attempt({ service, lock }: Rig, come: (lock: Rig['lock']) => void) {
  const [before, moved] = [service.all('event').length, lock.snapshot().motorStarts]
  come(lock)
  await service.hearsEvents(before + 1)
  const { trigger, source, result, authId, name } = service.all('event').at(-1) ?? {}
  return { trigger, source, result, authId, name, opened: lock.snapshot().motorStarts > moved }
}

/** Types a code, at a door that is locked. */
const type = (rig: Rig, code: number) =>
  attempt(rig, (lock) => {
    if (lock.snapshot().state !== 1) lock.turnByHand('lock')
    lock.typeCode(String(code))
  })

test('a code that is allowed opens, and the log names it: trigger 255, source 1, number and name', async (t) => {
  const rig = await startRig(t)
  await accessOrders(rig.service)({ [A]: codeEntry(482_913, { name: 'Ida' }) })
  const success = { trigger: 255, source: 1, result: 0, authId: 1, name: 'Ida', opened: true }
  assert.deepEqual(await type(rig, 482_913), success)
})

test('a code that is not known, disabled, or not allowed now opens nothing and is logged as 224', async (t) => {
  const rig = await startRig(t)
  const now = rig.clock.now()
  const cases: [what: string, window: Parameters<typeof codeEntry>[1]][] = [
    ['disabled', { enabled: false }],
    ['not yet valid', { fromDate: now + 1 }],
    ['expired', { untilDate: now }],
    ['another weekday', { weekDays: MONDAY }],
    ['another time of day', { untilTime: clockTime(23, 13) }],
  ]
  const order = accessOrders(rig.service)
  for (const [what, window] of cases) {
    await order({ [A]: codeEntry(482_913, { ...window, name: what }) })
    const refusal = { trigger: 255, source: 1, result: 224, authId: 1, name: what, opened: false }
    assert.deepEqual(await type(rig, 482_913), refusal, what)
  }
  const unknown = { trigger: 255, source: 1, result: 224, authId: undefined, name: undefined, opened: false }
  assert.deepEqual(await type(rig, 482_914), unknown)
})

test('a keypad goes by the clock and the zone of its lock, also where they are wrong', async (t) => {
  const rig = await startRig(t)
  const order = accessOrders(rig.service)
  // It is 23:13:20 in Berlin; the window opens with the next minute.
  await order({ [A]: codeEntry(482_913, { weekDays: TUESDAY, fromTime: clockTime(23, 14) }) })
  assert.equal((await type(rig, 482_913)).opened, false)
  rig.lock.clock.set(40_000, 0)
  assert.equal((await type(rig, 482_913)).opened, true)
  rig.lock.clock.set(0, 0)
  await rig.service.request('desired', { section: 'config', rev: 1, set: { timezoneId: 29 } })
  await until('Tokyo', () => rig.lock.spec.config.timezoneId === 29)
  await order({ [A]: codeEntry(482_913, { weekDays: TUESDAY }) })
  assert.equal((await type(rig, 482_913)).opened, false, 'in Tokyo it is Wednesday')
})

test('of two rights with the same code the one that is allowed now counts', async (t) => {
  const rig = await startRig(t)
  const soon = rig.clock.now() + 1000
  await accessOrders(rig.service)({
    [A]: codeEntry(482_913, { name: 'Ida', untilDate: soon }),
    [B]: codeEntry(482_913, { name: 'Ben', fromDate: soon }),
  })
  assert.equal((await type(rig, 482_913)).name, 'Ida')
  rig.clock.advance(1000)
  assert.equal((await type(rig, 482_913)).name, 'Ben')
})

test('fobs and fingers are known by the number of their right, and work while it is allowed', async (t) => {
  const rig = await startRig(t, {
    spec: turningSpec(4, {}, { fobPaired: true, fobAction1: 1, keypad2Paired: true }),
  })
  const order = accessOrders(rig.service)
  const fob = { type: 2, name: 'Fob', enabled: true, remote: false } as const
  await order({ [A]: fob, [B]: codeEntry(482_913, { name: 'Ida' }) })
  const locked = () => rig.lock.turnByHand('lock')
  const pressed = () => attempt(rig, (lock) => lock.pressFob(1, 1))
  const shown = () => attempt(rig, (lock) => lock.showFinger(true, 2))
  const who = { authId: 1, name: 'Fob' }
  assert.deepEqual(await pressed(), { trigger: 7, source: undefined, result: 0, ...who, opened: true })
  locked()
  const finger = { trigger: 255, source: 2, authId: 2, name: 'Ida' }
  assert.deepEqual(await shown(), { ...finger, result: 0, opened: true })
  locked()
  await order({ [A]: { ...fob, enabled: false }, [B]: codeEntry(482_913, { name: 'Ida', weekDays: MONDAY }) })
  assert.deepEqual(await pressed(), { trigger: 7, source: undefined, result: 9, ...who, opened: false })
  assert.deepEqual(await shown(), { ...finger, result: 225, opened: false })
})

test('access rights survive a lost connection and a loss of power; events and numbers of states do not', async (t) => {
  const rig = await startRig(t)
  const { service, lock } = rig
  const { values } = await accessOrders(service)({ [A]: codeEntry(482_913, { name: 'Ida' }) })
  lock.loseConnection()
  await lock.reconnect()
  await until('the list', () => service.all('auths').length === 2)
  lock.turnByHand('unlock')
  await lock.reboot()
  await until('the list after the reboot', () => service.all('auths').length === 3)
  for (const { entries } of service.all('auths').slice(1)) assert.deepEqual(entries, values)
  const epochs = new Set(service.all('presence').map(({ epoch }) => epoch))
  assert.equal(epochs.size, 2)
  assert.equal(lock.snapshot().state, 3, 'the bolt stays where it is')
  assert.partialDeepStrictEqual(await type(rig, 482_913), { authId: 1, name: 'Ida', opened: true })
})

test('a lock that is rebooted stays offline if it was, and gets a new connection where nothing passed any more', async (t) => {
  const { service, lock } = await startRig(t)
  await lock.goOffline()
  await lock.reboot()
  assert.equal(lock.snapshot().connected, false)
  await lock.goOnline()
  await service.hearsPresence(3)
  await lock.goSilent()
  await lock.reboot()
  assert.equal(lock.connection, 'online')
  await until('the new connection', () => service.all('presence').at(-1)?.online === true)
  assert.equal(new Set(service.all('presence').map(({ sess }) => sess)).size, 3)
})

/** Whether the page speaks for the key, by what the protocol says about its ends. */
const speaksFor = ({ after, upTo }: UpAuths, key: string) =>
  (after === undefined || key > after) && (upTo === undefined || key <= upTo)

test('the list comes in pages that fit into messages, speak for every key once, and are sent on connect and on sync', async (t) => {
  const { service } = await startRig(t)
  const order = accessOrders(service)
  const keys = Array.from({ length: 200 }, (_, i) => keyOf(0xabc000 + i * 7))
  for (let start = 0; start < 200; start += 50)
    await order(
      Object.fromEntries(
        keys
          .slice(start, start + 50)
          .map((key, i) => [key, { type: 0, name: `Guest ${start + i}`, enabled: true, remote: true }]),
      ),
    )
  const before = service.all('auths').length
  await service.request('sync', { id: 'sync-1' })
  await service.hearsAck('sync-1', 'done 0')
  const pages = service.all('auths').slice(before)
  assert.equal(pages.length, 2)
  assert.deepEqual(
    pages.flatMap(({ entries }) => Object.keys(entries)),
    keys,
  )
  for (const key of [...keys, keyOf(0), keyOf(0xabc001), 'f'.repeat(24)])
    assert.equal(pages.filter((page) => speaksFor(page, key)).length, 1, key)
  for (const page of pages) for (const key of Object.keys(page.entries)) assert.ok(speaksFor(page, key), key)
})

test('a lock that masks its codes tells that it holds them, and nothing to compare', async (t) => {
  const { service, lock } = await startRig(t)
  lock.faults.maskCodes = true
  const { values } = await accessOrders(service)({ [A]: codeEntry(482_913) })
  assert.deepEqual(values, { [A]: { n: 1 } })
  assert.equal(lock.access()[0]?.code, '******')
})

test('a lock whose access rights were reset at the device says so with its next list', async (t) => {
  const { service, lock } = await startRig(t)
  await accessOrders(service)({ [A]: codeEntry(482_913), [C]: codeEntry(555_555) })
  lock.forgetAccess()
  await service.request('sync', { id: 'sync-1' })
  await service.hearsAck('sync-1', 'done 0')
  const { sig: _sig, sess: _sess, ...page } = service.all('auths').at(-1) ?? {}
  assert.deepEqual(page, { entries: {} })
})
