import { setTimeout as delay } from 'node:timers/promises'
import { type SimulatedLock, startSimulatedLock } from '@latchwork/simulator'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { registerLocks } from './fleet.ts'
import { startLatchwork, TOKEN } from './latchwork-process.ts'
import { inTurn, measureLoad, medianWindow, type Target } from './load.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row, ratioRow } from './row.ts'
import type { Store } from './stores.ts'

const REPORTING = 20
/** A lock that is turned reports its state and an event. */
const TURNS_PER_SECOND = 50
const CONNECTIONS = 10
const AIM = 0.3
const AIM_P99_MS = 10

/** Reads of single locks of a large account while some of its locks report, against the same reads while none does. */
export async function busyReadRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const count = pace.lockOf
  const env = { LATCHWORK_QUOTA_SMARTLOCKS: String(count) }
  const service = await startLatchwork(await store.newStorage(), { env })
  progress(`${store.engine}: one lock of ${count}, registering`)
  const locks = await registerLocks(service, 0, count)
  const reporting: SimulatedLock[] = []
  for (const { spec, username, secret } of locks.slice(0, REPORTING)) {
    const from = { brokerUrl: service.brokerUrl, clock: systemClock, movementMs: 0 }
    reporting.push(await startSimulatedLock({ spec, deviceId: spec.deviceId, username, secret, ...from }))
  }
  const target: Target = {
    url: service.url,
    pid: service.pid,
    headers: { authorization: `Bearer ${TOKEN}` },
    method: 'GET',
    status: 200,
    paths: () => locks.slice(0, 10 * REPORTING).map(({ smartlockId }) => `/smartlock/${smartlockId}`),
  }
  progress(`${store.engine}: one lock of ${count}, with and without reports`)
  await measureLoad(target, CONNECTIONS, pace.warmUpSeconds)
  const windows = await inTurn(pace.rounds, {
    busy: () => whileReporting(reporting, () => measureLoad(target, CONNECTIONS, pace.windowSeconds)),
    quiet: () => measureLoad(target, CONNECTIONS, pace.windowSeconds),
  })
  for (const lock of reporting) lock.loseConnection()
  await service.stop()
  const busy = medianWindow(windows.busy)
  const quiet = medianWindow(windows.quiet)
  const labels = {
    part: 'reads',
    engine: store.engine,
    concurrency: CONNECTIONS,
    against: 'no reports',
  } as const
  const row = `GET /smartlock/{id} of ${count} locks, ${2 * TURNS_PER_SECOND} reports/s`
  const detail = { busy, quiet }
  return [
    ratioRow({ ...labels, row, unit: 'req/s', ours: busy.perSecond, baseline: quiet.perSecond, detail }, AIM),
    limitRow(
      { ...labels, row: `${row}, p99`, unit: 'ms', ours: busy.p99Ms, baseline: quiet.p99Ms },
      AIM_P99_MS,
    ),
  ]
}

async function whileReporting<T>(locks: readonly SimulatedLock[], work: () => Promise<T>): Promise<T> {
  let isOver = false
  const reports = (async () => {
    const startedAt = performance.now()
    for (let i = 0; !isOver; i++) {
      await delay(Math.max(startedAt + (1000 * i) / TURNS_PER_SECOND - performance.now(), 0))
      const lock = locks[i % locks.length] as SimulatedLock
      lock.turnByHand(lock.snapshot().state === 1 ? 'unlock' : 'lock')
    }
  })()
  try {
    return await work()
  } finally {
    isOver = true
    await reports
  }
}
