import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { upTopic } from '@latchwork/contract/device'
import { connectDevice } from '../../../../test/ldp-device.ts'
import { apiTest, type World } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'

const START = Date.UTC(2026, 5, 1, 12)
const manual = { clock: () => new ManualClock(START) }

/** Moves the service's clock and lets everything that waits for it happen. */
async function pass(w: World, ms: number): Promise<void> {
  ;(w.service.platform.clock as ManualClock).advance(ms)
  await w.service.settle()
}

const operation = async (w: World, operationId: string | undefined) =>
  (await w.api.operations.get({ params: { operationId: operationId as string } })).data

apiTest(
  'a lock that never answers: the action becomes unknown, is never sent again, and the lock is free again',
  async (w) => {
    const { smartlockId, device } = await w.played()
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await device.command(0)
    await w.untilOperation(operationId, 'sent')
    await pass(w, 29_000)
    assert.equal((await operation(w, operationId)).status, 'sent')
    await pass(w, 2000)
    assert.partialDeepStrictEqual(await operation(w, operationId), { status: 'unknown', errorCode: 'ff' })
    await pass(w, 60_000)
    assert.equal(device.commands.length, 1)
    assert.equal((await w.api.smartlocks.get({ params: { smartlockId } })).data.operationId, undefined)
    await w.api.smartlocks.lock({ params: { smartlockId } })
    assert.equal((await device.command(1)).action, 2)
  },
  manual,
)

apiTest(
  'a late proof still moves an unknown action to confirmed',
  async (w) => {
    const { smartlockId, device } = await w.played()
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    const command = await device.command(0)
    await w.untilOperation(operationId, 'sent')
    await pass(w, 31_000)
    assert.equal((await operation(w, operationId)).status, 'unknown')
    await device.ack(command, 'done', 0)
    await w.untilOperation(operationId, 'confirmed')
  },
  manual,
)

apiTest(
  'a lock that reconnects within the time to live never gets an order of its earlier connection',
  async (w) => {
    const { device, ...lock } = await w.played()
    const { smartlockId } = lock
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await device.command(0)
    await device.drop()
    await w.untilOperation(operationId, 'unknown')
    const again = await w.connect(lock)
    await w.service.settle()
    assert.deepEqual(again.commands, [])
    assert.equal((await operation(w, operationId)).status, 'unknown')
  },
)

/** An unlock that a crash left between acceptance and hand-over: stored and not sent. */
async function waitingOrder(w: World, columns: { session_id?: string } = {}) {
  const { device, smartlockId } = await w.played()
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  await device.command(0)
  await w.untilOperation(operationId, 'sent')
  await w.db
    .updateTable('operation')
    .set({ status: 'queued', ...columns })
    .where('id', '=', operationId as string)
    .execute()
  return { device, operationId }
}

apiTest('an order that was accepted for an earlier connection and not yet sent dies unsent', async (w) => {
  const { device, operationId } = await waitingOrder(w, { session_id: '0'.repeat(32) })
  await w.service.settle()
  await w.untilOperation(operationId, 'expired')
  assert.equal(device.commands.length, 1)
})

apiTest('an order that waits to be sent leaves once, however often the dispatcher looks', async (w) => {
  const { device, operationId } = await waitingOrder(w)
  for (let looks = 0; looks < 3; looks++) await w.service.settle()
  await device.command(1)
  await w.untilOperation(operationId, 'sent')
  assert.equal(device.commands.length, 2)
})

apiTest('duplicate delivery of a command moves the motor once', async (w) => {
  const { smartlockId, simulator } = await w.simulated()
  const published: { deviceId: string; topic: string; payload: string }[] = []
  const { bus } = w.service
  const original = bus.publishLive.bind(bus)
  bus.publishLive = async (deviceId, topic, payload, options) => {
    published.push({ deviceId, topic, payload })
    await original(deviceId, topic, payload, options)
    return original(deviceId, topic, payload, options)
  }
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  await w.untilOperation(operationId, 'confirmed')
  await w.until('the second copy was answered', async () => published.length > 0)
  await w.service.settle()
  assert.equal(simulator.snapshot().motorStarts, 1)
  const { data } = await w.api.smartlocks.logOf({ params: { smartlockId } })
  assert.equal(data.length, 1)
})

