import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { LockCore } from '../../../simulator/src/nuki/lock-core.ts'
import { turningSpec } from '../../../simulator/test/specs.ts'
import { nukiHubFamilyWith } from '../../src/families/nuki/hub-family.ts'
import type { SlotEntry } from '../../src/family.ts'
import { systemClock } from '../../src/system-clock.ts'
import { RecordingSink, realTools } from '../recording-sink.ts'
import { aMoment, UNLOCK } from './bench.ts'
import { hubBroker, LIST_MS, QUARANTINE_MS, startHubLock, typeCode } from './hub-partner.ts'
import { freePort, KEY, NUKI_ID, startNukiLock } from './partner.ts'

const MONDAY_AND_SUNDAY = 65
const within = (ms = 9000) => AbortSignal.timeout(ms)
const entry = (digits: string, more: Partial<SlotEntry> = {}): SlotEntry => ({ digits, name: 'Ida', ...more })

async function startHubBench(t: TestContext, options: Parameters<typeof startHubLock>[1] = {}) {
  const port = await freePort()
  const sink = new RecordingSink()
  const tools = realTools()
  const family = nukiHubFamilyWith({ quarantineMs: QUARANTINE_MS, listMs: LIST_MS })(hubBroker(port), tools)
  const end = new AbortController()
  family.open(sink, end.signal)
  t.after(() => end.abort())
  await sink.until(() => sink.hub.includes('up'))
  const partner = await startHubLock(port, { movementMs: 50, ...options })
  t.after(() => partner.face.stop())
  await sink.until(
    () => sink.presences.get(KEY) === true && sink.locks.get(KEY)?.capability.codes !== undefined,
  )
  const act = (action: number, ms = 9000) =>
    family.act(KEY, { action, deadline: Date.now() + ms }, within(ms))
  return { ...partner, family, sink, log: tools.lines, port, act }
}

test('a code with its window is given to the lock whole, and proven by the list that comes after it', async (t) => {
  const { family, keypad } = await startHubBench(t)
  const window = {
    fromDate: Date.UTC(2026, 6, 1, 12, 0),
    untilDate: Date.UTC(2026, 6, 8, 9, 30),
    weekDays: MONDAY_AND_SUNDAY,
    fromTime: 8 * 60,
    untilTime: 17 * 60 + 5,
    zone: 'Europe/Berlin',
  }
  const answer = await family.write(
    KEY,
    7,
    entry('345678', { name: 'Änne Müller-Lüdenscheidt', window }),
    within(),
  )
  assert.deepEqual(answer, { answer: 'proven', by: 'occupied' })
  const [held] = keypad.entries.values()
  assert.deepEqual(
    [held?.name, held?.code, held?.timeLimited, held?.allowedFrom, held?.allowedUntil],
    ['Änne Müller-L #L7', 345678, 1, '2026-07-01 12:00:00', '2026-07-08 09:30:00'],
  )
  assert.deepEqual(
    [held?.allowedWeekdays, held?.allowedFromTime, held?.allowedUntilTime],
    [['mon', 'sun'], '08:00', '17:05'],
  )
  // A change says everything again: what is left out would stay.
  assert.equal((await family.write(KEY, 7, entry('345679'), within())).answer, 'proven')
  assert.deepEqual(
    [...keypad.entries.values()].map(({ code, timeLimited }) => [code, timeLimited]),
    [[345679, 0]],
  )
  assert.deepEqual(await family.erase(KEY, 7, within()), { answer: 'proven' })
  assert.equal(keypad.entries.size, 0)
})

test('a lock whose clock shows the time of its place is told dates in that time', async (t) => {
  const { family, keypad, face, sink } = await startHubBench(t)
  const local = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  await face.say('lock/json', JSON.stringify({ currentTime: local }))
  await face.say('lock/retry', '1')
  await sink.until(() => sink.locks.get(KEY)?.capability.mayRepeat === true)
  const window = { fromDate: Date.UTC(2026, 6, 1, 12, 0), zone: 'Asia/Kolkata' }
  assert.equal((await family.write(KEY, 1, entry('345678', { window }), within())).answer, 'proven')
  assert.equal([...keypad.entries.values()][0]?.allowedFrom, '2026-07-01 17:30:00')
  // A clock that is neither: the gateway keeps the dates.
  await face.say('lock/json', JSON.stringify({ currentTime: '2019-01-01 00:00:00' }))
  await sink.until(() => sink.locks.get(KEY)?.capability.windows.dates === 'gateway')
})

