import { setTimeout as delay } from 'node:timers/promises'
import { ClusterSite } from './cluster-site.ts'
import type { FleetLock } from './device-fleet.ts'
import { type LatchworkProcess, TOKEN } from './latchwork-process.ts'
import { measureLoad, median, percentile } from './load.ts'
import type { Pace } from './options.ts'
import { startPostgresStore } from './postgres-store.ts'
import type { Progress } from './progress.ts'
import { growthRow, limitRow, type Row, ratioRow } from './row.ts'
import type { Store } from './stores.ts'

const LOCKS = 39
/** Divides by one, two and three. */
const CONNECTIONS = 12
const CALLS_PER_SECOND = 13
const SIZES = [1, 2, 3] as const
/** An action that is not confirmed by then counts as not confirmed in time. */
const IN_TIME_MS = 10_000
const RECOVER_WITHIN_MS = 60_000
const AIM_RATE = 0.9
const AIM_GROWTH = 2
const AIM_RECOVERY_MS = 5000
/** How long a process has to be silent until it counts as gone. */
const SILENCE_MS = 2000

interface Measured {
  readonly confirmedPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly asked: number
  readonly inTime: number
  readonly deadlocks: number
}

/** One, two and three processes on one PostgreSQL, one broker and the same cpus; and how soon locks are served after a fault. */
export async function clusterRows(_store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  progress('cluster: starting PostgreSQL and Mosquitto')
  const store = await startPostgresStore()
  try {
    const site = await ClusterSite.open(await store.newStorage(), LOCKS)
    const measured: Measured[] = []
    for (const size of SIZES) {
      progress(`cluster: ${size} processes`)
      await site.resize(size)
      measured.push(await measure(site, pace))
    }
    const rows = [...rowsOf(measured), ...(await recoveryRows(site, pace, progress))]
    await site.close()
    return rows
  } finally {
    await store.stop()
  }
}

async function measure(site: ClusterSite, pace: Pace): Promise<Measured> {
  await closedLoop(site, pace.warmUpSeconds)
  const before = await site.deadlocks()
  const rates: number[] = []
  for (let round = 0; round < pace.rounds; round++) rates.push(await closedLoop(site, 2 * pace.windowSeconds))
  const times = await atFixedRate(site, pace.rounds * 4 * pace.windowSeconds)
  const inTime = times.filter((ms) => ms < IN_TIME_MS)
  return {
    confirmedPerSecond: median(rates),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    asked: times.length,
    inTime: inTime.length,
    deadlocks: (await site.deadlocks()) - before,
  }
}

/** As many actions as the locks confirm, asked for through all processes alike. */
async function closedLoop({ processes, locks }: ClusterSite, seconds: number): Promise<number> {
  const begun = performance.now()
  const connections = CONNECTIONS / processes.length
  const windows = await Promise.all(
    processes.map((one, at) => {
      const own = locks.filter((_, index) => index % processes.length === at)
      return measureLoad(
        {
          url: one.url,
          pid: one.pid,
          headers: { authorization: `Bearer ${TOKEN}` },
          method: 'POST',
          status: 204,
          paths: (connection) =>
            pathsOf(own.filter((_, index) => index % connections === connection % connections)),
        },
        connections,
        seconds,
      )
    }),
  )
  await untilNothingIsUnderWay(processes[0] as LatchworkProcess)
  const accepted = windows.reduce((sum, { answered }) => sum + answered, 0)
  return accepted / ((performance.now() - begun) / 1000)
}

const pathsOf = (locks: readonly FleetLock[]): string[] =>
  ['unlock', 'lock'].flatMap((call) =>
    locks.map(({ smartlockId }) => `/smartlock/${smartlockId}/action/${call}`),
  )

async function untilNothingIsUnderWay({ api }: LatchworkProcess): Promise<void> {
  for (;;) {
    const open = await Promise.all(
      (['queued', 'sent'] as const).map((status) => api.operations.list({ query: { status, limit: 1 } })),
    )
    if (open.every(({ data }) => data.length === 0)) return
    await delay(5)
  }
}

/** Calls at a steady rate, lock after lock, through each process in turn; how long each took until it was confirmed. */
async function atFixedRate({ processes, locks }: ClusterSite, seconds: number): Promise<number[]> {
  const under: Promise<number>[] = []
  const begun = performance.now()
  for (let i = 0; i < seconds * CALLS_PER_SECOND; i++) {
    const one = processes[i % processes.length] as LatchworkProcess
    const lock = locks[i % locks.length] as FleetLock
    under.push(confirmed(one, lock, Math.floor(i / locks.length) % 2 === 0 ? 'unlock' : 'lock'))
    await delay(Math.max(0, begun + ((i + 1) * 1000) / CALLS_PER_SECOND - performance.now()))
  }
  return Promise.all(under)
}

