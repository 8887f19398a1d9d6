import { fileURLToPath } from 'node:url'
import { registerLocks } from './fleet.ts'
import { startLatchwork, TOKEN } from './latchwork-process.ts'
import { CONCURRENCIES, inTurn, measureLoad, medianWindow, type Target } from './load.ts'
import type { Pace } from './options.ts'
import { firstMatch, startNode, stopChild } from './processes.ts'
import type { Progress } from './progress.ts'
import { type Row, ratioRow } from './row.ts'
import { type Store, sqliteStore } from './stores.ts'

const CHILD = fileURLToPath(new URL('guarded-server.ts', import.meta.url))
const LOCKS = 10

/** What finding the caller of a token costs: the same read as it is, and as a public route. */
export async function guardedRows(_store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const storage = await sqliteStore.newStorage()
  const service = await startLatchwork(storage)
  await registerLocks(service, 0, LOCKS)
  await service.stop()
  const child = startNode([CHILD, storage.dataDir], { side: 'measured' })
  const [, url = ''] = await firstMatch(child, /listening on (\S+)/)
  const target = (path: string, headers: Record<string, string>): Target => ({
    url,
    pid: child.pid as number,
    headers,
    method: 'GET',
    status: 200,
    paths: () => [path],
  })
  const ours = target('/smartlock', { authorization: `Bearer ${TOKEN}` })
  const baseline = target('/open', {})
  const rows: Row[] = []
  for (const connections of CONCURRENCIES) {
    progress(`SQLite: the same read with and without a token, concurrency ${connections}`)
    for (const side of [ours, baseline]) await measureLoad(side, connections, pace.warmUpSeconds)
    const windows = await inTurn(pace.rounds, {
      ours: () => measureLoad(ours, connections, pace.windowSeconds),
      baseline: () => measureLoad(baseline, connections, pace.windowSeconds),
    })
    const rates = {
      ours: medianWindow(windows.ours).perSecond,
      baseline: medianWindow(windows.baseline).perSecond,
    }
    const labels = { part: 'guarded-reads', row: 'GET with a token', concurrency: connections } as const
    rows.push(ratioRow({ ...labels, ...rates, unit: 'req/s', against: 'the same read, public' }))
  }
  await stopChild(child)
  return rows
}
