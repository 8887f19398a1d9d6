import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import {
  appendSignature,
  commandText,
  DEVICE_KEY_LABEL,
  type DownCmd,
  downTopic,
  LOGIN_KEY_LABEL,
  type UpLeaf,
  uplinkText,
  upTopic,
} from '@latchwork/contract/device'
import { SANDBOX_BUILDING, type SimulatedLock, startSimulatedLock } from '@latchwork/simulator'
import { connectDevice } from '../ldp-device.ts'
import { BROKER_SERVICE_USER, startMosquitto } from '../mosquitto.ts'
import { startWireTap, type WireTap } from '../wire-tap.ts'
import { apiTest, createWorld, type RegisteredLock, type World } from '../world.ts'

/** A lock that reaches its broker over a wire somebody listens on. */
async function tappedLock(w: World, t: TestContext) {
  const tap = await startWireTap(Number(new URL(w.service.bus.url).port))
  t.after(() => tap.stop())
  const spec = { ...SANDBOX_BUILDING[0]!, deviceId: '7A7A7A7A' }
  const lock = await w.lock({ type: spec.type, deviceId: spec.deviceId })
  const simulator = await startSimulatedLock({
    spec,
    ...lock,
    brokerUrl: `mqtt://127.0.0.1:${tap.port}`,
    clock: w.service.platform.clock,
    movementMs: 0,
  })
  w.onStop(() => simulator.stop())
  const params = { smartlockId: lock.smartlockId }
  await w.until('online', async () => (await w.api.smartlocks.get({ params })).data.serverState === 0)
  return { tap, lock, simulator }
}

/** Every key that can be made of what passes by: the password as it is, decoded, or put through a derivation. */
const keysFrom = (password: string): (string | Buffer)[] => [
  password,
  Buffer.from(password, 'hex'),
  ...[DEVICE_KEY_LABEL, LOGIN_KEY_LABEL].flatMap((label) => [
    createHmac('sha256', password).update(label).digest(),
    createHmac('sha256', Buffer.from(password, 'hex')).update(label).digest(),
  ]),
]

const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex')

/** Puts a command for each key onto the wire; the sess of the connection is there to be read. */
async function forgeCommands(tap: WireTap, { deviceId }: RegisteredLock, simulator: SimulatedLock) {
  const sess =
    /"online":true,"sess":"([0-9a-f]{32})"/.exec(tap.heard())?.[1] ?? assert.fail('no session seen')
  const before = simulator.snapshot().motorStarts
  const now = Date.now()
  for (const [n, key] of keysFrom(tap.login().password).entries()) {
    const command: Omit<DownCmd, 'sig'> = {
      id: `forged${n}`,
      sess,
      ctr: 1000 + n,
      iat: now,
      exp: now + 10_000,
      action: 1,
      opt: 0,
    }
    tap.inject(
      downTopic(deviceId, 'cmd'),
      appendSignature(JSON.stringify(command), mac(key, commandText(deviceId, command))),
    )
  }
  return () => assert.equal(simulator.snapshot().motorStarts, before, 'no forged command moved the lock')
}

/** Logs in with what was overheard, and speaks in the lock's name. */
async function forgeUplinks(w: World, tap: WireTap, { deviceId, smartlockId }: RegisteredLock) {
  const { username, password } = tap.login()
  const thief = await connectDevice({
    url: w.service.bus.url,
    deviceId,
    username,
    secret: 'not known',
    password,
    will: false,
    announce: false,
  })
  const keys = keysFrom(password)
  for (const key of keys) {
    const say = (leaf: UpLeaf, body: object) => {
      const unsigned = JSON.stringify(body)
      return thief.publishRaw(
        upTopic(deviceId, leaf),
        appendSignature(unsigned, mac(key, uplinkText(deviceId, leaf, unsigned))),
      )
    }
    await say('event', { seq: 1, at: Date.now(), kind: 'action', action: 1, trigger: 1, result: 0 })
    await say('state', { seq: 1e9, at: Date.now(), mode: 2, lock: 3, trigger: 0, lastAction: 1, door: 2 })
  }
  await w.until('all of it is dropped', async () => {
    const { values } = await w.service.platform.metrics.droppedMessages.get()
    return values.find(({ labels }) => labels.reason === 'badSignature')?.value === keys.length * 2
  })
  await w.service.settle()
  const log = (await w.api.smartlocks.logOf({ params: { smartlockId } })).data
  assert.deepEqual(log, [], 'no forged event is in the log')
  await thief.end()
}

async function attack(w: World, t: TestContext): Promise<void> {
  const { tap, lock, simulator } = await tappedLock(w, t)
  const { username, password } = tap.login()
  assert.equal(username, lock.username)
  assert.notEqual(password, lock.secret)
  const deviceKey = createHmac('sha256', lock.secret).update(DEVICE_KEY_LABEL).digest()
  for (const secret of [lock.secret, deviceKey.toString('hex'), deviceKey.toString('latin1')])
    assert.ok(!tap.heard().includes(secret), 'neither the secret nor the signing key passes')
  const assertUnmoved = await forgeCommands(tap, lock, simulator)
  // The lock answers in order, so what it was sent before this has had its chance.
  const params = { smartlockId: lock.smartlockId }
  const { operationId } = await w.api.smartlocks.sync({ params })
  await w.untilOperation(operationId, 'confirmed')
  assertUnmoved()
  await simulator.goOffline()
  await forgeUplinks(w, tap, lock)
}

apiTest(
  'a listener between lock and broker, with the password it saw, can neither command the lock nor speak for it',
  attack,
)

test('the same listener in front of Mosquitto, or Mosquitto itself, can do no more', async (t) => {
  const broker = await startMosquitto({ users: [BROKER_SERVICE_USER] })
  t.after(() => broker.stop())
  await attack(await createWorld(t, 'sqlite', { broker }), t)
})
