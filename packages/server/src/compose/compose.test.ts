import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { forbid } from '../../test/forbidden-writes.ts'
import { newStorage, type Storage } from '../../test/storage.ts'
import { BOTH_ENGINES } from '../../test/tier.ts'
import { type ConfigOverrides, loadConfig } from '../config.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { openDatabase } from '../schema/open-database.ts'
import { startService } from './compose.ts'

const configOf = ({ dataDir, databaseUrl }: Storage, overrides: ConfigOverrides = {}) =>
  loadConfig(
    {},
    {
      http: { port: 0 },
      mqtt: { port: 0 },
      log: { level: 'silent' },
      dataDir,
      admin: { password: 'correct horse' },
      database: { poolSize: 4, ...(databaseUrl && { url: databaseUrl }) },
      ...overrides,
    },
  )

/** The machine's clock, with what waits for it. */
function watchedClock() {
  const waiting = new Set<() => void>()
  const clock: Clock = {
    now: systemClock.now,
    after(delayMs, callback) {
      const cancel = systemClock.after(delayMs, () => {
        waiting.delete(stop)
        return callback()
      })
      const stop = () => {
        waiting.delete(stop)
        cancel()
      }
      waiting.add(stop)
      return stop
    },
  }
  return { clock, waiting }
}

async function takenPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

for (const engine of BOTH_ENGINES) {
  test(`a start that fails at the broker's port leaves nothing running, and the next one works [${engine}]`, async (t) => {
    const storage = await newStorage(engine)
    const { clock, waiting } = watchedClock()
    const mqtt = { host: '127.0.0.1', port: await takenPort(t) }
    await assert.rejects(startService({ config: configOf(storage, { mqtt }), clock }), { code: 'EADDRINUSE' })
    assert.equal(waiting.size, 0, 'no timer is left')
    const service = await startService({ config: configOf(storage) })
    await service.stop()
  })

  test(`a start that fails at its last part stops those before it, the broker too [${engine}]`, async () => {
    const storage = await newStorage(engine)
    const database = { dataDir: storage.dataDir, ...(storage.databaseUrl && { url: storage.databaseUrl }) }
    const before = await openDatabase(database)
    await before.db.deleteFrom('job').execute()
    await forbid(before.db, 'job', 'insert')
    await before.close()
    const { clock, waiting } = watchedClock()
    const mqtt = { host: '127.0.0.1', port: await freePort() }
    await assert.rejects(startService({ config: configOf(storage, { mqtt }), clock }), /the test forbids it/)
    assert.equal(await isOpen(mqtt.port), false, 'no device can connect')
    assert.equal(waiting.size, 0, 'no timer is left')
    const after = await openDatabase(database)
    await after.close()
  })
}
