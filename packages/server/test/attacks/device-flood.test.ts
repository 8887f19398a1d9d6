import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { downTopic, upTopic } from '@latchwork/contract/device'
import { ManualClock } from '../../src/platform/clock.ts'
import { A, B } from '../embedded-bus-world.ts'
import { eventually } from '../eventually.ts'
import { type LdpDevice, signUplink } from '../ldp-device.ts'
import { BROKER_SERVICE_USER, startMosquitto } from '../mosquitto.ts'
import { deaf, directory, NOW, startDriver } from '../native-driver-world.ts'
import { apiTest, createWorld, type RegisteredLock, type World } from '../world.ts'

const event = (seq: number) => ({ seq, at: NOW, kind: 'action', action: 1, trigger: 1, result: 0 })
const state = (seq: number, lock: number) => ({
  seq,
  at: NOW,
  ...{ mode: 2, lock, trigger: 0, lastAction: 1, door: 2, nightMode: false },
  battery: { pct: 80, critical: false, charging: false },
})

/** What is awaited comes at once on a machine that has nothing else to do. */
const WITHIN_MS = 180_000

const storedOf = async (w: World, { smartlockId }: RegisteredLock): Promise<number> => {
  const { n } = await w.db
    .selectFrom('smartlock_log')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('smartlock_id', '=', smartlockId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The number up to which the service said it has stored the device's events. */
const acknowledged = (device: LdpDevice, deviceId: string): number =>
  Math.max(
    0,
    ...device.received
      .filter(({ topic }) => topic === downTopic(deviceId, 'eack'))
      .map(({ payload }) => (JSON.parse(payload) as { upTo: number }).upTo),
  )

const droppedBy = async (w: World, reason: string): Promise<number> => {
  const { values } = await w.service.platform.metrics.droppedMessages.get()
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}

async function flood(w: World): Promise<void> {
  const hostile = await w.account()
  const lock = await w.lock({ by: hostile })
  const device = await w.connect(lock)
  const victim = await w.simulated()
  const startedAt = Date.now()
  const said = Array.from({ length: 4000 }, (_, i) => device.publish('event', event(i + 1)))
  const params = { smartlockId: victim.smartlockId }
  for (let i = 0; i < 5; i += 1) {
    const { operationId } = await w.api.smartlocks.unlock({ params })
    await eventually(
      'the unlock of another account, in the middle of the flood',
      async () =>
        (await w.api.operations.get({ params: { operationId: operationId as string } })).data.status ===
        'confirmed',
      WITHIN_MS,
    )
  }
  const isTurnedAway = async () => (await droppedBy(w, 'flood')) > 500
  await eventually('most of the flood is turned away', isTurnedAway, WITHIN_MS)
  await w.service.settle()
  const seconds = (Date.now() - startedAt) / 1000
  const stored = await storedOf(w, lock)
  assert.ok(stored >= 500, `an honest burst gets through: ${stored}`)
  assert.ok(stored <= 600 + 20 * (seconds + 1), `stored ${stored} in ${seconds} s`)
  const safe = acknowledged(device, lock.deviceId)
  assert.ok(safe <= (await storedOf(w, lock)), 'nothing is acknowledged that is not stored')
  const { data: entries } = await hostile.api.audit.list({ query: { limit: 50 } })
  const told = entries.filter(({ action }) => action === 'smartlock.flood')
  assert.equal(told.length, 1, 'the flood is told once, not once per message')
  assert.partialDeepStrictEqual(told[0], { subject: String(lock.smartlockId), detail: { limit: 'device' } })
  const warnings = await w.service.platform.metrics.securityWarnings.get()
  assert.equal(warnings.values.find(({ labels }) => labels.kind === 'flood')?.value, 1)
  await device.drop()
  await Promise.all(said)
}

apiTest('four thousand events of one device: a burst is stored, the rest is turned away and told once', flood)

test('the same flood through Mosquitto ends alike', async (t) => {
  await flood(await createWorld(t, 'sqlite', { broker: await brokerFor(t) }))
})

async function brokerFor(t: TestContext) {
  const broker = await startMosquitto({ users: [BROKER_SERVICE_USER] })
  t.after(() => broker.stop())
  return broker
}

apiTest('two hundred events kept during an absence all get through at once', async (w) => {
  const lock = await w.lock()
  const device = await w.connect(lock)
  await Promise.all(Array.from({ length: 200 }, (_, i) => device.publish('event', event(i + 1))))
  const isAllStored = async () => acknowledged(device, lock.deviceId) === 200
  await eventually('all are acknowledged', isAllStored, WITHIN_MS)
  assert.equal(await storedOf(w, lock), 200)
  assert.equal(await droppedBy(w, 'flood'), 0)
})

apiTest(
  'a device that has more to tell than it may loses nothing: it sends again, and all is stored once and in order',
  async (w) => {
    const lock = await w.lock()
    const device = await w.connect(lock)
    const send = (after: number) => {
      for (let seq = after + 1; seq <= 100; seq += 1) void device.publish('event', event(seq))
    }
    send(0)
    let sentAt = Date.now()
    const isAllStored = async () => {
      const stored = acknowledged(device, lock.deviceId)
      if (stored < 100 && Date.now() - sentAt > 1000) {
        sentAt = Date.now()
        send(stored)
      }
      return stored === 100
    }
    await eventually('all are acknowledged', isAllStored, WITHIN_MS)
    assert.ok((await droppedBy(w, 'flood')) > 0, 'it was too much at once')
    assert.equal(await storedOf(w, lock), 100)
  },
  { config: { rate: { deviceBurst: 40, devicePerSecond: 100 } } },
)

apiTest(
  'of a hundred states at once the last one counts, and is not lost',
  async (w) => {
    const lock = await w.lock()
    const device = await w.connect(lock)
    for (let seq = 1; seq < 100; seq += 1) void device.publish('state', state(seq, 1))
    await device.publish('state', state(100, 3))
    const params = { smartlockId: lock.smartlockId }
    const isApplied = async () => (await w.api.smartlocks.get({ params })).data.state?.state === 3
    await eventually('the last state is applied', isApplied, WITHIN_MS)
    assert.equal(await droppedBy(w, 'flood'), 0, 'what a newer one replaces is no loss')
  },
  { config: { rate: { deviceBurst: 10, devicePerSecond: 2 } } },
)

const LIMITS = { devicePerSecond: 10, deviceBurst: 50, accountPerSecond: 20, accountBurst: 60 }

const uplink = (device: typeof A, seq: number, secret = device.secret) => ({
  topic: upTopic(device.deviceId, 'event'),
  payload: Buffer.from(signUplink(device.deviceId, 'event', event(seq), secret)),
  retained: false,
})

test('messages with wrong signatures are turned away before anybody looks at them', async () => {
  let looked = 0
  const counting = {
    keys(deviceId: string) {
      looked += 1
      return directory.keys(deviceId)
    },
  }
  const w = await startDriver(deaf, new ManualClock(NOW), counting, LIMITS)
  for (let i = 1; i <= 5000; i += 1) w.driver.receive(uplink(A, i, 'guessed'))
  assert.equal(w.driver.pauseAfter(upTopic(A.deviceId, 'event')) > 0, true, 'and no more is read for a while')
  assert.equal(w.driver.pauseAfter(upTopic(B.deviceId, 'event')), 0)
  await w.driver.idle()
  assert.equal(looked, LIMITS.deviceBurst)
  assert.deepEqual(w.floods, [{ deviceId: A.deviceId, limit: 'device' }])
  await w.driver.stop()
})

/** Keys that have to be looked up, and such as are at hand. */
async function bothDirectories() {
  const [ofA, ofB] = await Promise.all([directory.keys(A.deviceId), directory.keys(B.deviceId)])
  return [directory, { ...directory, keptKeys: (deviceId: string) => (deviceId === A.deviceId ? ofA : ofB) }]
}

test('devices of one account share a budget, a new flood is told again, and time gives room', async () => {
  for (const keys of await bothDirectories()) {
    const clock = new ManualClock(NOW)
    const w = await startDriver(deaf, clock, keys, LIMITS)
    for (let i = 1; i <= 50; i += 1) {
      w.driver.receive(uplink(A, i))
      w.driver.receive(uplink(B, i))
    }
    await w.driver.idle()
    assert.equal(w.reports.length, LIMITS.accountBurst)
    assert.equal(w.floods.length, 1)
    assert.equal(w.floods[0]?.limit, 'account')
    clock.advance(3_600_000)
    for (let i = 51; i <= 110; i += 1) w.driver.receive(uplink(A, i))
    await w.driver.idle()
    assert.equal(w.reports.length, LIMITS.accountBurst + LIMITS.deviceBurst)
    assert.deepEqual(w.floods.at(-1), { deviceId: A.deviceId, limit: 'device' })
    await w.driver.stop()
  }
})

test('of what only the newest counts, the newest gets in once its account has room', async () => {
  for (const keys of await bothDirectories()) {
    const clock = new ManualClock(NOW)
    const narrow = { devicePerSecond: 100, deviceBurst: 100, accountPerSecond: 0.1, accountBurst: 2 }
    const w = await startDriver(deaf, clock, keys, narrow)
    for (const seq of [1, 2, 3, 4]) {
      const payload = Buffer.from(signUplink(A.deviceId, 'state', state(seq, 1), A.secret))
      w.driver.receive({ topic: upTopic(A.deviceId, 'state'), payload, retained: false })
      await w.driver.idle()
    }
    const told = () => w.reports.map((report) => report.kind === 'state' && report.seq)
    assert.deepEqual(told(), [1, 2])
    // It is looked for several times before there is room.
    for (let ms = 0; ms < 15_000; ms += 250) {
      clock.advance(250)
      await w.driver.idle()
    }
    assert.deepEqual(told(), [1, 2, 4])
    assert.deepEqual(w.dropped, [])
    await w.driver.stop()
  }
})
