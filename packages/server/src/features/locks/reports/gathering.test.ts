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

const idAt = (ms: number) => ms.toString(16).padStart(12, '0').padEnd(24, '0')

function createPlace() {
  const clock = { now: 0 }
  return { clock, gathering: createGathering({ now: () => clock.now }, () => clock.now) }
}

function herdOf(count: number) {
  const { clock, gathering } = createPlace()
  for (let i = 1; i <= count; i++) gathering.note(online, i)
  return { gathering, clock }
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
  const { gathering } = herdOf(50)
  const more = gathering.more(50)
  gathering.note(resultOf('c'), 51)
  await more
  assert.equal(gathering.more(51), undefined)
  gathering.taken(true)
  assert.notEqual(gathering.more(1), undefined)
})

/** A batch that began at 1000 and was stored at 1002. */
function afterBatch() {
  const { clock, gathering } = createPlace()
  clock.now = 1000
  gathering.taken(true)
  clock.now = 1002
  gathering.stored()
  return { clock, gathering }
}

test('the answer to a call that was made after the last ones were stored waits for nothing', () => {
  const { clock, gathering } = afterBatch()
  clock.now = 1004
  gathering.note(resultOf(idAt(1002)), 1)
  assert.equal(gathering.more(1), undefined)
})

test('the answer to a call that did not wait for the last ones waits for more, until twenty milliseconds after those', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { clock, gathering } = afterBatch()
  clock.now = 1004
  gathering.note(resultOf(idAt(1001)), 1)
  let isOver = false
  const more = gathering.more(1)?.then(() => {
    isOver = true
  })
  // Neither another answer nor a moment ends it.
  gathering.note(resultOf(idAt(1003)), 2)
  t.mock.timers.tick(15)
  await nextTurn()
  assert.equal(isOver, false)
  t.mock.timers.tick(1)
  await more
})

test('nothing waits while calls press, when the last batch was long ago or there is enough for the next', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { clock, gathering } = afterBatch()
  clock.now = 1004
  gathering.note(resultOf(idAt(1001)), 1)
  assert.equal(gathering.more(40), undefined)
  const more = gathering.more(39)
  gathering.note(online, 40)
  await more
  clock.now = 1020
  assert.equal(gathering.more(1), undefined)
})

test('calls that wait for each other again are answered at once, a tenth of a second later', () => {
  const { clock, gathering } = afterBatch()
  gathering.note(resultOf(idAt(1001)), 1)
  clock.now = 1101
  gathering.taken(true)
  assert.notEqual(gathering.more(1), undefined)
  clock.now = 1102
  assert.equal(gathering.more(1), undefined)
})

async function createDoor(t: TestContext) {
  const w = await createWorld(t, 'sqlite')
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
  const answer = ({ deviceId }: { deviceId: string }) => {
    const said = {
      deviceId,
      sessionId: 'a',
      commandId: idAt(1),
      outcome: { status: 'neverCame', text: '' } as const,
    }
    door.receive({ kind: 'commandResult', ...said }, w.owner.accountId)
  }
  answer(one)
  await door.idle()
  assert.equal(holds().length, 1)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  answer(one)
  await turns(10)
  answer(other)
  t.mock.timers.tick(20)
  t.mock.timers.reset()
  await door.idle()
  assert.equal(holds().length, 2, holds().join('\n'))
})
