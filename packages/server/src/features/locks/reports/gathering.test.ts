import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { recordStatements } from '../../../../test/statements.ts'
import { createWorld } from '../../../../test/world.ts'
import type { DeviceReport } from '../../../devices/driver.ts'
import { createDeviceDoor } from './device.ts'
import { createGathering } from './gathering.ts'

const online = { kind: 'online' } as DeviceReport
const resultOf = (commandId: string) => ({ kind: 'commandResult', commandId }) as DeviceReport

const idAt = (ms: number, of = 0) => ms.toString(16).padStart(12, '0') + of.toString(16).padStart(12, '0')
const [ACCOUNT, OTHERS] = [1, 2]

function createPlace() {
  const clock = { now: 0 }
  const gathering = createGathering({ now: () => clock.now }, () => clock.now)
  const note = (report: DeviceReport, count = 1, accountId = ACCOUNT) =>
    gathering.note(report, accountId, count)
  /** From here on everything is stored. */
  const store = (batch: readonly DeviceReport[], takenAt: number, storedAt: number) => {
    clock.now = takenAt
    gathering.taken(true)
    const stored = gathering.storing(batch)
    clock.now = storedAt
    stored()
  }
  return { clock, gathering, note, store }
}

function herdOf(count: number) {
  const place = createPlace()
  for (let i = 1; i <= count; i++) place.note(online, i)
  return place
}

test('reports, when few locks come back, wait for nothing', () => {
  assert.equal(herdOf(49).gathering.more(49), undefined)
})

test('reports of many locks that come back at once wait for more of them, until the herd is through', async () => {
  const { gathering, clock } = herdOf(50)
  assert.notEqual(gathering.more(50), undefined)
  await gathering.more(50)
  clock.now = 500
  assert.equal(gathering.more(50), undefined)
})

test('an answer that somebody waits for ends the wait, and nothing waits before it is applied', async (t) => {
  // Only the answer can end it.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { gathering, note } = herdOf(50)
  const more = gathering.more(50)
  note(resultOf('c'), 51)
  await more
  assert.equal(gathering.more(51), undefined)
  gathering.taken(true)
  assert.notEqual(gathering.more(1), undefined)
})

/** The answer to a first call: its batch began at 1000 and was stored at 1002. */
function afterAnswer() {
  const place = createPlace()
  const first = idAt(998)
  place.gathering.asked(first, ACCOUNT)
  place.note(resultOf(first))
  place.store([resultOf(first)], 1000, 1002)
  const answer = (id: string, count = 1, accountId = ACCOUNT) => {
    place.gathering.asked(id, accountId)
    place.note(resultOf(id), count, accountId)
  }
  place.clock.now = 1004
  return { ...place, first, answer }
}

test('the answer to a call that was made after the last one was stored waits for nothing', () => {
  const { gathering, answer } = afterAnswer()
  answer(idAt(1002))
  assert.equal(gathering.more(1), undefined)
})

test('the answer to a call that did not wait for the last one waits for more, until twenty milliseconds after that', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { gathering, answer } = afterAnswer()
  answer(idAt(1001))
  let isOver = false
  const more = gathering.more(1)?.then(() => {
    isOver = true
  })
  // Neither another answer nor a moment ends it.
  answer(idAt(1003), 2)
  t.mock.timers.tick(15)
  await nextTurn()
  assert.equal(isOver, false)
  t.mock.timers.tick(1)
  await more
})

test('the answer to somebody else waits for nothing, and what waits goes with it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { gathering, answer } = afterAnswer()
  answer(idAt(1001))
  const more = gathering.more(1)
  answer(idAt(1001, 1), 2, OTHERS)
  await more
  assert.equal(gathering.more(2), undefined)
})