test('a hub that may not change codes, or not move the lock, is told as not capable', async (t) => {
  const { family, keypad, face, act, core } = await startHubBench(t)
  keypad.manners.keypadControl = false
  assert.deepEqual(await family.write(KEY, 1, entry('345678'), within()), {
    answer: 'refused',
    why: 'notCapable',
  })
  face.mayAct = false
  assert.deepEqual(await act(UNLOCK), { answer: 'refused', why: 'notCapable' })
  assert.equal(core.motorStarts, 0)
})

test('a code beyond what the list of the hub has room for is not told as proven', async (t) => {
  const { family, keypad } = await startHubBench(t)
  keypad.manners.mostListed = 2
  for (const slot of [1, 2]) {
    const answer = await family.write(KEY, slot, entry(`34567${slot}`), within())
    assert.equal(answer.answer, 'proven')
  }
  assert.deepEqual(await family.write(KEY, 3, entry('345673'), within()), { answer: 'unproven' })
})

test('two entries with the tag of one place are not both ours, and a code of somebody else has a place of its own', async (t) => {
  const { family, keypad } = await startHubBench(t)
  assert.equal((await family.write(KEY, 1, entry('345671'), within())).answer, 'proven')
  keypad.put('345672', 'Copy #L1')
  keypad.put('345673', 'Cleaner')
  const sight = await family.look(KEY, 'slots', within())
  assert.deepEqual(sight.seen && sight.slots.map(({ slot }) => slot), [1, 258, 259])
  assert.equal((await family.erase(KEY, 1, within())).answer, 'proven')
  assert.deepEqual(
    [...keypad.entries.values()].map(({ name }) => name),
    ['Copy #L1', 'Cleaner'],
  )
})

test('the log of the lock tells whose code it was, and of codes that did not open', async (t) => {
  const bench = await startHubBench(t)
  const { family, sink, keypad } = bench
  assert.equal((await family.write(KEY, 5, entry('345678'), within())).answer, 'proven')
  typeCode(bench, '345678')
  typeCode(bench, '999999')
  keypad.put('345673', 'Cleaner')
  await sink.until(
    () => sink.happenings.filter(({ what }) => what === 'unlocked' || what === 'denied').length === 2,
  )
  assert.deepEqual(
    sink.happenings
      .filter(({ number }) => number !== undefined)
      .map(({ what, by, slot }) => [what, by, slot]),
    [
      ['denied', 'keypad', undefined],
      ['unlocked', 'keypad', 5],
    ],
  )
  assert.equal(sink.locks.get(KEY)?.capability.events.denied, true)
})

test('a lock that speaks by itself and through a hub is one door, and an order goes one of the two ways', async (t) => {
  const { face, core, sink, act, port, family } = await startHubBench(t)
  const { face: itself } = await startNukiLock(port, { core })
  t.after(() => itself.stop())
  await sink.until(() => sink.locks.get(KEY)?.model?.includes('4th') === true)
  assert.equal(sink.locks.size, 1)
  // Past its quarantine it is the lock itself that is told.
  for (;;) {
    const answer = await act(UNLOCK)
    assert.equal(answer.answer, 'proven')
    if (itself.received.length > 0) break
    core.turnByHand('lock')
    await aMoment()
  }
  const byHub = face.received.filter((word) => word.startsWith('lock/action'))
  assert.deepEqual(itself.received, ['lockAction 1'])
  assert.equal(core.motorStarts, byHub.length + 1)
  assert.equal((await family.write(KEY, 1, entry('345678'), within())).answer, 'proven')
  await itself.stop()
  assert.equal(sink.presences.get(KEY), true, 'the hub is still there')
  core.turnByHand('lock')
  await aMoment()
  assert.equal((await act(UNLOCK)).answer, 'proven')
  assert.deepEqual(itself.received, ['lockAction 1'])
})

