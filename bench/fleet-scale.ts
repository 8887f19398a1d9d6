import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type LockSpec, SANDBOX_BUILDING, type SimulatedLock, startSimulatedLock } from '@latchwork/simulator'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { type ServiceProcess, startProcess } from '../packages/server/test/service-process.ts'

/**
 * How one process carries many locks: memory, reports applied a second, how long an unlock takes with few and with
 * many locks connected, and what happens when all of them come back at once. The service is a process of its own on
 * SQLite with the embedded broker; the simulated locks, all of them, are in this one and share its machine.
 *
 * Usage: node bench/fleet-scale.ts [--locks 10000] [--unlocks 300]
 */
const { values: options } = parseArgs({
  options: {
    locks: { type: 'string', default: '10000' },
    unlocks: { type: 'string', default: '300' },
  },
})
const LOCKS = Number(options.locks)
const UNLOCKS = Number(options.unlocks)
/** Connecting is a password check in the service: a few hundred at once keep it busy, more only wait. */
const AT_ONCE = 200

interface Fleet {
  readonly service: ServiceProcess
  readonly store: DatabaseSync
  readonly locks: { smartlockId: number; lock: SimulatedLock }[]
}

type Row = readonly [measured: string, value: string]

const model = SANDBOX_BUILDING.find((spec) => spec.name === 'Old cellar') as LockSpec

async function inBatches<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - from)
    results.push(...(await Promise.all(Array.from({ length: size }, (_, i) => work(from + i)))))
  }
  return results
}

/** Registers and connects locks until there are `count`. */
async function growTo({ service, locks }: Fleet, count: number): Promise<void> {
  const first = locks.length
  const added = await inBatches(count - first, async (i) => {
    const deviceId = (0x1000_0000 + first + i).toString(16).toUpperCase()
    const { data } = await service.api.smartlocks.register({
      body: { type: 0, name: `Door ${first + i}`, deviceId },
    })
    const lock = await startSimulatedLock({
      spec: { ...model, deviceId },
      deviceId,
      ...data.credentials,
      brokerUrl: service.brokerUrl,
      clock: systemClock,
      movementMs: 0,
    })
    return { smartlockId: data.smartlockId, lock }
  })
  locks.push(...added)
}

const numberOf = (store: DatabaseSync, sql: string) => Number(store.prepare(sql).get()?.n)
const onlineCount = ({ store }: Fleet) =>
  numberOf(store, 'select count(*) as n from smartlock where server_state = 0 and state is not null')
const logCount = ({ store }: Fleet) => numberOf(store, 'select count(*) as n from smartlock_log')

async function until(condition: () => boolean, withinMs = 300_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('the measurement did not come to an end')
    await sleep(20)
  }
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** From the call to the confirmed operation, one after the other on locks spread over the fleet. */
async function unlockTimes({ service, locks }: Fleet): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < UNLOCKS; i++) {
    const { smartlockId, lock } = locks[(i * 7919) % locks.length] as Fleet['locks'][number]
    const params = { smartlockId }
    const isLocked = lock.snapshot().state === 1
    const start = performance.now()
    const { operationId } = isLocked
      ? await service.api.smartlocks.unlock({ params })
      : await service.api.smartlocks.lock({ params })
    for (;;) {
      const { data } = await service.api.operations.get({ params: { operationId: operationId as string } })
      if (data.status === 'confirmed') break
      if (data.status !== 'queued' && data.status !== 'sent') throw new Error(`operation ${data.status}`)
      await turnOfTheLoop()
    }
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.floor(q * (sorted.length - 1))] as number
const ms = (value: number) => `${value.toFixed(1)} ms`
const seconds = (sinceMs: number) => (performance.now() - sinceMs) / 1000

async function unlockRow(fleet: Fleet): Promise<Row> {
  const times = await unlockTimes(fleet)
  return [
    `unlock to confirmed, ${fleet.locks.length} connected`,
    `p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}`,
  ]
}

/** Every lock is turned by hand: a state and an event each, all of which must be in the store. */
async function reportRow(fleet: Fleet): Promise<Row> {
  const before = logCount(fleet)
  const start = performance.now()
  for (const { lock } of fleet.locks) {
    lock.turnByHand(lock.snapshot().state === 1 ? 'unlock' : 'lock')
    lock.turnByHand(lock.snapshot().state === 1 ? 'unlock' : 'lock')
  }
  await until(() => logCount(fleet) === before + 2 * fleet.locks.length)
  const took = seconds(start)
  return ['reports applied (state and event)', `${Math.round((4 * fleet.locks.length) / took)}/s`]
}

/** All connections break without a word, and all locks come back. */
async function reconnectRow(fleet: Fleet): Promise<Row> {
  for (const { lock } of fleet.locks) lock.loseConnection()
  await until(() => onlineCount(fleet) === 0)
  const start = performance.now()
  await inBatches(fleet.locks.length, (i) => (fleet.locks[i] as Fleet['locks'][number]).lock.reconnect())
  await until(() => onlineCount(fleet) === fleet.locks.length)
  return [`mass reconnect of ${fleet.locks.length}`, `${seconds(start).toFixed(1)} s until all are online`]
}

async function measure(fleet: Fleet): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of [1, 100].filter((count) => count < LOCKS)) {
    await growTo(fleet, count)
    await until(() => onlineCount(fleet) === count)
    rows.push(await unlockRow(fleet))
  }
  const start = performance.now()
  await growTo(fleet, LOCKS)
  await until(() => onlineCount(fleet) === LOCKS)
  rows.push([`register and connect up to ${LOCKS}`, `${seconds(start).toFixed(1)} s`])
  rows.push(await unlockRow(fleet))
  rows.push(await reportRow(fleet))
  rows.push(await reconnectRow(fleet))
  rows.push([
    `resident memory of the service, ${LOCKS} connected`,
    `${Math.round(await residentMiB(fleet.service.pid))} MiB`,
  ])
  return rows
}

const dataDir = await mkdtemp(join(tmpdir(), 'latchwork-fleet-'))
const service = await startProcess(
  { engine: 'sqlite', dataDir },
  { LATCHWORK_QUOTA_SMARTLOCKS: String(LOCKS) },
)
const store = new DatabaseSync(join(dataDir, 'latchwork.db'), { readOnly: true })
const fleet: Fleet = { service, store, locks: [] }
try {
  const rows = await measure(fleet)
  process.stdout.write('| Measured | Value |\n|---|---|\n')
  for (const [measured, value] of rows) process.stdout.write(`| ${measured} | ${value} |\n`)
} finally {
  store.close()
  for (const { lock } of fleet.locks) lock.loseConnection()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}
