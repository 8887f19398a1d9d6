import assert from 'node:assert/strict'
import type { DeviceLogs } from '@latchwork/contract'
import { apiTest, type World } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'
import * as audit from '../../audit/service.ts'

const START = Date.UTC(2026, 5, 1, 12)

const logOf = async (w: World, smartlockId: number) =>
  (await w.api.smartlocks.logOf({ params: { smartlockId } })).data

const warnings = async (w: World, kind: string) => {
  const metric = await w.service.platform.metrics.securityWarnings.get()
  return metric.values.find((value) => value.labels.kind === kind)?.value ?? 0
}

const audited = async (w: World, action: string) =>
  (await w.api.audit.list()).data.filter((entry) => entry.action === action)

const moved = { at: START, kind: 'action', action: 1, trigger: 4, result: 0 }

apiTest(
  'a remote movement that nobody ordered is logged with an error, audited, counted and told',
  async (w) => {
    const { smartlockId, device } = await w.played()
    const other = await w.played()
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId: other.smartlockId } })
    await other.device.command(0)
    await w.emitted()
    await device.publish('event', { ...moved, seq: 1 })
    await device.publish('event', { ...moved, seq: 2, cmd: operationId })
    await device.publish('event', { ...moved, seq: 3, cmd: 'f'.repeat(24) })
    await w.until('three log entries', async () => (await logOf(w, smartlockId)).length === 3)
    for (const entry of await logOf(w, smartlockId)) assert.match(entry.error ?? '', /did not give/)
    assert.equal(await warnings(w, 'rogueAction'), 3)
    assert.deepEqual(await w.emitted(), ['DEVICE_LOGS', 'DEVICE_LOGS', 'DEVICE_LOGS'])
    const { data: events } = await w.api.events.list({ query: { limit: 100 } })
    const told = events.events.findLast(({ feature }) => feature === 'DEVICE_LOGS')?.payload as DeviceLogs
    assert.match(told.smartlockLog.error ?? '', /did not give/, 'receivers see what is wrong with it')
    const [newest, ...older] = await audited(w, 'smartlock.rogueAction')
    assert.equal(older.length, 2)
    assert.deepEqual(
      [newest?.subject, newest?.name, newest?.accountId],
      [String(smartlockId), 'unknown', undefined],
    )
    assert.equal(newest?.detail?.logId, (await logOf(w, smartlockId))[0]?.id)
    assert.deepEqual((await audit.verify(w.service.contextFor(0))).problems, [])
    assert.equal((await w.api.operations.get({ params: { operationId: operationId! } })).data.status, 'sent')
  },
)

apiTest('a movement by an order that had been given up as not run is called late', async (w) => {
  const { smartlockId, device } = await w.played()
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  await device.command(0)
  await w.untilOperation(operationId, 'sent')
  await w.db
    .updateTable('operation')
    .set({ status: 'expired' })
    .where('id', '=', operationId as string)
    .execute()
  await device.publish('event', { ...moved, seq: 1, cmd: operationId })
  await w.until('the log entry', async () => (await logOf(w, smartlockId)).length === 1)
  assert.match((await logOf(w, smartlockId))[0]?.error ?? '', /too late/)
  assert.equal(await warnings(w, 'lateAction'), 1)
  assert.equal((await audited(w, 'smartlock.lateAction')).length, 1)
})

apiTest('movements by hand, by keypad, refused ones, and those of our orders raise no warning', async (w) => {
  const { smartlockId, simulator } = await w.simulated()
  const params = { smartlockId }
  const { operationId } = await w.api.smartlocks.unlock({ params })
  await w.untilOperation(operationId, 'confirmed')
  simulator.turnByHand('lock')
  simulator.showFinger(true)
  simulator.setNightMode(true)
  const refused = await w.api.smartlocks.action({ params, body: { action: 3 } })
  await w.untilOperation(refused.operationId, 'failed')
  await w.until('all log entries', async () => (await logOf(w, smartlockId)).length === 4)
  assert.ok((await logOf(w, smartlockId)).every(({ error }) => error === undefined))
  assert.equal(await warnings(w, 'rogueAction'), 0)
  assert.deepEqual(await audited(w, 'smartlock.rogueAction'), [])
})

apiTest(
  'a lock shows when it was last heard of, and is stale after a day of silence',
  async (w) => {
    const silent = await w.lock()
    const { smartlockId, device } = await w.played()
    const lock = async (id = smartlockId) =>
      (await w.api.smartlocks.get({ params: { smartlockId: id } })).data
    assert.equal((await lock(silent.smartlockId)).lastSeenDate, undefined)
    assert.deepEqual(
      [(await lock()).lastSeenDate, (await lock()).stale],
      ['2026-06-01T12:00:00.000Z', undefined],
    )
    ;(w.service.platform.clock as ManualClock).advance(86_400_001)
    assert.equal((await lock()).stale, true)
    assert.equal((await lock(silent.smartlockId)).stale, undefined)
    await device.publish('event', { ...moved, trigger: 1, seq: 1 })
    await w.until('heard again', async () => (await lock()).stale === undefined)
    assert.equal((await lock()).lastSeenDate, '2026-06-02T12:00:00.001Z')
  },
  { clock: () => new ManualClock(START) },
)