/** How long it took; as long as anybody would wait if it was not confirmed. */
async function confirmed(
  { api }: LatchworkProcess,
  { smartlockId }: FleetLock,
  call: 'unlock' | 'lock',
): Promise<number> {
  const begun = performance.now()
  try {
    const { operationId } = await api.smartlocks[call]({ params: { smartlockId } })
    const params = { operationId: operationId as string }
    while (performance.now() < begun + IN_TIME_MS) {
      const { data } = await api.operations.get({ params })
      if (data.status === 'confirmed') return performance.now() - begun
      if (data.status !== 'queued' && data.status !== 'sent') break
      await delay(3)
    }
  } catch {
    // Refused, or nobody answered: it was not confirmed.
  }
  return IN_TIME_MS
}

function rowsOf([one, ...others]: readonly Measured[]): Row[] {
  if (!one) throw new Error('Nothing was measured.')
  return others.flatMap((many, at) => {
    const size = SIZES[at + 1] as number
    const labels = { part: 'cluster', engine: 'PostgreSQL', against: 'one process' } as const
    const detail = { ours: many, baseline: one }
    const note = `${many.inTime} of ${many.asked} confirmed in time, with one process ${one.inTime} of ${one.asked}`
    const name = (what: string) => `${size} processes: ${what}`
    return [
      ratioRow(
        {
          ...labels,
          row: name('unlocks confirmed'),
          concurrency: CONNECTIONS,
          unit: 'req/s',
          ours: many.confirmedPerSecond,
          baseline: one.confirmedPerSecond,
          detail,
        },
        AIM_RATE,
      ),
      ratioRow({
        ...labels,
        row: name('unlock → confirmed p50'),
        unit: 'ms',
        ours: many.p50Ms,
        baseline: one.p50Ms,
        note,
      }),
      growthRow(
        { ...labels, row: name('unlock → confirmed p99'), unit: 'ms', ours: many.p99Ms, baseline: one.p99Ms },
        AIM_GROWTH,
      ),
      limitRow(
        {
          ...labels,
          row: name('deadlocks'),
          unit: 'of them',
          ours: many.deadlocks,
          against: 'one too many',
          baseline: 1,
        },
        1,
      ),
    ]
  })
}

/** From the fault, or where something has to come back from then on, until an action is confirmed by a lock that it hit. */
async function recoveryRows(site: ClusterSite, pace: Pace, progress: Progress): Promise<Row[]> {
  const killed: number[] = []
  const restarted: number[] = []
  for (let round = 0; round < Math.max(2, pace.rounds); round++) {
    progress(`cluster: faults, round ${round + 1}`)
    await site.resize(SIZES.length)
    const probe = site.locks[(round * 5) % site.locks.length] as FleetLock
    const other = await site.killOwnerOf(probe)
    killed.push(await untilServed(other, [probe]))
    await site.resize(SIZES.length)
    await site.broker.restart()
    restarted.push(await untilServed(site.processes.at(-1) as LatchworkProcess, site.locks))
  }
  const row = (name: string, times: readonly number[]) =>
    limitRow(
      {
        part: 'cluster',
        row: name,
        engine: 'PostgreSQL',
        unit: 'ms',
        ours: percentile(times, 0.95),
        against: 'silence of a lease',
        baseline: SILENCE_MS,
        detail: { times },
      },
      AIM_RECOVERY_MS,
    )
  return [
    row('a process is killed → unlock of its lock confirmed', killed),
    row('broker is back → unlock confirmed', restarted),
  ]
}

/** Until one of these locks, whichever is there first, has confirmed an action. */
async function untilServed(one: LatchworkProcess, probes: readonly FleetLock[]): Promise<number> {
  const begun = performance.now()
  for (let attempt = 0; performance.now() < begun + RECOVER_WITHIN_MS; attempt++) {
    const probe = probes[attempt % probes.length] as FleetLock
    if ((await confirmed(one, probe, attempt % 2 === 0 ? 'unlock' : 'lock')) < IN_TIME_MS)
      return performance.now() - begun
    await delay(20)
  }
  throw new Error('Locks were not served again.')
}
