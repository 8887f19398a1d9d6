import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { downTopic, upTopic } from '@latchwork/contract/device'
import { brokerPasswordHash } from '../../src/devices/broker-password.ts'
import { createMosquittoFiles } from '../../src/devices/bus/mosquitto-files.ts'
import { NATIVE_SERVICE_TOPICS } from '../../src/devices/ldp/native-rights.ts'
import { connectDevice } from '../ldp-device.ts'
import { startMosquitto, untilKnown } from '../mosquitto.ts'
import { createWorld, type RegisteredLock } from '../world.ts'

const SERVICE = { username: 'latchwork', secret: 'p@ss/w:rd' }

test('Mosquitto takes the files the service keeps: locks get in, use their own topics only, and are shown out when deleted', async (t) => {
  const accountsDir = await mkdtemp(join(tmpdir(), 'latchwork-accounts-'))
  t.after(() => rm(accountsDir, { recursive: true, force: true }))
  await createMosquittoFiles(accountsDir).write([
    {
      username: SERVICE.username,
      passwordHash: brokerPasswordHash(SERVICE.username, SERVICE.secret),
      ...NATIVE_SERVICE_TOPICS,
    },
  ])
  const broker = await startMosquitto({ users: [], accountsDir })
  t.after(() => broker.stop())
  const url = `mqtt://${SERVICE.username}:${encodeURIComponent(SERVICE.secret)}@127.0.0.1:${broker.port}`
  const w = await createWorld(t, 'sqlite', { config: { mqtt: { url, accountsDir } } })
  const acl = () => readFile(join(accountsDir, 'acl'), 'utf8')
  const letIn = async ({ username, password }: RegisteredLock) => {
    await w.until('the file has it', async () => (await acl()).includes(username))
    broker.reload()
    await untilKnown(broker.port, { username, password })
  }
  const lock = await w.lock()
  await letIn(lock)
  const device = await w.connect(lock)
  const { operationId } = await w.api.smartlocks.unlock({ params: lock })
  await device.ack(await device.command(0), 'done', 0)
  await w.untilOperation(operationId, 'confirmed')

  const other = await w.lock()
  await letIn(other)
  assert.equal(device.isConnected, true, 'others come and go without disturbing it')
  const spy = await connectDevice({ url: broker.url, ...other })
  t.after(() => spy.end())
  await spy.subscribe(downTopic(lock.deviceId, '#'))
  await spy.publishRaw(upTopic(lock.deviceId, 'ack'), spy.sign('ack', {}))
  const { operationId: second } = await w.api.smartlocks.lock({ params: lock })
  await device.ack(await device.command(1), 'done', 0)
  await w.untilOperation(second, 'confirmed')
  assert.deepEqual(spy.received, [])
  const dropped = await w.service.platform.metrics.droppedMessages.get()
  assert.deepEqual(dropped.values, [], 'what it said in the name of another did not pass')

  await w.api.smartlocks.remove({ params: { smartlockId: lock.smartlockId } })
  await w.until('the file forgets it', async () => !(await acl()).includes(lock.username))
  broker.reload()
  await device.closed
  assert.equal(spy.isConnected, true)

  const passwords = await readFile(join(accountsDir, 'passwords'), 'utf8')
  assert.ok(
    !passwords.includes(other.secret) &&
      !passwords.includes(other.password) &&
      !passwords.includes(SERVICE.secret),
  )
  assert.equal((await stat(join(accountsDir, 'passwords'))).mode & 0o007, 0, 'not for everybody')
})
