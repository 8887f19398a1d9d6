import { type Ctx, inTransaction, type Platform, systemContext } from '../context.ts'
import type { Db } from '../store/database.ts'
import { groupByChange } from '../store/group-changes.ts'
import * as store from './job-store.ts'
import { type Hold, WorkQueue } from './queue.ts'

/** What a kind of job does. It may run twice (a crash between work and completion), so it must be repeatable. */
export interface JobKind {
  run(ctx: JobCtx, payload: unknown): Promise<void>
  /** After the nth failure wait this long; undefined gives up and keeps the job for the operator to see. */
  retryDelayMs(attempt: number): number | undefined
  /** Set on jobs that come again: how long after one run the next is due; a minute at least. */
  everyMs?: number
}

/** A job that works for long asks before each step whether it is still its to do. */
export type JobCtx = Ctx<never> & {
  /** Throws when another process has the job now: what is left to do is for that one. */
  stillOurs?: () => void
}

export interface NewJob {
  kind: string
  /** A second job of the same kind and key replaces the waiting one's time instead of adding another. */
  key?: string
  payload?: unknown
  runAt: number
}

const LEASE_MS = 60_000
const BATCH = 20

/** Stores work to be done later, in the caller's transaction. */
export async function schedule(ctx: Ctx<never>, { kind, key, payload, runAt }: NewJob): Promise<void> {
  await store.upsert(ctx.db, {
    id: ctx.ids.timeOrdered(),
    kind,
    key: key ?? null,
    payload: JSON.stringify(payload ?? null),
    runAt,
    createdAt: ctx.clock.now(),
  })
  ctx.afterCommit(() => ctx.wake.notify('job'))
}

export interface JobRunner {
  start(): Promise<void>
  stop(): Promise<void>
  /** Runs everything that is due now; for tests. */
  runDue(): Promise<number>
  /** Resolves when no job is being looked for or run. */
  idle(): Promise<void>
}

type Kinds = Readonly<Record<string, JobKind>>
type Batch = readonly store.LeasedJob[]

/** Does durable work, one job after the other. They are leased in batches: what comes again is stored together. */
export function createJobRunner(platform: Platform, db: Db, kinds: Kinds): JobRunner {
  const ctx = systemContext(platform, db, 0)
  const names = Object.keys(kinds)
  const queue = new WorkQueue<Batch, string>(
    platform,
    {
      async claim(wanted) {
        const jobs = await store.claim(db, platform.engine, names, { ...wanted, limit: BATCH })
        return jobs.length > 0 ? [jobs] : []
      },
      renew: (owner, ids, until) => store.renew(db, owner, ids, until),
      giveBack: (owner, ids) => store.giveBack(db, owner, ids),
      nextDue: () => store.nextDue(db, names),
      countDue: (now) => store.countDue(db, names, now),
    },
    {
      name: 'jobs',
      what: 'running jobs',
      channel: 'job',
      places: { all: 1 },
      lease: { ms: LEASE_MS },
      idsOf: (jobs) => jobs.map(({ id }) => id),
      run: (jobs, hold) => runAll(ctx, jobs, kinds, hold),
      holdsTime: true,
    },
  )
  return {
    async start() {
      for (const [kind, definition] of Object.entries(kinds)) {
        if (definition.everyMs !== undefined) await scheduleFirstRun(ctx, kind)
      }
      await queue.start()
    },
    stop: () => queue.stop(),
    runDue: () => queue.run(),
    idle: () => queue.idle(),
  }
}

/** A recurring job exists once, whatever number of processes start. */
async function scheduleFirstRun(ctx: Ctx<never>, kind: string): Promise<void> {
  const now = ctx.clock.now()
  await store.insertOnce(ctx.db, {
    id: ctx.ids.timeOrdered(),
    kind,
    key: 'recurring',
    runAt: now,
    createdAt: now,
  })
}

/** What comes again is put off together when all of it has run: an hour in which nothing was to be done is one commit. */
async function runAll(ctx: Ctx<never>, jobs: Batch, kinds: Kinds, hold: Hold<string>): Promise<void> {
  const recurring: { id: string; everyMs: number }[] = []
  for (const job of jobs) {
    const kind = kinds[job.kind] as JobKind
    if (!(await runOne(ctx, job, kind, hold))) continue
    if (kind.everyMs === undefined) await store.remove(ctx.db, hold.owner, job.id)
    else recurring.push({ id: job.id, everyMs: kind.everyMs })
  }
  if (recurring.length > 0) await comeAgain(ctx, recurring, hold.owner)
}

class LeaseLost extends Error {}

/** Whether it succeeded. */
async function runOne(
  ctx: Ctx<never>,
  job: store.LeasedJob,
  kind: JobKind,
  hold: Hold<string>,
): Promise<boolean> {
  const stillOurs = () => {
    if (!hold.isOurs(job.id)) throw new LeaseLost('another process may have the job now')
  }
  try {
    stillOurs()
    await kind.run({ ...ctx, stillOurs }, JSON.parse(job.payload))
    ctx.metrics.jobs.inc({ kind: job.kind, result: 'done' })
    return true
  } catch (error) {
    hold.noteFailure()
    ctx.metrics.jobs.inc({ kind: job.kind, result: 'failed' })
    ctx.log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts + 1 }, 'job failed')
    if (!(error instanceof LeaseLost)) await retryLater(ctx, job, kind, hold.owner, error)
    return false
  }
}

/** What comes again comes together with the others of its kind, instead of each at a moment of its own. */
const wholeMinute = (at: number): number => at - (at % 60_000)

const comeAgain = (ctx: Ctx<never>, jobs: readonly { id: string; everyMs: number }[], owner: string) =>
  inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await store.holdOwn(
      tx.db,
      owner,
      jobs.map(({ id }) => id),
    )
    const groups = groupByChange(jobs, ({ everyMs }) => ({ runAt: wholeMinute(now + everyMs) }))
    for (const { change, items } of groups) {
      const ids = items.map(({ id }) => id)
      await store.comeAgain(tx.db, owner, ids, change.runAt)
    }
  })

async function retryLater(
  ctx: Ctx<never>,
  job: store.LeasedJob,
  kind: JobKind,
  owner: string,
  error: unknown,
): Promise<void> {
  const delay = kind.retryDelayMs(job.attempts + 1)
  const text = String(error instanceof Error ? error.message : error).slice(0, 500)
  // Given up: kept where the operator can see it, far in the future.
  const runAt = delay === undefined ? Number.MAX_SAFE_INTEGER : ctx.clock.now() + delay
  await store.retry(ctx.db, owner, job.id, text, runAt)
}