apiTest('forged, replayed and wrongly signed messages of a device are dropped and counted', async (w) => {
  const { device, ...lock } = await w.played()
  const dropped = async (reason: string) => {
    const metric = await w.service.platform.metrics.droppedMessages.get()
    return metric.values.find((value) => value.labels.reason === reason)?.value ?? 0
  }
  const state = {
    seq: 1,
    at: Date.now(),
    mode: 2,
    lock: 1,
    trigger: 0,
    lastAction: 0,
    door: 2,
    battery: { pct: 50, critical: false, charging: false },
    nightMode: false,
  }
  await device.publishRaw(
    upTopic(lock.deviceId, 'state'),
    device.sign('state', { ...state, lock: 3 }, 'another secret'),
  )
  await w.until('bad signature counted', async () => (await dropped('badSignature')) === 1)
  await device.publishRaw(upTopic(lock.deviceId, 'state'), JSON.stringify(state))
  await w.until('missing signature counted', async () => (await dropped('badSignature')) === 2)
  await device.publishRaw(upTopic(lock.deviceId, 'event'), 'not json at all')
  await device.publish('event', { seq: 1, at: 1, kind: 'no such kind', action: 1, trigger: 1, result: 0 })
  await w.until('bad shape counted', async () => (await dropped('badShape')) === 1)
  assert.equal(
    (await w.api.smartlocks.get({ params: { smartlockId: lock.smartlockId } })).data.state.state,
    255,
  )
  await device.publish('state', { ...state, seq: 5 })
  await device.publish('state', { ...state, seq: 4, lock: 3 })
  await device.publish('event', { seq: 2, at: Date.now(), kind: 'action', action: 2, trigger: 1, result: 0 })
  await device.publish('event', { seq: 2, at: Date.now(), kind: 'action', action: 1, trigger: 1, result: 0 })
  await w.until(
    'the event is logged',
    async () =>
      (await w.api.smartlocks.logOf({ params: { smartlockId: lock.smartlockId } })).data.length === 1,
  )
  await w.service.settle()
  const { data } = await w.api.smartlocks.get({ params: { smartlockId: lock.smartlockId } })
  assert.equal(data.state?.state, 1, 'an older state does not win')
  assert.equal(
    (await w.api.smartlocks.logOf({ params: { smartlockId: lock.smartlockId } })).data[0]?.action,
    2,
  )
})

apiTest(
  'an order that got lost is asked for: the lock is free again at once, and a copy that comes later moves nothing',
  async (w) => {
    const { smartlockId, simulator } = await w.simulated()
    const { bus } = w.service
    const publish = bus.publishLive.bind(bus)
    const lost: Parameters<typeof publish>[] = []
    bus.publishLive = async (...message) => {
      if (!message[1].endsWith('/cmd')) return publish(...message)
      lost.push(message)
      return 'sent'
    }
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await w.untilOperation(operationId, 'sent')
    await pass(w, 1000)
    assert.equal((await operation(w, operationId)).status, 'sent', 'it may still be moving')
    await pass(w, 1000)
    await w.untilOperation(operationId, 'expired')
    bus.publishLive = publish
    for (const message of lost) await publish(...message)
    const next = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await w.untilOperation(next.operationId, 'confirmed')
    assert.equal(lost.length, 1)
    assert.equal(simulator.snapshot().motorStarts, 1)
    assert.equal((await operation(w, operationId)).status, 'expired')
  },
  manual,
)

apiTest(
  'an order whose answers got lost is asked for, and confirmed without moving again',
  async (w) => {
    const { smartlockId, device } = await w.played({ minor: 4 })
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    const command = await device.command(0)
    await w.untilOperation(operationId, 'sent')
    await pass(w, 2000)
    assert.partialDeepStrictEqual(await device.question(0), { id: command.id, ctr: command.ctr })
    for (let i = 0; i < 5; i++) await pass(w, 1000)
    await device.question(2)
    await device.ack(command, 'done', 0)
    await w.untilOperation(operationId, 'confirmed')
    assert.equal(device.questions.length, 3, 'nobody is asked for ever')
    assert.equal(device.commands.length, 1)
  },
  manual,
)

apiTest("an answer to another lock's command is not believed", async (w) => {
  const mine = await w.played()
  const other = await w.played()
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId: mine.smartlockId } })
  const command = await mine.device.command(0)
  await other.device.ack(command, 'done', 0)
  await other.device.publish('event', {
    seq: 1,
    at: Date.now(),
    kind: 'action',
    action: 1,
    trigger: 4,
    result: 0,
    cmd: command.id,
  })
  await w.until(
    'applied',
    async () =>
      (await w.api.smartlocks.logOf({ params: { smartlockId: other.smartlockId } })).data.length === 1,
  )
  assert.equal((await operation(w, operationId)).status, 'sent')
})

