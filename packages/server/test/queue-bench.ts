import { setImmediate as nextTurn } from 'node:timers/promises'
import { ManualClock } from '../src/platform/clock.ts'
import type { Platform } from '../src/platform/context.ts'
import { createLog } from '../src/platform/observe/log.ts'
import { createMetrics } from '../src/platform/observe/metrics.ts'
import { type QueueTerms, type Wanted, WorkQueue } from '../src/platform/work/queue.ts'
import { LocalWake } from '../src/platform/work/wake.ts'

export const LEASE_MS = 60_000

interface Row {
  id: number
  key: number | null
  isSlow: boolean
  dueAt: number
  owner: string | null
  until: number
}

/** A table of work that several processes share. */
function createTable(clock: ManualClock) {
  const rows = new Map<number, Row>()
  const claims: number[] = []
  const isFree = (row: Row) => row.dueAt <= clock.now() && (row.owner === null || row.until < clock.now())
  const due = ({ lane, about, except, exceptKeys }: Wanted<number, Lane>) =>
    [...rows.values()].filter(
      (row) =>
        isFree(row) &&
        (about === 'all' || about.has(row.id)) &&
        row.isSlow === (lane === 'slow') &&
        !except.includes(row.id) &&
        !exceptKeys.includes(row.key ?? -1),
    )
  const ofOwner = (owner: string, ids: readonly number[]) =>
    ids.flatMap((id) => rows.get(id) ?? []).filter((row) => row.owner === owner)
  return {
    rows,
    claims,
    add(id: number, { key = null, isSlow = false }: { key?: number | null; isSlow?: boolean } = {}) {
      rows.set(id, { id, key, isSlow, dueAt: clock.now(), owner: null, until: 0 })
    },
    async hasDue(wanted: Wanted<number, Lane>) {
      return due(wanted).length > 0
    },
    async claim(wanted: Wanted<number, Lane>) {
      const taken = due(wanted).slice(0, wanted.limit)
      claims.push(taken.length)
      for (const row of taken) Object.assign(row, { owner: wanted.owner, until: wanted.leasedUntil })
      return taken.map((row) => ({ ...row }))
    },
    async renew(owner: string, ids: number[], until: number) {
      const own = ofOwner(owner, ids)
      for (const row of own) row.until = until
      return own.map(({ id }) => id)
    },
    async giveBack(owner: string, ids: number[]) {
      for (const row of ofOwner(owner, ids)) row.owner = null
    },
    async finish(owner: string, id: number) {
      if (ofOwner(owner, [id]).length > 0) rows.delete(id)
    },
    nextDue: async () => undefined,
    countDue: async () => [...rows.values()].filter(isFree).length,
  }
}

type Lane = 'fast' | 'slow'
type Terms = QueueTerms<Row, number, Lane>

/** Queues on one table, with a clock that the test moves. */
export function createBench() {
  const clock = new ManualClock(Date.UTC(2026, 0, 1))
  const table = createTable(clock)
  const metrics = createMetrics()
  let ids = 0
  const platform = {
    engine: 'postgres',
    clock,
    metrics,
    wake: new LocalWake(),
    log: createLog({ level: 'silent' }),
    ids: { random: () => `process ${++ids}` },
  } as unknown as Platform
  const open = (terms: Partial<Terms> & Pick<Terms, 'run'>, own: Partial<Platform> = {}) =>
    new WorkQueue<Row, number, Lane>({ ...platform, ...own }, table, {
      name: 'test',
      what: 'testing',
      channel: 'job',
      places: { fast: 3, slow: 1 },
      lease: { ms: LEASE_MS },
      idsOf: ({ id }) => [id],
      ...terms,
    })
  return { clock, table, metrics, platform, open }
}

/** Work that lasts until told, and which of it has begun. */
export function createGates() {
  const begun: number[] = []
  const ends = new Map<number, PromiseWithResolvers<void>>()
  return {
    begun,
    end: (id: number) => ends.get(id)?.resolve(),
    enter(id: number): Promise<void> {
      begun.push(id)
      const end = Promise.withResolvers<void>()
      ends.set(id, end)
      return end.promise
    },
  }
}

/** Lets everything that waits for no clock happen. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await nextTurn()
}
