import assert from 'node:assert/strict'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ApiError } from '@latchwork/sdk'
import { SANDBOX_BUILDING, startSimulatedLock } from '@latchwork/simulator'
import { systemClock } from '../../src/platform/clock.ts'
import { loadOrCreateKeys } from '../../src/platform/security/key-file.ts'
import { StartupError } from '../../src/platform/startup-error.ts'
import { isOnline } from '../cluster.ts'
import { latchwork } from '../command-line.ts'
import { eventually } from '../eventually.ts'
import { PROCESS_TOKEN, type ServiceProcess, startProcess } from '../service-process.ts'
import { mountSmallDisk } from '../small-disk.ts'

const SETTINGS = {
  LATCHWORK_DATABASE_MIN_FREE_MB: '1',
  LATCHWORK_DATABASE_WARN_FREE_MB: '4',
  LATCHWORK_LOG_LEVEL: 'info',
}
const SLOW = 180_000

const refusal = (call: Promise<unknown>): Promise<[number, string]> =>
  call.then(
    () => [200, ''],
    (error: unknown) => {
      assert.ok(error instanceof ApiError, String(error))
      return [error.status, error.code as string]
    },
  )

const ready = async ({ url }: ServiceProcess): Promise<[number, string | undefined]> => {
  const response = await fetch(`${url}/ready`)
  return [response.status, ((await response.json()) as { reason?: string }).reason]
}

const free = async ({ url }: ServiceProcess): Promise<number> =>
  Number(/^latchwork_disk_free_bytes (\S+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])

test('a disk that is full refuses what cannot be stored, says so once, and is well again by itself', async (t) => {
  const disk = await mountSmallDisk(t, 24)
  if (!disk) return
  const template = process.env.LATCHWORK_TEST_SQLITE_TEMPLATE
  if (template !== undefined) await copyFile(template, join(disk.folder, 'latchwork.db'))
  const storage = { engine: 'sqlite', dataDir: disk.folder } as const
  const service = await startProcess(storage, SETTINGS)
  t.after(() => service.kill())
  const { api } = service
  const { data: door } = await api.smartlocks.register({
    body: { type: 4, name: 'Door', deviceId: '0A0B0C0D' },
  })
  const params = { smartlockId: door.smartlockId }
  const { username, secret } = door.credentials
  const lock = await startSimulatedLock({
    spec: SANDBOX_BUILDING[0] as never,
    deviceId: '0A0B0C0D',
    username,
    secret,
    brokerUrl: service.brokerUrl,
    clock: systemClock,
    movementMs: 0,
  })
  t.after(() => lock.stop())
  await eventually('the lock is online', () => isOnline(service, door.smartlockId), SLOW)
  await eventually('the space is measured', async () => (await free(service)) > 4 << 20, SLOW)

  const stream = await fetch(`${service.url}/event/stream`, {
    headers: { authorization: `Bearer ${PROCESS_TOKEN}` },
  })
  await disk.fill()
  // Writes meet the full disk before anybody has measured it, or after: the answer is the same.
  const write = () => refusal(api.addresses.create({ body: { name: 'House', smartlockIds: [] } }))
  await eventually('writes are refused', async () => (await write())[1] === 'storage_full', SLOW)
  assert.deepEqual(await refusal(api.smartlocks.unlock({ params })), [507, 'storage_full'])
  assert.deepEqual(await ready(service), [503, 'storage_full'])
  assert.equal((await api.smartlocks.get({ params })).status, 200, 'reads go on')
  await eventually('the figure shows it', async () => (await free(service)) < 1 << 20, SLOW)
  // What the lock says meanwhile is kept until it can be stored.
  lock.turnByHand('unlock')
  for (let i = 0; i < 200; i++) assert.equal((await write())[0], 507)
  assert.equal((await api.operations.list()).data.filter(({ status }) => status !== 'confirmed').length, 0)
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  assert.equal(lines.filter((line) => line.includes('the disk is full')).length, 1, service.output())
  assert.ok(lines.length < 20, `${lines.length} lines: ${service.output()}`)

  await disk.clear()
  await eventually('it is ready again', async () => (await ready(service))[0] === 200, SLOW)
  const { operationId } = await api.smartlocks.unlock({ params })
  await eventually(
    'a movement is confirmed',
    async () =>
      (await api.operations.get({ params: { operationId: operationId as string } })).data.status ===
      'confirmed',
    SLOW,
  )
  assert.match(
    service.output(),
    /"refused":\d{3}.*there is room on the disk again/,
    'how much was refused is told at the end',
  )
  await eventually('what the lock did meanwhile is stored', () => lock.waitingEvents === 0, SLOW)
  assert.equal(lock.lostEvents, 0)
  await stream.body?.cancel()
  assert.equal(await service.stop(), 0)

  await disk.fill()
  await assert.rejects(startProcess(storage, SETTINGS), (error: Error) => {
    assert.match(error.message, /latchwork: The disk that holds the database.* is full/)
    assert.doesNotMatch(error.message, /at .*\.ts/)
    return true
  })

  // The files beside the database.
  assert.throws(
    () => loadOrCreateKeys({ dataDir: join(disk.folder, 'new') }),
    (error) => error instanceof StartupError && error.mayPass,
    'whoever watches over the process tries again',
  )
  await rm(join(disk.folder, 'latchwork.mark'))
  await disk.fill()
  const { code, err } = await latchwork({ storage }, 'database', 'accept')
  assert.equal(code, 1)
  assert.match(err, /The disk that holds the database is full/)
  assert.doesNotMatch(err, /at .*\.ts/)
})
