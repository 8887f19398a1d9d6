import { setTimeout as delay } from 'node:timers/promises'
import type { BareRoute } from './bare-fastify.ts'
import { startBareFastify } from './bare-server.ts'
import { busyReadRows } from './busy-read-rows.ts'
import { connectLocks, registerLocks } from './fleet.ts'
import { type LatchworkProcess, startLatchwork, TOKEN } from './latchwork-process.ts'
import { CONCURRENCIES, inTurn, measureLoad, medianWindow, type Target } from './load.ts'
import type { Pace } from './options.ts'
import { residentMb } from './processes.ts'
import type { Progress } from './progress.ts'
import { growthRow, limitRow, type Row, ratioRow } from './row.ts'
import type { Store } from './stores.ts'

const LOCKS = 10
const AIM_OF_BARE_FASTIFY = { SQLite: 0.8, PostgreSQL: 0.6 }
/** Cpu time of an answer: the load is the limit of the rate at higher concurrencies. */
const MOST_CPU = { SQLite: 1.33, PostgreSQL: 1.67 }
/** By then a process on PostgreSQL knows whether it is alone. */
const ALONE_AFTER_MS = 6000
const AIM_MEMORY_MB = 220
const WARM_UP_CONNECTIONS = 10
const headers = { authorization: `Bearer ${TOKEN}` }

/** What a read of an API that knows its callers takes at least. */
const LEAST = 'bare Fastify with token, request id and count'

/** Reads of ten locks against a bare Fastify that sends the same bytes. */
export async function readRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const service = await startLatchwork(await store.newStorage())
  const locks = await registerLocks(service, 0, LOCKS)
  const fleet = await connectLocks(service, locks)
  const paths = ['/smartlock', `/smartlock/${locks[0]?.smartlockId}`]
  const answers = await Promise.all(paths.map((path) => recordAnswer(service, path)))
  const bare = await startBareFastify(answers)
  const guarded = await startBareFastify(answers, { token: TOKEN })
  if (store.engine === 'PostgreSQL') await delay(ALONE_AFTER_MS)
  const rows: Row[] = []
  for (const path of paths) {
    const name = path === '/smartlock' ? `GET /smartlock (${LOCKS} locks)` : 'GET /smartlock/{id}'
    const sides = { ours: target(service, path), baseline: target(bare, path), least: target(guarded, path) }
    progress(`${store.engine}: ${name}, until the code is as fast as it gets`)
    for (const side of Object.values(sides))
      await measureLoad(side, WARM_UP_CONNECTIONS, 4 * pace.warmUpSeconds)
    for (const connections of CONCURRENCIES) {
      progress(`${store.engine}: ${name}, concurrency ${connections}`)
      const row = { part: 'reads', row: name, engine: store.engine, concurrency: connections } as const
      rows.push(...(await compare(row, sides, connections, pace)))
    }
  }
  const memory = { ours: service.residentMb(), baseline: residentMb(bare.pid) }
  const row = { part: 'reads', row: 'memory after reads', engine: store.engine, unit: 'MB' } as const
  rows.push(limitRow({ ...row, ...memory, against: 'bare Fastify' }, AIM_MEMORY_MB))
  await Promise.all([fleet.stop(), bare.stop(), guarded.stop()])
  await service.stop()
  rows.push(...(await busyReadRows(store, pace, progress)))
  return rows
}

async function recordAnswer(service: LatchworkProcess, path: string): Promise<BareRoute> {
  const response = await fetch(service.url + path, { headers })
  if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}.`)
  return { path, contentType: response.headers.get('content-type') ?? '', body: await response.text() }
}

const target = ({ url, pid }: { url: string; pid: number }, path: string): Target => ({
  url,
  pid,
  headers,
  method: 'GET',
  status: 200,
  paths: () => [path],
})

type Labels = Pick<Row, 'part' | 'row' | 'concurrency'> & { engine: Store['engine'] }

async function compare(
  row: Labels,
  sides: Record<'ours' | 'baseline' | 'least', Target>,
  connections: number,
  pace: Pace,
): Promise<Row[]> {
  for (const side of Object.values(sides)) await measureLoad(side, connections, pace.warmUpSeconds)
  const measure = (side: keyof typeof sides) => () =>
    measureLoad(sides[side], connections, pace.windowSeconds)
  const windows = await inTurn(pace.rounds, {
    ours: measure('ours'),
    baseline: measure('baseline'),
    least: measure('least'),
  })
  const ours = medianWindow(windows.ours)
  const baseline = medianWindow(windows.baseline)
  const least = medianWindow(windows.least)
  const cpu = { unit: 'µs', ours: ours.cpuMicrosPerAnswer } as const
  const against = 'bare Fastify'
  const rates = { unit: 'req/s', ours: ours.perSecond, baseline: baseline.perSecond } as const
  const detail = { ours, baseline, least }
  return [
    ratioRow({ ...row, ...rates, against, detail }, AIM_OF_BARE_FASTIFY[row.engine]),
    growthRow(
      { ...row, ...cpu, row: `${row.row}, cpu`, baseline: baseline.cpuMicrosPerAnswer, against },
      MOST_CPU[row.engine],
    ),
    ratioRow({ ...row, ...cpu, row: `${row.row}, cpu`, baseline: least.cpuMicrosPerAnswer, against: LEAST }),
    ratioRow({ ...row, ...rates, row: `${row.row} of ${LEAST}`, ours: least.perSecond, against }),
  ]
}