test('whoever waits for every answer never waits longer, whatever locks say besides', () => {
  const { gathering, store, clock, note, first, answer } = afterAnswer()
  const event = { kind: 'event', event: { commandId: first } } as DeviceReport
  for (const said of [online, event, resultOf(first), resultOf(idAt(1)), resultOf('-1'), resultOf('')]) {
    note(said)
    store([said], clock.now + 1, clock.now + 2)
    const call = idAt(clock.now)
    note(online)
    store([online], clock.now + 1, clock.now + 2)
    answer(call)
    assert.equal(gathering.more(1), undefined, JSON.stringify(said))
    store([resultOf(call)], clock.now + 1, clock.now + 2)
  }
})

test('nothing waits while calls press on, when the last batch was long ago or there is enough for the next', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { clock, gathering, note, answer } = afterAnswer()
  answer(idAt(1001))
  assert.equal(gathering.more(40), undefined)
  const more = gathering.more(39)
  note(online, 40)
  await more
  clock.now = 1020
  assert.equal(gathering.more(1), undefined)
})

test('what is left of a batch does not wait again', () => {
  const { gathering, answer } = afterAnswer()
  answer(idAt(1001))
  gathering.taken(false)
  assert.equal(gathering.more(30), undefined)
})

test('calls that wait for each other again are answered at once, a tenth of a second later', () => {
  const { clock, gathering, store, answer } = afterAnswer()
  answer(idAt(1001))
  store([resultOf(idAt(1001))], 1100, 1101)
  answer(idAt(1101))
  assert.notEqual(gathering.more(1), undefined)
  store([resultOf(idAt(1101))], 1103, 1104)
  clock.now = 1105
  answer(idAt(1104))
  assert.equal(gathering.more(1), undefined)
})

async function createDoor(t: TestContext) {
  const w = await createWorld(t, 'sqlite', { alone: 'counts what the whole process asks of its databases' })
  const [one, other] = [await w.lock(), await w.lock()]
  await w.service.quiet()
  const door = createDeviceDoor(w.service.platform, w.db, { keysWithin: async () => [] })
  // However slow the machine is: no time passes but what the timers are told.
  const frozen = performance.now()
  t.mock.method(performance, 'now', () => frozen)
  const statements = recordStatements(t)
  const holds = () => statements.work().filter((sql) => /from "smartlock" where "device_id"/.test(sql))
  return { w, one, other, door, holds }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

test('what comes a moment later, while many locks come back, is applied with the rest', async (t) => {
  const { w, one, other, door, holds } = await createDoor(t)
  const say = ({ deviceId }: { deviceId: string }) => {
    const said = {
      deviceId,
      sessionId: 'a',
      epoch: 'b',
      username: 'u',
      isLegacy: false,
      minor: 3,
      oldestEvent: 1,
    }
    door.receive({ kind: 'online', ...said, at: 0, retained: false }, w.owner.accountId)
  }
  // The wait ends when the test says so.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (let i = 0; i < 50; i++) say(one)
  await turns(10)
  say(other)
  t.mock.timers.tick(5)
  t.mock.timers.reset()
  await door.idle()
  assert.equal(holds().length, 1, holds().join('\n'))
})

test('answers to calls that come without a pause are applied together', async (t) => {
  const { w, one, other, door, holds } = await createDoor(t)
  const { clock, ids } = w.service.platform
  const ask = () => {
    const commandId = ids.timeOrdered()
    door.asked(commandId, w.owner.accountId)
    return commandId
  }
  const answer = ({ deviceId }: { deviceId: string }, commandId: string) => {
    const said = { deviceId, sessionId: 'a', commandId, outcome: { status: 'neverCame', text: '' } as const }
    door.receive({ kind: 'commandResult', ...said }, w.owner.accountId)
  }
  const [first, second, third] = [ask(), ask(), ask()]
  const made = clock.now()
  t.mock.method(clock, 'now', () => made + 5)
  answer(one, first)
  await door.idle()
  assert.equal(holds().length, 1)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  answer(one, second)
  await turns(10)
  answer(other, third)
  t.mock.timers.tick(20)
  t.mock.timers.reset()
  await door.idle()
  assert.equal(holds().length, 2, holds().join('\n'))
})
