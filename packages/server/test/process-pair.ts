import { rm } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { SANDBOX_BUILDING, type SimulatedLock, startSimulatedLock } from '@latchwork/simulator'
import { systemClock } from '../src/platform/clock.ts'
import { eventually } from './eventually.ts'
import { deviceTopics, startMosquitto } from './mosquitto.ts'
import { type ServiceProcess, startProcess } from './service-process.ts'
import { newStorage } from './storage.ts'
import { BROKER_SERVICE_USER } from './world.ts'

/** Long enough for two processes and a broker on a busy machine. */
export const PAIR_MS = 60_000

export interface ProcessPair {
  first: ServiceProcess
  second: ServiceProcess
  smartlockId: number
  lock: SimulatedLock
}

/** Two processes of the service on one PostgreSQL and one Mosquitto, and a lock that both know to be online. */
export async function startPair(t: TestContext): Promise<ProcessPair> {
  const broker = await startMosquitto({ users: [BROKER_SERVICE_USER] })
  t.after(() => broker.stop())
  const storage = await newStorage('postgres')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const settings = { LATCHWORK_MQTT_URL: broker.urlFor(BROKER_SERVICE_USER.username) }
  const first = await startProcess(storage, settings)
  t.after(() => first.kill())
  const second = await startProcess(storage, settings)
  t.after(() => second.kill())
  const spec = SANDBOX_BUILDING[0]!
  const { name, type, deviceId } = spec
  const { data } = await first.api.smartlocks.register({ body: { type, name, deviceId } })
  const { username, secret, password } = data.credentials
  await broker.addUser({ username, password, topics: deviceTopics(deviceId) })
  const lock = await startSimulatedLock({
    spec,
    deviceId,
    username,
    secret,
    brokerUrl: broker.url,
    clock: systemClock,
    movementMs: 0,
  })
  t.after(() => lock.stop())
  const { smartlockId } = data
  const isOnline = async () =>
    (await second.api.smartlocks.get({ params: { smartlockId } })).data.serverState === 0
  await eventually('the lock is online', isOnline, PAIR_MS)
  return { first, second, smartlockId, lock }
}

/** How many operations of a type this process has seen confirmed. */
export async function confirmedBy({ url }: ServiceProcess, type: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const line = new RegExp(`^latchwork_operations_total\\{type="${type}",status="confirmed"\\} (\\d+)`, 'm')
  return Number(line.exec(metrics)?.[1] ?? 0)
}
