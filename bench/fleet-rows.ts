import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type LockSpec, SANDBOX_BUILDING, type SimulatedLock, startSimulatedLock } from '@latchwork/simulator'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { type LatchworkProcess, startLatchwork } from './latchwork-process.ts'
import { percentile } from './load.ts'
import type { Pace } from './options.ts'
import { firstMatch, startNode, stopChild } from './processes.ts'
import type { Progress } from './progress.ts'
import { growthRow, limitRow, type Row, ratioRow } from './row.ts'
import type { Store } from './stores.ts'

/**
 * How one process carries many locks: what an unlock takes with few and with many of them connected, reports applied a
 * second, memory, and all of them coming back at once. The service is a process of its own on SQLite with the embedded
 * broker; the simulated locks, all of them, are in this one.
 */

const FEW = 100
const MOST_GROWTH = 1.5
const MOST_RECONNECT_MS = 15_000
/** Enough to keep the service busy; more would only wait, and on a slow machine give up waiting. */
const AT_ONCE = 50

interface FleetLock {
  readonly smartlockId: number
  readonly lock: SimulatedLock
  /** Who it is, wherever it connects to. */
  readonly identity: Pick<
    Parameters<typeof startSimulatedLock>[0],
    'spec' | 'deviceId' | 'username' | 'secret'
  >
}

interface Fleet {
  readonly service: LatchworkProcess
  readonly store: DatabaseSync
  readonly locks: FleetLock[]
}

const model = SANDBOX_BUILDING.find((spec) => spec.name === 'Old cellar') as LockSpec
const labels = { part: 'fleet', engine: 'SQLite' } as const

export async function fleetRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const storage = await store.newStorage()
  const { fleetScale: count, fleetUnlocks: unlocks } = pace
  const service = await startLatchwork(storage, { env: { LATCHWORK_QUOTA_SMARTLOCKS: String(count) } })
  const reader = new DatabaseSync(join(storage.dataDir, 'latchwork.db'), { readOnly: true })
  const fleet: Fleet = { service, store: reader, locks: [] }
  try {
    return await measure(fleet, count, unlocks, progress)
  } finally {
    reader.close()
    for (const { lock } of fleet.locks) lock.loseConnection()
    await service.stop()
  }
}

async function measure(fleet: Fleet, count: number, unlocks: number, progress: Progress): Promise<Row[]> {
  const { service } = fleet
  progress('fleet: one lock')
  await growTo(fleet, 1)
  await unlockTimes(fleet, 1, unlocks)
  const alone = await unlockTimes(fleet, 1, unlocks)
  const memoryAlone = service.residentMb()
  progress(`fleet: ${FEW} locks`)
  await growTo(fleet, FEW)
  const withFew = await unlockTimes(fleet, FEW, unlocks)
  const reportsOfFew = await reportsPerSecond(fleet)
  progress(`fleet: ${count} locks`)
  const connectMs = await growTo(fleet, count)
  const withAll = await unlockTimes(fleet, count, unlocks)
  const reports = await reportsPerSecond(fleet)
  const memory = service.residentMb()
  progress('fleet: all come back at once')
  const reconnectMs = await massReconnect(fleet)
  for (const { lock } of fleet.locks.slice(1)) lock.loseConnection()
  await until(() => onlineCount(fleet) === 1)
  // Before and after: a process that has done more is quicker, and the machine has other things to do as well.
  alone.push(...(await unlockTimes(fleet, 1, unlocks)))
  progress('fleet: all come back at once to a bare broker')
  const bareMs = await bareReconnect(fleet)
  return [
    ...unlockRows(FEW, withFew, alone),
    ...unlockRows(count, withAll, alone),
    ...sizeRows(count, { reports, reportsOfFew, connectMs, reconnectMs, bareMs, memory, memoryAlone }),
  ]
}

type Sizes = Record<
  'reports' | 'reportsOfFew' | 'connectMs' | 'reconnectMs' | 'bareMs' | 'memory' | 'memoryAlone',
  number
>

function sizeRows(count: number, sizes: Sizes): Row[] {
  const { reports, reportsOfFew, connectMs, reconnectMs, bareMs, memory, memoryAlone } = sizes
  const perLock = ((memory - memoryAlone) * 1024) / count
  return [
    ratioRow({
      ...labels,
      row: `reports applied, ${count} connected`,
      unit: 'msg/s',
      ours: reports,
      against: `${FEW} connected`,
      baseline: reportsOfFew,
    }),
    limitRow(
      {
        ...labels,
        row: `mass reconnect of ${count} until all are online`,
        unit: 'ms',
        ours: reconnectMs,
        against: 'first registration and connection',
        baseline: connectMs,
      },
      MOST_RECONNECT_MS,
    ),
    limitRow({
      ...labels,
      row: `mass reconnect of ${count}, of what connecting takes`,
      unit: 'ms',
      ours: reconnectMs,
      against: 'the same locks at the bare broker',
      baseline: bareMs,
    }),
    limitRow({
      ...labels,
      row: `memory with ${count} connected`,
      unit: 'MB',
      ours: memory,
      against: '1 connected',
      baseline: memoryAlone,
      note: `${perLock.toFixed(0)} kB for each lock`,
    }),
  ]
}

