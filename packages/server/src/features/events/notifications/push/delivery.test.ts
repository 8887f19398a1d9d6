import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { TEST_CA_FILE } from '../../../../../test/certificates.ts'
import { forbid } from '../../../../../test/forbidden-writes.ts'
import { clockOf, untilInTime } from '../../../../../test/manual-time.ts'
import { startApns, startFcm } from '../../../../../test/push-services.ts'
import { ENGINES } from '../../../../../test/tier.ts'
import { startReceiver, TO_RECEIVERS } from '../../../../../test/webhook-receiver.ts'
import { apiTest, createWorld, type World } from '../../../../../test/world.ts'
import { ManualClock } from '../../../../platform/clock.ts'
import type { Engine } from '../../../../platform/store/database.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const options = { config: { outbound: TO_RECEIVERS }, clock: () => new ManualClock(START) }
const subscribe = async (w: World, pushId: string, os: 0 | 1 | 2 = 2) => {
  const settings = [{ triggerEvents: ['smartlock' as const] }]
  const { data } = await w.api.notifications.create({ body: { pushId, os, language: 'it', settings } })
  const params = { notificationId: data.notificationId }
  return { ...data, params, now: async () => (await w.api.notifications.get({ params })).data }
}

const waiting = (w: World) => w.db.selectFrom('notification_delivery').selectAll().execute()

apiTest(
  'a receiver that fails ten times makes the notification failed; an update brings it back (8.9, D89)',
  async (w, t) => {
    const receiver = await startReceiver(t, (_message, response) => response.writeHead(500).end())
    const notification = await subscribe(w, receiver.url)
    await w.lock({ name: 'Shed' })
    for (let attempt = 1; attempt <= 9; attempt++) {
      const due = await untilInTime(w, `attempt ${attempt} is stored`, async () => {
        const [row] = await waiting(w)
        return row?.attempts === attempt && row
      })
      assert.equal((await notification.now()).status, 0, 'still trying')
      clockOf(w).advance(due.next_at - clockOf(w).now())
    }
    await untilInTime(w, 'failed', async () => (await notification.now()).status === 2)
    assert.equal((await notification.now()).error, 'The receiver answered 500.')
    assert.equal(receiver.messages.length, 10)
    assert.equal(new Set(receiver.messages.map(({ id, body }) => id + body)).size, 1, 'ten times the same')
    assert.deepEqual(await waiting(w), [])
    await w.lock({ name: 'Barn' })
    await untilInTime(w, 'one more try', async () => receiver.messages.length === 11)
    await untilInTime(w, 'and no more', async () => (await waiting(w)).length === 0)
    const good = await startReceiver(t)
    const { data: changed } = await w.api.notifications.update({
      params: notification.params,
      body: { pushId: good.url },
    })
    assert.deepEqual([changed.status, changed.error], [0, undefined])
    await w.lock({ name: 'Attic' })
    await untilInTime(w, 'active', async () => (await notification.now()).status === 1)
    assert.match(good.messages[0]?.body ?? '', /Attic: è stata aggiunta/)
    assert.ok((await notification.now()).lastActiveDate)
  },
  options,
)

apiTest(
  'a receiver that is failed and answers again is active again by itself (8.9)',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const notification = await subscribe(w, receiver.url)
    await w.db.updateTable('notification').set({ status: 2, error: 'The receiver answered 500.' }).execute()
    await w.lock()
    await untilInTime(w, 'active', async () => (await notification.now()).status === 1)
    assert.equal((await notification.now()).error, undefined)
  },
  options,
)

apiTest(
  'a receiver that answers 410 is failed at once and gets nothing more until it is changed (D89)',
  async (w, t) => {
    const receiver = await startReceiver(t, (_message, response) => response.writeHead(410).end())
    const notification = await subscribe(w, receiver.url)
    await w.lock()
    await untilInTime(w, 'failed', async () => (await notification.now()).status === 2)
    const witness = await startReceiver(t)
    await subscribe(w, witness.url)
    await w.lock()
    await untilInTime(w, 'the other one is told', async () => witness.messages.length === 1)
    assert.equal(receiver.messages.length, 1)
  },
  options,
)

apiTest(
  'what waits for a receiver goes to the one that takes its place',
  async (w, t) => {
    const bad = await startReceiver(t, (_message, response) => response.writeHead(503).end())
    const notification = await subscribe(w, bad.url)
    await w.lock({ name: 'Shed' })
    await untilInTime(w, 'put off', async () => (await waiting(w))[0]?.attempts === 1)
    const good = await startReceiver(t)
    await w.api.notifications.update({ params: notification.params, body: { pushId: good.url } })
    await untilInTime(w, 'delivered', async () => good.messages.length === 1)
    assert.equal(good.messages[0]?.id, bad.messages[0]?.id)
  },
  options,
)

const engineTest = (name: string, run: (t: TestContext, engine: Engine) => Promise<void>) => {
  for (const engine of ENGINES) test(`${name} [${engine}]`, (t) => run(t, engine))
}

