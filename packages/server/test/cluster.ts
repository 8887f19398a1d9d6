import { rm } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { SANDBOX_BUILDING, type SimulatedLock, startSimulatedLock } from '@latchwork/simulator'
import pg from 'pg'
import { systemClock } from '../src/platform/clock.ts'
import { LOCK_SHARES, shareOfLock } from '../src/schema/lock-shares.ts'
import { eventually } from './eventually.ts'
import { BROKER_SERVICE_USER, deviceTopics, type Mosquitto, startMosquitto } from './mosquitto.ts'
import { type ServiceProcess, startProcess } from './service-process.ts'
import { newStorage } from './storage.ts'

/** Long enough for several processes and a broker on a busy machine. */
export const CLUSTER_MS = 180_000

export interface ClusterLock {
  smartlockId: number
  lock: SimulatedLock
  /** How often it was asked to move and has. */
  moves: number
}

/** Processes of the service on one PostgreSQL and one Mosquitto, with locks that are online. */
export interface Cluster {
  broker: Mosquitto
  /** Those that were started, in that order. */
  processes: ServiceProcess[]
  locks: ClusterLock[]
  join(): Promise<ServiceProcess>
  /** How many shares each process says that it serves. */
  shares(of?: readonly ServiceProcess[]): Promise<number[]>
  /** Waits until these serve everything, in equal parts. */
  divided(among: readonly ServiceProcess[]): Promise<void>
  /** Who serves the lock, of these. */
  ownerOf(lock: ClusterLock, among: readonly ServiceProcess[]): Promise<ServiceProcess>
  query(text: string): Promise<Record<string, unknown>[]>
}

export async function startCluster(
  t: TestContext,
  count: number,
  lockCount = 3,
  more: Record<string, string> = {},
): Promise<Cluster> {
  const broker = await startMosquitto({ users: [BROKER_SERVICE_USER] })
  t.after(() => broker.stop())
  const storage = await newStorage('postgres')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const client = new pg.Client({ connectionString: storage.databaseUrl as string })
  await client.connect()
  t.after(() => client.end())
  const settings = { ...more, LATCHWORK_MQTT_URL: broker.urlFor(BROKER_SERVICE_USER.username) }
  const processes: ServiceProcess[] = []
  const cluster: Cluster = {
    broker,
    processes,
    locks: [],
    async join() {
      const started = await startProcess(storage, settings)
      t.after(() => started.kill())
      processes.push(started)
      return started
    },
    shares: (of = processes) => Promise.all(of.map((one) => gauge(one, 'latchwork_lock_shares'))),
    divided: (among) =>
      eventually(
        `${among.length} processes serve all locks`,
        async () => {
          const shares = await cluster.shares(among)
          const isAll = shares.reduce((sum, n) => sum + n, 0) === LOCK_SHARES
          return isAll && Math.max(...shares) - Math.min(...shares) <= 1
        },
        CLUSTER_MS,
      ).then(() => undefined),
    async ownerOf({ smartlockId }, among) {
      const [row] = await cluster.query(
        `select process_id from lock_share where share = ${shareOfLock(smartlockId)}`,
      )
      const ids = (await cluster.query('select process_id from serving_process order by process_id')).map(
        ({ process_id }) => process_id,
      )
      // Their ids are in the order in which they came.
      return among[ids.indexOf(row?.process_id)] as ServiceProcess
    },
    query: async (text) => (await client.query(text)).rows as Record<string, unknown>[],
  }
  for (let i = 0; i < count; i++) await cluster.join()
  for (let i = 0; i < lockCount; i++) cluster.locks.push(await addLock(t, cluster, i))
  await cluster.divided(processes)
  return cluster
}

async function addLock(t: TestContext, { broker, processes }: Cluster, at: number): Promise<ClusterLock> {
  const [first] = processes as [ServiceProcess]
  const spec = SANDBOX_BUILDING[0]!
  const deviceId = (0x0a000000 + at * 7).toString(16).padStart(8, '0').toUpperCase()
  const { data } = await first.api.smartlocks.register({
    body: { type: spec.type, name: `Door ${at}`, deviceId },
  })
  const { smartlockId } = data
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
  await eventually('the lock is online', () => isOnline(first, smartlockId), CLUSTER_MS)
  return { smartlockId, lock, moves: 0 }
}

export const isOnline = async ({ api }: ServiceProcess, smartlockId: number): Promise<boolean> =>
  (await api.smartlocks.get({ params: { smartlockId } })).data.serverState === 0

/** A figure that a process tells at /metrics. */
export async function gauge({ url }: ServiceProcess, name: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const line = metrics.split('\n').find((text) => text.startsWith(`${name} `) || text.startsWith(`${name}{`))
  return Number(line?.split(' ').at(-1) ?? 0)
}

/** Has a lock turn, one way and then the other, and waits until that is confirmed. */
export async function moveConfirmed({ api }: ServiceProcess, lock: ClusterLock): Promise<void> {
  const call = lock.moves % 2 === 0 ? 'unlock' : 'lock'
  const { operationId } = await api.smartlocks[call]({ params: { smartlockId: lock.smartlockId } })
  const params = { operationId: operationId as string }
  const status = await eventually(
    'the movement has ended',
    async () => {
      const { data } = await api.operations.get({ params })
      return data.status !== 'queued' && data.status !== 'sent' && data.status
    },
    CLUSTER_MS,
  )
  if (status !== 'confirmed') throw new Error(`the movement is ${status}`)
  lock.moves += 1
}