test('whatever a hub says, the family goes on, and no code is in its log', async (t) => {
  const { face, sink, act, family, log } = await startHubBench(t)
  const nonsense = [
    '',
    '[',
    'null',
    '[null,1,{}]',
    '{"nukiID":{}}',
    '{"index":-1,"action":"__proto__"}',
    '\u0000',
    'x'.repeat(60_000),
  ]
  const code = JSON.stringify([
    { codeId: 1e9, code: 345678, name: 5 },
    { codeId: 3, code: 345678, name: 'x'.repeat(500) },
  ])
  const leaves = ['lock/state', 'lock/keypad/json', 'lock/rollingLog', 'lock/json', 'lock/battery/basicJson']
  for (const leaf of [
    ...leaves,
    'lock/configuration/basicJson',
    'lock/doorSensorState',
    'constructor',
    'lock/retry',
  ])
    for (const payload of [...nonsense, code]) await face.say(leaf, payload)
  face.tellCodes()
  assert.equal((await family.write(KEY, 1, entry('345678'), within())).answer, 'proven')
  assert.equal((await act(UNLOCK)).answer, 'proven')
  assert.equal(sink.presences.get(KEY), true)
  assert.ok(!log.join().includes('345678'))
})

test('a hub that says it stands beside the lock of another is not believed, and is told none of its codes', async (t) => {
  const port = await freePort()
  const sink = new RecordingSink()
  const tools = realTools()
  const hub = hubBroker(port)
  const rogueLogin = { username: 'rogue', password: 'a password of its own' }
  const family = nukiHubFamilyWith({ quarantineMs: QUARANTINE_MS, listMs: LIST_MS })(
    { ...hub, logins: { ...hub.logins, [rogueLogin.username]: rogueLogin.password } },
    tools,
  )
  const end = new AbortController()
  family.open(sink, end.signal)
  t.after(() => end.abort())
  await sink.until(() => sink.hub.includes('up'))
  const core = new LockCore({ ...turningSpec(4), deviceId: '0A0B0C0D' }, systemClock, 50)
  const rogue = await startHubLock(port, { ...rogueLogin, root: 'rogue', core })
  t.after(() => rogue.face.stop())
  await sink.until(() => sink.presences.get('nuki:0A0B0C0D') === true)
  const own = await startHubLock(port, { movementMs: 50 })
  t.after(() => own.face.stop())
  await sink.until(
    () => sink.presences.get(KEY) === true && sink.locks.get(KEY)?.capability.codes !== undefined,
  )
  await rogue.face.say('lock/configuration/basicJson', JSON.stringify({ nukiID: NUKI_ID, hasKeypad: 1 }))
  await rogue.face.say('lock/state', 'unlocked')
  await rogue.face.say('lock/rollingLog', JSON.stringify({ index: 7, action: 'Unlock', trigger: 'code' }))
  await rogue.face.say('lock/availability', 'offline')
  assert.equal((await family.write(KEY, 1, entry('345678'), within())).answer, 'proven')
  assert.deepEqual([own.keypad.entries.size, rogue.keypad.entries.size], [1, 0])
  assert.ok(tools.lines.some((line) => line.includes('two hubs')))
  assert.equal(sink.shown(KEY).at(-1)?.bolt, 'locked')
  assert.deepEqual(
    sink.happenings.filter(({ lock, what }) => lock === KEY && what === 'unlocked'),
    [],
  )
  assert.equal(sink.presences.get(KEY), true)
})

test('how a hub is set up is told as far as it shows', async (t) => {
  const { family, keypad, face, act, sink } = await startHubBench(t)
  const results = () =>
    Object.fromEntries((sink.locks.get(KEY)?.checks ?? []).map(({ check, result }) => [check, result]))
  await sink.until(() => results().version === 'ok')
  assert.deepEqual(results(), {
    version: 'ok',
    rights: 'unknown',
    codeRights: 'unknown',
    codesHidden: 'unknown',
    listRoom: 'unknown',
    noRetries: 'unknown',
  })
  assert.equal((await act(UNLOCK)).answer, 'proven')
  assert.equal((await family.write(KEY, 1, entry('345678'), within())).answer, 'proven')
  const { rights, codeRights, codesHidden } = results()
  assert.deepEqual([rights, codeRights, codesHidden], ['ok', 'ok', 'ok'])
  keypad.manners.publishesCodes = true
  keypad.manners.keypadControl = false
  face.mayAct = false
  face.tellCodes()
  await family.write(KEY, 2, entry('345679'), within())
  await act(UNLOCK)
  await face.say('lock/retry', '1')
  await face.say('info/nukiHubVersion', '7.2')
  await sink.until(() => results().version === 'wrong')
  const { listRoom: _, ...after } = results()
  assert.deepEqual([...new Set(Object.values(after))], ['wrong'])
})