engineTest('Android: a push is paid with a token of the service account and arrives', async (t, engine) => {
  const fcm = await startFcm(t)
  const config = { fcm, outbound: { caFile: TEST_CA_FILE } }
  const w = await createWorld(t, engine, { ...options, config })
  const notification = await subscribe(w, 'phone-1', 0)
  assert.equal(notification.status, 0)
  const { smartlockId } = await w.lock({ name: 'Shed' })
  await untilInTime(w, 'active', async () => (await notification.now()).status === 1)
  const [{ message } = assert.fail('nothing came')] = fcm.messages
  assert.deepEqual(message.notification, { title: 'Shed', body: 'è stata aggiunta' })
  assert.deepEqual([message.token, message.android.priority], ['phone-1', 'HIGH'])
  const { date, ...data } = message.data
  assert.ok(date)
  assert.deepEqual(data, {
    notificationId: notification.notificationId,
    event: 'smartlock',
    smartlockId: String(smartlockId),
  })
  await w.lock({ name: 'Barn' })
  await untilInTime(w, 'the second', async () => fcm.messages.length === 2)
  assert.equal(fcm.tokens(), 1, 'the token is used again')
  fcm.expireTokens()
  await w.lock({ name: 'Attic' })
  await untilInTime(w, 'put off', async () => (await waiting(w))[0]?.attempts === 1)
  clockOf(w).advance(10_000)
  await untilInTime(w, 'the third', async () => fcm.messages.length === 3)
  assert.equal(fcm.tokens(), 2, 'one that is refused is exchanged')
  assert.deepEqual(fcm.problems, [])
})

engineTest('Android: a push id that Firebase does not know is failed with the reason', async (t, engine) => {
  const fcm = await startFcm(t)
  fcm.answer = () => ({
    status: 404,
    body: {
      error: {
        status: 'NOT_FOUND',
        details: [
          { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' },
        ],
      },
    },
  })
  const w = await createWorld(t, engine, { ...options, config: { fcm, outbound: { caFile: TEST_CA_FILE } } })
  const notification = await subscribe(w, 'phone-1', 0)
  await w.lock()
  await untilInTime(w, 'failed', async () => (await notification.now()).status === 2)
  assert.equal((await notification.now()).error, 'Firebase does not know this push id (UNREGISTERED).')
  assert.deepEqual(await waiting(w), [])
})

engineTest(
  'Android: a 404 that is not about the push id, as for a project that is none, costs no receiver',
  async (t, engine) => {
    const fcm = await startFcm(t)
    const answers: object[] = [
      { error: { status: 'NOT_FOUND', message: 'Requested entity was not found.' } },
      {},
    ]
    fcm.answer = () => ({ status: 404, body: answers.shift() ?? {} })
    const config = { fcm, outbound: { caFile: TEST_CA_FILE } }
    const w = await createWorld(t, engine, { ...options, config })
    const notification = await subscribe(w, 'phone-1', 0)
    await w.lock()
    await untilInTime(w, 'put off', async () => (await waiting(w))[0]?.attempts === 1)
    fcm.answer = () => ({ status: 200, body: {} })
    await untilInTime(w, 'delivered', async () => {
      clockOf(w).advance(10_000)
      return (await waiting(w)).length === 0
    })
    assert.equal((await notification.now()).status, 1)
  },
)

apiTest(
  'a notification whose message cannot be made is put off like one that was not taken',
  async (w, t) => {
    const receiver = await startReceiver(t)
    await subscribe(w, receiver.url)
    await w.db.updateTable('notification').set({ secret_sealed: 'nobody can open this' }).execute()
    await w.lock()
    await untilInTime(w, 'put off', async () => {
      const [row] = await waiting(w)
      return row?.attempts === 1 && row.next_at > clockOf(w).now()
    })
    const { status } = await w.db.selectFrom('notification').select('status').executeTakeFirstOrThrow()
    assert.equal(status, 0, 'still trying')
  },
  options,
)

apiTest(
  'a receiver, when what came of a message cannot be stored, is not told the same again and again at once',
  async (w, t) => {
    const receiver = await startReceiver(t)
    await subscribe(w, receiver.url)
    const allow = await forbid(w.db, 'notification_delivery', 'update', 'delete')
    await w.lock()
    await w.until('told', async () => receiver.messages.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 500))
    assert.equal(receiver.messages.length, 1)
    await allow()
    clockOf(w).advance(61_000)
    await untilInTime(w, 'told once more, and stored', async () => (await waiting(w)).length === 0)
    assert.equal(receiver.messages.length, 2)
  },
  options,
)

engineTest(
  'iOS: pushes go signed over one HTTP/2 connection; an unknown device is failed',
  async (t, engine) => {
    const apns = await startApns(t)
    const { url, keyFile } = apns
    const settings = { url, keyFile, keyId: 'ABC123DEFG', teamId: 'DEF123GHIJ', topic: 'com.example.locks' }
    const config = { apns: settings, outbound: { caFile: TEST_CA_FILE } }
    const w = await createWorld(t, engine, { ...options, config })
    const notification = await subscribe(w, 'a'.repeat(64), 1)
    await w.lock({ name: 'Shed' })
    await w.lock({ name: 'Barn' })
    await untilInTime(w, 'both', async () => apns.messages.length === 2)
    await untilInTime(w, 'active', async () => (await notification.now()).status === 1)
    const [push] = apns.messages
    assert.equal(push?.token, 'a'.repeat(64))
    assert.deepEqual(push?.payload.aps, {
      alert: { title: 'Shed', body: 'è stata aggiunta' },
      sound: 'default',
    })
    assert.equal(push?.payload.event, 'smartlock')
    assert.deepEqual(
      [push?.headers['apns-topic'], push?.headers['apns-push-type'], push?.headers['apns-priority']],
      ['com.example.locks', 'alert', '10'],
    )
    assert.equal(apns.sessions(), 1)
    apns.answer = () => ({ status: 400, body: { reason: 'BadDeviceToken' } })
    await w.lock({ name: 'Attic' })
    await untilInTime(w, 'failed', async () => (await notification.now()).status === 2)
    assert.equal((await notification.now()).error, 'Apple does not know this push id (BadDeviceToken).')
    assert.deepEqual(apns.problems, [])
  },
)