apiTest("a device cannot publish on another's topics or read its commands", async (w) => {
  const { device } = await w.played()
  const victim = await w.played()
  assert.equal(await device.subscribe(`ldp/1/${victim.deviceId}/down/cmd`), 128)
  assert.equal(await device.publishRaw(upTopic(victim.deviceId, 'presence'), 'x'), 'closed')
  const refusals = await w.service.platform.metrics.brokerRefusals.get()
  assert.deepEqual(Object.fromEntries(refusals.values.map((v) => [v.labels.kind, v.value])), {
    subscribe: 1,
    publish: 1,
  })
  assert.equal(
    (await w.api.smartlocks.get({ params: { smartlockId: victim.smartlockId } })).data.serverState,
    0,
  )
})

apiTest(
  'wrong credentials are refused and shown as serverState 3; good ones bring it back to 0',
  async (w) => {
    const lock = await w.lock()
    const connect = (secret: string) =>
      connectDevice({ url: w.service.bus.url, deviceId: lock.deviceId, username: lock.username, secret })
    await assert.rejects(connect(randomBytes(32).toString('base64url')))
    await w.until(
      'auth invalid',
      async () =>
        (await w.api.smartlocks.get({ params: { smartlockId: lock.smartlockId } })).data.serverState === 3,
    )
    await w.connect(lock)
    assert.equal(
      (await w.api.smartlocks.get({ params: { smartlockId: lock.smartlockId } })).data.serverState,
      0,
    )
  },
)

apiTest('rotated credentials: the old ones end at once, or after the grace', async (w) => {
  const { device, ...lock } = await w.played()
  const params = { smartlockId: lock.smartlockId }
  const { api: keeper } = await w.session()
  const graceful = (await keeper.smartlocks.rotateCredentials({ params, body: { graceMinutes: 10 } })).data
  const { operationId } = await w.api.smartlocks.unlock({ params })
  await device.ack(await device.command(0), 'done', 0)
  await w.untilOperation(operationId, 'confirmed')
  const renewed = await w.connect({ ...lock, ...graceful })
  const next = await w.api.smartlocks.lock({ params })
  await renewed.ack(await renewed.command(0), 'done', 0)
  await w.untilOperation(next.operationId, 'confirmed')
  await keeper.smartlocks.rotateCredentials({ params })
  await w.until('the old connection is ended', async () => !renewed.isConnected)
  await w.until(
    'and the lock is offline',
    async () => (await w.api.smartlocks.get({ params })).data.serverState === 4,
  )
  await assert.rejects(connectDevice({ url: w.service.bus.url, deviceId: lock.deviceId, ...graceful }))
})

apiTest('an old copy of a presence does not bring an ended connection back', async (w) => {
  const { device, ...lock } = await w.played()
  const presence = { online: true, sess: device.session, at: 1, proto: 1, fw: '1', epoch: '0'.repeat(16) }
  const announced = device.sign('presence', { ...presence, key: lock.username, oldest: 1 })
  await device.drop()
  const params = { smartlockId: lock.smartlockId }
  const serverState = async () => (await w.api.smartlocks.get({ params })).data.serverState
  await w.until('offline', async () => (await serverState()) === 4)
  const again = await connectDevice({ url: w.service.bus.url, ...lock, announce: false })
  await again.publishRaw(upTopic(lock.deviceId, 'presence'), announced)
  await again.publish('event', { seq: 1, at: 1, kind: 'action', action: 1, trigger: 1, result: 0 })
  await w.until('the message after it is applied', async () => {
    const { data } = await w.api.smartlocks.logOf({ params })
    return data.length === 1
  })
  assert.equal(await serverState(), 4)
  await again.end()
})

apiTest(
  'a device that left without a goodbye is found out by the next order, which surely did not run',
  async (w) => {
    const { device, smartlockId } = await w.played()
    await device.end()
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await w.untilOperation(operationId, 'expired')
    assert.equal((await w.api.smartlocks.get({ params: { smartlockId } })).data.serverState, 4)
    await w.refuses(w.api.smartlocks.unlock({ params: { smartlockId } }), 'smartlock_offline')
  },
)
