import assert from 'node:assert/strict'
import { clockOf } from '../../test/manual-time.ts'
import { startReceiver, TO_RECEIVERS } from '../../test/webhook-receiver.ts'
import { apiTest, createWorld, type World } from '../../test/world.ts'
import { ManualClock } from '../platform/clock.ts'
import { retention } from './retention.ts'

const START = Date.UTC(2026, 5, 10, 12)
const DAY_MS = 86_400_000
const manual = { clock: () => new ManualClock(START) }

const clean = (w: World) =>
  retention({ logDays: 365, operationDays: 30, eventDays: 7 }).run(w.service.contextFor(0), undefined)

const operationIds = async (w: World) =>
  (await w.db.selectFrom('operation').select('id').orderBy('id').execute()).map(({ id }) => id)

apiTest(
  'operations: what still waits for a lock is kept, however old; how it ended can be asked for 30 more days (D26)',
  async (w) => {
    const { device, ...lock } = await w.played()
    const params = { smartlockId: lock.smartlockId }
    const done = await w.api.smartlocks.unlock({ params })
    await device.ack(await device.command(0), 'done', 0)
    await w.untilOperation(done.operationId, 'confirmed')
    await device.drop()
    await w.until('offline', async () => (await w.api.smartlocks.get({ params })).data.serverState === 4)
    const { operationId: waiting } = await w.api.smartlocks.setConfig({ params, body: { ledBrightness: 2 } })
    assert.deepEqual(await operationIds(w), [done.operationId, waiting])

    clockOf(w).advance(100 * DAY_MS)
    await clean(w)
    assert.deepEqual(await operationIds(w), [waiting], 'the ended one is gone, the open one is not')
    await w.untilOperation(waiting, 'queued')

    const now = clockOf(w).now()
    await w.db.updateTable('operation').set({ status: 'confirmed', updated_at: now }).execute()
    clockOf(w).advance(29 * DAY_MS)
    await clean(w)
    assert.deepEqual(await operationIds(w), [waiting])
    clockOf(w).advance(2 * DAY_MS)
    await clean(w)
    assert.deepEqual(await operationIds(w), [])
  },
  manual,
)

apiTest(
  'ids ascend over a restart although the clock was set back meanwhile, so that no cursor misses anything (D18, D93)',
  async (w, t) => {
    const { smartlockId } = await w.lock()
    const params = { smartlockId }
    await w.api.smartlocks.update({ params, body: { name: 'Before' } })
    const { data: before } = await w.api.events.list({ query: { limit: 100 } })
    await w.stop()
    const later = await createWorld(t, w.storage.engine, {
      storage: w.storage,
      clock: () => new ManualClock(START - 2 * DAY_MS),
    })
    await later.api.smartlocks.update({ params, body: { name: 'After' } })
    const { data: after } = await later.api.events.list({ query: { after: before.next } })
    assert.deepEqual(
      after.events.map(({ feature }) => feature),
      ['DEVICE_MASTERDATA'],
    )
    assert.ok(later.service.platform.ids.timeOrdered() > after.next)
  },
  manual,
)

apiTest(
  'what a receiver of a webhook answered is forgotten when the event is past its time, its entry stays (D189)',
  async (w, t) => {
    const receiver = await startReceiver(t, (_message, response) => response.end('taken'))
    const body = { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_MASTERDATA' as const] }
    const { id } = (await w.api.webhooks.register({ body })).data
    await w.api.webhooks.test({ params: { id } })
    const log = async () => (await w.api.webhooks.logOf({ params: { webhookId: id } })).data
    clockOf(w).advance(6 * DAY_MS)
    await clean(w)
    assert.equal((await log())[0]?.answer?.body, 'taken')
    clockOf(w).advance(2 * DAY_MS)
    await clean(w)
    assert.deepEqual(
      (await log()).map(({ responseStatus, answer }) => [responseStatus, answer]),
      [[200, undefined]],
    )
  },
  { ...manual, config: { outbound: TO_RECEIVERS } },
)
