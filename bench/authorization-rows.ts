import { addAuthorizations, locksFor } from './authorization-store.ts'
import { type LatchworkProcess, startLatchwork, TOKEN } from './latchwork-process.ts'
import { median } from './load.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { growthRow, limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'

const AIM_GROWTH = 1.5
const AIM_BULK_MS = 2000
const BULK_LOCKS = 500
const PAGE = 100

/** A service with so many authorizations in its store. */
interface Filled {
  readonly service: LatchworkProcess
  readonly size: number
  /** Locks that have room, in turn. */
  readonly nextLock: () => number
  readonly lockIds: readonly number[]
}

const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }

/** What lists, pages and creations cost with few and with very many authorizations in the store. */
export async function authorizationRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const filled: Filled[] = []
  for (const size of pace.authorizations) {
    progress(`${store.engine}: a store with ${size} authorizations`)
    filled.push(await fill(store, size))
  }
  progress(`${store.engine}: pages, creations and lists`)
  const rows = [
    ...(await growthRows(store, filled, pace)),
    await listRow(store, filled),
    await bulkRow(store, filled.at(-1) as Filled, pace),
  ]
  for (const { service } of filled) await service.stop()
  return rows
}

async function fill(store: Store, size: number): Promise<Filled> {
  const storage = await store.newStorage()
  const empty = await startLatchwork(storage)
  const { data } = await empty.api.smartlocks.register({
    body: { type: 4, name: 'Door', deviceId: '10000000' },
  })
  const { smartlockId } = data
  const body = { name: 'First', remoteAllowed: false }
  await empty.api.authorizations.createOn({ params: { smartlockId }, body })
  await empty.stop()
  await addAuthorizations(storage, size)
  const lockIds = Array.from({ length: locksFor(size) }, (_, i) => smartlockId + 1 + i)
  let next = 0
  const nextLock = () => lockIds[next++ % lockIds.length] as number
  return { service: await startLatchwork(storage), size, lockIds, nextLock }
}

async function timed(filled: Filled, method: string, path: string, body?: object): Promise<number> {
  const startedAt = performance.now()
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(filled.service.url + path, init)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
  return performance.now() - startedAt
}

const CODE = { name: 'Guest', type: 13, remoteAllowed: false }

const CALLS: Readonly<Record<string, (filled: Filled) => Promise<number>>> = {
  'first page of authorizations': (f) => timed(f, 'GET', `/smartlock/auth/paged?size=${PAGE}`),
  'last page of authorizations': (f) =>
    timed(f, 'GET', `/smartlock/auth/paged?size=${PAGE}&page=${Math.ceil(f.size / PAGE) - 1}`),
  'create an authorization': (f) => timed(f, 'PUT', `/smartlock/${f.nextLock()}/auth`, CODE),
}

/** All sizes take turns, so that what else the machine does meets all alike. */
async function growthRows(store: Store, filled: readonly Filled[], pace: Pace): Promise<Row[]> {
  const rows: Row[] = []
  for (const [row, call] of Object.entries(CALLS)) {
    const times = filled.map((): number[] => [])
    for (let round = -5; round < pace.authorizationCalls; round++)
      for (const [i, one] of filled.entries()) {
        const took = await call(one)
        if (round >= 0) times[i]?.push(took)
      }
    rows.push(growth(store, row, filled, times.map(median)))
  }
  return rows
}

function growth(store: Store, row: string, filled: readonly Filled[], ms: readonly number[]): Row {
  const [, middle, most] = filled as readonly [Filled, Filled, Filled]
  const detail = { ms: Object.fromEntries(filled.map(({ size }, i) => [size, ms[i]])) }
  const measured = { ours: ms[2] as number, baseline: ms[1] as number, detail }
  const labels = { part: 'authorizations', engine: store.engine, unit: 'ms' } as const
  return growthRow(
    { ...labels, row: `${row}, ${most.size} stored`, against: `${middle.size} stored`, ...measured },
    AIM_GROWTH,
  )
}

/** The whole list, by the thousand: it has to grow with its length, and with nothing else. */
async function listRow(store: Store, filled: readonly Filled[]): Promise<Row> {
  const ms: number[] = []
  for (const one of filled) ms.push(((await timed(one, 'GET', '/smartlock/auth')) * 1000) / one.size)
  return growth(store, 'list, each thousand authorizations', filled, ms)
}

/** One call for many locks against as many calls. */
async function bulkRow(store: Store, filled: Filled, pace: Pace): Promise<Row> {
  const smartlockIds = filled.lockIds.slice(0, BULK_LOCKS)
  const singles: number[] = []
  for (let i = 0; i < pace.authorizationCalls; i++)
    singles.push(await timed(filled, 'PUT', `/smartlock/${filled.nextLock()}/auth`, CODE))
  const bulk: number[] = []
  for (let round = 0; round < pace.rounds; round++)
    bulk.push(await timed(filled, 'PUT', '/smartlock/auth', { ...CODE, smartlockIds }))
  const row = {
    part: 'authorizations',
    row: `create on ${smartlockIds.length} locks in one call`,
    engine: store.engine,
    unit: 'ms',
    ours: median(bulk),
    against: 'as many single calls',
    baseline: median(singles) * smartlockIds.length,
  } as const
  return limitRow(row, store.engine === 'SQLite' ? AIM_BULK_MS : undefined)
}