function unlockRows(count: number, times: readonly number[], alone: readonly number[]): Row[] {
  return ([0.5, 0.99] as const).map((q) =>
    growthRow(
      {
        ...labels,
        row: `HTTP unlock → confirmed, ${count} connected, p${q * 100}`,
        concurrency: 1,
        unit: 'ms',
        ours: percentile(times, q),
        against: '1 connected',
        baseline: percentile(alone, q),
      },
      MOST_GROWTH,
    ),
  )
}

/** Registers and connects locks until there are `count`; how long that took. */
async function growTo(fleet: Fleet, count: number): Promise<number> {
  const { service, locks } = fleet
  const start = performance.now()
  const first = locks.length
  const added = await inBatches(count - first, async (i) => {
    const deviceId = (0x1000_0000 + first + i).toString(16).toUpperCase()
    const body = { type: model.type, name: `Door ${first + i}`, deviceId }
    const { data } = await service.api.smartlocks.register({ body })
    const { smartlockId, credentials } = data
    const identity = { spec: { ...model, deviceId }, deviceId, ...credentials }
    return { smartlockId, identity, lock: await connectTo(service.brokerUrl, identity) }
  })
  locks.push(...added)
  await until(() => onlineCount(fleet) === count)
  return performance.now() - start
}

const connectTo = (brokerUrl: string, identity: FleetLock['identity']): Promise<SimulatedLock> =>
  startSimulatedLock({ ...identity, brokerUrl, clock: systemClock, movementMs: 0 })

async function inBatches<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - from)
    results.push(...(await Promise.all(Array.from({ length: size }, (_, i) => work(from + i)))))
  }
  return results
}

/** From the call to the confirmed operation, one after the other on locks spread over the first `among`. */
async function unlockTimes({ service, locks }: Fleet, among: number, count: number): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const { smartlockId, lock } = locks[(i * 7919) % among] as FleetLock
    const params = { smartlockId }
    const start = performance.now()
    const { operationId } =
      lock.snapshot().state === 1
        ? await service.api.smartlocks.unlock({ params })
        : await service.api.smartlocks.lock({ params })
    await untilConfirmed(service, operationId as string)
    times.push(performance.now() - start)
  }
  return times
}

async function untilConfirmed({ api }: LatchworkProcess, operationId: string): Promise<void> {
  for (;;) {
    const { status } = (await api.operations.get({ params: { operationId } })).data
    if (status === 'confirmed') return
    if (status !== 'queued' && status !== 'sent') throw new Error(`operation ${status}`)
    await turnOfTheLoop()
  }
}

/** Every lock is turned by hand twice: two states and two events each, all of which must be in the store. */
async function reportsPerSecond(fleet: Fleet): Promise<number> {
  const before = logCount(fleet)
  const start = performance.now()
  for (const { lock } of fleet.locks)
    for (let turn = 0; turn < 2; turn++) lock.turnByHand(lock.snapshot().state === 1 ? 'unlock' : 'lock')
  await until(() => logCount(fleet) === before + 2 * fleet.locks.length)
  return (4 * fleet.locks.length) / ((performance.now() - start) / 1000)
}

/** All connections break without a word, and all locks come back. */
async function massReconnect(fleet: Fleet): Promise<number> {
  for (const { lock } of fleet.locks) lock.loseConnection()
  await until(() => onlineCount(fleet) === 0)
  const start = performance.now()
  await reconnectAll(fleet.locks.map(({ lock }) => lock))
  await until(() => onlineCount(fleet) === fleet.locks.length)
  return performance.now() - start
}

/** Who is not let in at once tries again by itself. */
const reconnectAll = (locks: readonly SimulatedLock[]) =>
  inBatches(locks.length, (i) => (locks[i] as SimulatedLock).reconnect().catch(() => undefined))

/** The same locks at the broker that the service embeds, with nothing around it: what the machine takes for connections alone. */
async function bareReconnect({ locks }: Fleet): Promise<number> {
  const child = startNode([fileURLToPath(new URL('raw-broker.ts', import.meta.url))], { side: 'measured' })
  const [, url = ''] = await firstMatch(child, /listening on (\S+)/)
  const there: SimulatedLock[] = []
  // Who is not answered in time is no part of it: a connection that the machine has no time for is what is looked for.
  await inBatches(locks.length, async (i) => {
    const lock = await connectTo(url, (locks[i] as FleetLock).identity).catch(() => undefined)
    if (lock) there.push(lock)
  })
  for (const lock of there) lock.loseConnection()
  await delay(1000)
  const start = performance.now()
  await reconnectAll(there)
  const ms = ((performance.now() - start) * locks.length) / there.length
  for (const lock of there) lock.loseConnection()
  await stopChild(child)
  return ms
}

const numberOf = (store: DatabaseSync, sql: string) => Number(store.prepare(sql).get()?.n)
const onlineCount = ({ store }: Fleet) =>
  numberOf(store, 'select count(*) as n from smartlock where server_state = 0 and state is not null')
const logCount = ({ store }: Fleet) => numberOf(store, 'select count(*) as n from smartlock_log')

async function until(condition: () => boolean, withinMs = 600_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('The measurement did not come to an end.')
    await delay(20)
  }
}
