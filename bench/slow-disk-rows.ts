import { setTimeout as sleep } from 'node:timers/promises'
import { buildShim } from '../packages/server/test/disk/build-shim.ts'
import { registerLocks } from './fleet.ts'
import { type LatchworkProcess, startLatchwork, TOKEN } from './latchwork-process.ts'
import { inTurn, measureLoad, medianWindow, type Target } from './load.ts'
import type { Pace } from './options.ts'
import { newDirectory } from './processes.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row, ratioRow } from './row.ts'
import type { Store } from './stores.ts'

/** What every sync of the slow disk takes longer. */
const DELAY_MS = 20
/** Ten writes a second meanwhile, on either disk. */
const WRITE_EVERY_MS = 100
const CONNECTIONS = 10
const AIM = 0.6
const P99_LIMIT_MS = 60
const headers = { authorization: `Bearer ${TOKEN}` }

/** Reads while something is written all the time, with a disk that takes long to confirm, against one that does not. */
export async function slowDiskRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  if (store.engine === 'PostgreSQL') return []
  const shim = buildShim(newDirectory())
  if ('reason' in shim) {
    progress(`slow-disk is left out: ${shim.reason}`)
    return []
  }
  const slow = { LD_PRELOAD: shim.path, DISK_SHIM_DELAY_MS: String(DELAY_MS) }
  const sides = { ours: await start(store, slow), baseline: await start(store, {}) }
  const rows: Row[] = []
  for (const [name, list] of [
    ['GET /smartlock/{id}', false],
    ['GET /smartlock (10 locks)', true],
  ] as const) {
    progress(`reads with ${DELAY_MS} ms more for every sync: ${name}`)
    const measure = ({ service, smartlockId }: Side) => {
      const path = list ? '/smartlock' : `/smartlock/${smartlockId}`
      return whileWriting(service, smartlockId, () =>
        measureLoad(target(service, path), CONNECTIONS, pace.windowSeconds),
      )
    }
    const windows = await inTurn(pace.rounds, {
      ours: () => measure(sides.ours),
      baseline: () => measure(sides.baseline),
    })
    const ours = medianWindow(windows.ours)
    const baseline = medianWindow(windows.baseline)
    const row = { part: 'slow-disk', row: name, engine: store.engine, concurrency: CONNECTIONS } as const
    const rates = { unit: 'req/s', ours: ours.perSecond, baseline: baseline.perSecond } as const
    const p99 = { unit: 'ms', ours: ours.p99Ms, baseline: baseline.p99Ms } as const
    const against = 'the same on a fast disk'
    rows.push(
      ratioRow({ ...row, ...rates, against, detail: { ours, baseline } }, AIM),
      limitRow({ ...row, ...p99, row: `${name}, p99`, against }, P99_LIMIT_MS),
    )
  }
  await Promise.all([sides.ours.service.stop(), sides.baseline.service.stop()])
  return rows
}

interface Side {
  service: LatchworkProcess
  smartlockId: number
}

async function start(store: Store, env: Record<string, string>): Promise<Side> {
  const service = await startLatchwork(await store.newStorage(), { env })
  const [lock] = await registerLocks(service, 0, 10)
  return { service, smartlockId: Number(lock?.smartlockId) }
}

const target = ({ url, pid }: LatchworkProcess, path: string): Target => ({
  url,
  pid,
  headers,
  method: 'GET',
  status: 200,
  paths: () => [path],
})

/** Another name for the lock, again and again, until the measuring is over. */
async function whileWriting<T>(
  { api }: LatchworkProcess,
  smartlockId: number,
  measure: () => Promise<T>,
): Promise<T> {
  let isOver = false
  const write = async () => {
    for (let n = 0; !isOver; n++) {
      const startedAt = performance.now()
      await api.smartlocks.update({ params: { smartlockId }, body: { name: `Door ${n}` } })
      await sleep(Math.max(0, WRITE_EVERY_MS - (performance.now() - startedAt)))
    }
  }
  const writing = write()
  const measured = await measure()
  isOver = true
  await writing
  return measured
}
