import { profileWhile, sharesOf } from './cpu-profile.ts'
import { connectLocks, registerLocks } from './fleet.ts'
import { freePort } from './free-port.ts'
import { HOT_PATH } from './hot-path-table.ts'
import { startLatchwork, TOKEN } from './latchwork-process.ts'
import { measureLoad } from './load.ts'
import type { Pace } from './options.ts'
import { cpuSeconds, loopCpuSeconds } from './processes.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'
import { measureActions, nextMoves } from './unlock-load.ts'

const CONNECTIONS = 10
/** Many more than connections: a lock takes one action at a time. */
const LOCKS = 200
/** Samples of so many seconds are enough to tell one part from another. */
const WINDOWS = 4
/** What is less than this share of the whole is put together. */
const WORTH_A_LINE = 0.01

/** Where the cpu time of a read and of an unlock goes, from the call to the confirmation. */
export async function hotPathRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const inspector = await freePort()
  const service = await startLatchwork(await store.newStorage(), {
    env: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` },
  })
  const locks = await registerLocks(service, 0, LOCKS)
  const fleet = await connectLocks(service, locks)
  const seconds = pace.windowSeconds * WINDOWS
  const site = { service, moves: await nextMoves(service) }
  const read = {
    url: service.url,
    pid: service.pid,
    headers: { authorization: `Bearer ${TOKEN}` },
    method: 'GET',
    status: 200,
    paths: () => [`/smartlock/${locks[0]?.smartlockId}`],
  } as const
  const kinds = {
    'GET /smartlock/{id}': (duration: number) => measureLoad(read, CONNECTIONS, duration),
    'POST unlock until confirmed': (duration: number) => measureActions(site, CONNECTIONS, duration),
  }
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(kinds)) {
    progress(`${store.engine}: where the cpu time goes, ${name}`)
    await measure(pace.warmUpSeconds)
    const { all, loop } = await cpuOf(service.pid, () => measure(seconds))
    const shares = sharesOf(await profileWhile(inspector, () => measure(seconds)))
    rows.push(...rowsOf(name, store, { all, loop, shares }))
  }
  await fleet.stop()
  await service.stop()
  return rows
}

/** Without the profile, which costs time itself. */
async function cpuOf(pid: number, measure: () => Promise<{ answered: number }>) {
  const before = [cpuSeconds(pid), loopCpuSeconds(pid)] as const
  const { answered } = await measure()
  const perAnswer = (seconds: number) => (seconds * 1e6) / answered
  return { all: perAnswer(cpuSeconds(pid) - before[0]), loop: perAnswer(loopCpuSeconds(pid) - before[1]) }
}

interface Measured {
  readonly all: number
  readonly loop: number
  readonly shares: ReadonlyMap<string, number>
}

function rowsOf(call: string, { engine }: Store, { all, loop, shares }: Measured): Row[] {
  const micros = [...shares].map(([component, share]) => ({ component, ours: share * loop }))
  const worth = micros.filter(({ ours }) => ours >= all * WORTH_A_LINE)
  const shown = worth.reduce((sum, { ours }) => sum + ours, 0)
  const components = [
    ...worth.sort((a, b) => b.ours - a.ours),
    { component: 'everything else on the event loop', ours: loop - shown },
    { component: 'other threads: disk, collector, compiler', ours: Math.max(0, all - loop) },
  ]
  return components.map(({ component, ours }) =>
    limitRow({
      part: HOT_PATH,
      row: `${call}, cpu of ${component}`,
      engine,
      concurrency: CONNECTIONS,
      unit: 'µs',
      ours,
      against: 'all of it',
      baseline: all,
      detail: { call, component },
    }),
  )
}
