import assert from 'node:assert/strict'
import { type Received, startReceiver, TO_RECEIVERS } from '../../../../test/webhook-receiver.ts'
import { apiTest, bothTest, createWorld, type World } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'

const callbacks = async (w: World) =>
  (await w.api.events.list()).data.events.filter(({ feature }) => feature === 'CALLBACK')

const calls = {
  Action: (w: World, smartlockId: number) =>
    w.api.smartlocks.actionAdvanced({ params: { smartlockId }, body: { action: 1 } }),
  LockAction: (w: World, smartlockId: number) => w.api.smartlocks.lockAdvanced({ params: { smartlockId } }),
  UnlockAction: (w: World, smartlockId: number) =>
    w.api.smartlocks.unlockAdvanced({ params: { smartlockId } }),
}

for (const [type, call] of Object.entries(calls)) {
  bothTest(`${type}, when the lock did it, ends in a callback with the request's id (7.4)`, async (w) => {
    const { smartlockId } = await w.simulated()
    const { data, operationId } = await call(w, smartlockId)
    await w.untilOperation(operationId, 'confirmed')
    const { data: operation } = await w.api.operations.get({ params: { operationId: operationId as string } })
    assert.equal(operation.requestId, data.requestId)
    const [event, ...more] = await callbacks(w)
    assert.deepEqual(more, [])
    assert.deepEqual(event?.payload, { type, requestId: data.requestId, smartlockId, success: true })
    const { data: found } = await w.api.operations.list({ query: { requestId: data.requestId } })
    assert.equal(found[0]?.operationId, operationId)
  })
}

apiTest('a plain action ends without a callback', async (w) => {
  const { smartlockId } = await w.simulated()
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  await w.untilOperation(operationId, 'confirmed')
  assert.deepEqual(await callbacks(w), [])
})

apiTest('an advanced action that the lock cannot take is refused and has no callback', async (w) => {
  const { smartlockId } = await w.lock()
  await w.refuses(calls.UnlockAction(w, smartlockId), 'smartlock_offline')
  assert.deepEqual(await callbacks(w), [])
})

apiTest(
  'an action without proof ends in one callback that is no success, also when proof comes later (8.4)',
  async (w) => {
    const clock = w.service.platform.clock as ManualClock
    const { smartlockId, device } = await w.played()
    const { data, operationId } = await calls.UnlockAction(w, smartlockId)
    await w.untilOperation(operationId, 'sent')
    await w.until('the time for a proof is over', async () => {
      clock.advance(1000)
      const { data: operation } = await w.api.operations.get({
        params: { operationId: operationId as string },
      })
      return operation.status === 'unknown'
    })
    await device.ack(await device.command(0), 'done', 0)
    await w.untilOperation(operationId, 'confirmed')
    const found = await callbacks(w)
    const payload = {
      type: 'UnlockAction',
      requestId: data.requestId,
      smartlockId,
      success: false,
      errorCode: 'ff',
    }
    assert.deepEqual(
      found.map((event) => event.payload),
      [payload],
    )
  },
  { clock: () => new ManualClock(Date.now()) },
)

apiTest(
  'a callback goes to every webhook of the calling key whatever its features, and to no other key (D94)',
  async (w, t) => {
    const own = await startReceiver(t)
    const other = await startReceiver(t)
    const body = (webhookUrl: string) => ({ webhookUrl, webhookFeatures: ['DEVICE_CONFIG' as const] })
    const stranger = await w.caller({ of: w.owner })
    const { data: webhook } = await w.api.webhooks.register({ body: body(own.url) })
    await stranger.api.webhooks.register({ body: body(other.url) })
    const { smartlockId } = await w.simulated()
    const { data } = await calls.LockAction(w, smartlockId)
    const isCallback = ({ payload }: Received) => payload.type === 'LockAction'
    const message = await w.until('the callback', async () => own.messages.find(isCallback))
    assert.equal(message.payload.requestId, data.requestId)
    const entry = await w.until('its log entry', async () => {
      const { data: log } = await w.api.webhooks.logOf({ params: { webhookId: webhook.id } })
      return log.find(({ requestId }) => requestId === data.requestId)
    })
    assert.equal(entry.eventId, message.id)
    assert.equal(other.messages.find(isCallback), undefined)
    const { data: unseen } = await stranger.api.events.list()
    assert.equal(
      unseen.events.find(({ feature }) => feature === 'CALLBACK'),
      undefined,
    )
  },
  { config: { outbound: TO_RECEIVERS } },
)

apiTest(
  'an advanced action that a restart interrupted still gets its callback',
  async (w, t) => {
    const { smartlockId } = await w.played()
    const { data, operationId } = await calls.UnlockAction(w, smartlockId)
    await w.untilOperation(operationId, 'sent')
    await w.service.stop()
    const again = await createWorld(t, w.storage.engine, { storage: w.storage })
    const stored = await again.until('the operation has ended', async () => {
      const rows = await again.db.selectFrom('event').selectAll().where('feature', '=', 'CALLBACK').execute()
      return rows[0]
    })
    const payload = JSON.parse(stored.payload) as { requestId: string; success: boolean; errorCode: string }
    assert.deepEqual([payload.requestId, payload.success, payload.errorCode], [data.requestId, false, 'ff'])
  },
  { own: 'restarts the service' },
)
