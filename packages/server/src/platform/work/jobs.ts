import { sql } from 'kysely'
import { type Ctx, inTransaction, type Platform, systemContext } from '../context.ts'
import { groupAlike } from '../store/alike.ts'
import type { Db } from '../store/database.ts'
import { keepLeases, type Leases } from './leases.ts'

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
const POLL_MS = 1000
const BATCH = 20

/** Stores work to be done later, in the caller's transaction. */
export async function schedule(ctx: Ctx<never>, job: NewJob): Promise<void> {
  const now = ctx.clock.now()
  // Taking the lease away from a run under way makes that run leave the new time alone when it finishes.
  const row = {
    payload: JSON.stringify(job.payload ?? null),
    run_at: job.runAt,
    attempts: 0,
    last_error: null,
    leased_until: null,
    lease_owner: null,
  }
  await ctx.db
    .insertInto('job')
    .values({ id: ctx.ids.timeOrdered(), kind: job.kind, key: job.key ?? null, created_at: now, ...row })
    .onConflict((c) => c.columns(['kind', 'key']).where('key', 'is not', null).doUpdateSet(row))
    .execute()
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

interface LeasedJob {
  id: string
  kind: string
  payload: string
  attempts: number
}

/**
 * Does durable work. A job is leased by one process at a time, which renews the lease for as long as it works; when
 * that process dies, the lease ends and another takes it over.
 */
export function createJobRunner(
  platform: Platform,
  db: Db,
  kinds: Readonly<Record<string, JobKind>>,
): JobRunner {
  const ctx = systemContext(platform, db, 0)
  const owner = platform.ids.random()
  let stopped = false
  let working: Promise<unknown> = Promise.resolve()
  let cancelTimer = () => {}
  let unlisten = () => {}

  async function runDue(): Promise<number> {
    let done = 0
    for (;;) {
      const jobs = await lease(ctx, owner, Object.keys(kinds))
      await runAll(ctx, jobs, kinds, owner)
      done += jobs.length
      if (jobs.length < BATCH || stopped) return done
    }
  }

  async function tick(): Promise<void> {
    cancelTimer()
    if (stopped) return
    working = working
      .then(() => (stopped ? 0 : runDue()))
      .catch((error: unknown) => platform.log.error({ err: error }, 'looking for due jobs failed'))
      .finally(() => {
        cancelTimer()
        if (!stopped)
          cancelTimer = platform.clock.after(POLL_MS, tick, () => nextDue(ctx, Object.keys(kinds)))
      })
    await working
  }

  return {
    async start() {
      for (const [kind, definition] of Object.entries(kinds)) {
        if (definition.everyMs !== undefined) await scheduleFirstRun(ctx, kind)
      }
      unlisten = platform.wake.listen('job', () => void tick())
      void tick()
    },
    async stop() {
      stopped = true
      unlisten()
      cancelTimer()
      await working
    },
    runDue,
    async idle() {
      await working
    },
  }
}

/** A recurring job exists once, whatever number of processes start. */
async function scheduleFirstRun(ctx: Ctx<never>, kind: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('job')
    .values({
      id: ctx.ids.timeOrdered(),
      kind,
      key: 'recurring',
      payload: 'null',
      run_at: now,
      attempts: 0,
      leased_until: null,
      lease_owner: null,
      last_error: null,
      created_at: now,
    })
    .onConflict((c) => c.columns(['kind', 'key']).where('key', 'is not', null).doNothing())
    .execute()
}

async function lease(ctx: Ctx<never>, owner: string, kinds: string[]): Promise<LeasedJob[]> {
  const now = ctx.clock.now()
  const due = ctx.db
    .selectFrom('job')
    .select('id')
    .where('run_at', '<=', now)
    .where('kind', 'in', kinds)
    .where((e) => e.or([e('leased_until', 'is', null), e('leased_until', '<', now)]))
    .orderBy('run_at')
    .limit(BATCH)
    .$if(ctx.engine === 'postgres', (q) => q.forUpdate().skipLocked())
  return ctx.db
    .updateTable('job')
    .set({ leased_until: now + LEASE_MS, lease_owner: owner })
    .where('id', 'in', due)
    .returning(['id', 'kind', 'payload', 'attempts'])
    .execute()
}

/** When the next job can be leased. */
async function nextDue(ctx: Ctx<never>, kinds: string[]): Promise<number | undefined> {
  const row = await ctx.db
    .selectFrom('job')
    .select(
      sql<number | null>`min(case when leased_until >= run_at then leased_until + 1 else run_at end)`.as(
        'at',
      ),
    )
    .where('kind', 'in', kinds)
    .executeTakeFirst()
  return row?.at == null ? undefined : Number(row.at)
}

/** What comes again is put off together when all of it has run: an hour in which nothing was to be done is one commit. */
async function runAll(
  ctx: Ctx<never>,
  jobs: readonly LeasedJob[],
  kinds: Readonly<Record<string, JobKind>>,
  owner: string,
): Promise<void> {
  if (jobs.length === 0) return
  const leases = keepLeases(ctx.clock, ctx.log, {
    ids: jobs.map(({ id }) => id),
    from: ctx.clock.now(),
    leaseMs: LEASE_MS,
    renew: (ids, until) => renew(ctx, ids, owner, until),
  })
  const recurring: { id: string; everyMs: number }[] = []
  try {
    for (const job of jobs) {
      const kind = kinds[job.kind] as JobKind
      if (!(await runOne(ctx, job, kind, owner, leases))) continue
      if (kind.everyMs === undefined) await remove(ctx, job, owner)
      else recurring.push({ id: job.id, everyMs: kind.everyMs })
    }
    if (recurring.length > 0) await putOff(ctx, recurring, owner)
  } finally {
    leases.end()
  }
}

async function renew(ctx: Ctx<never>, ids: string[], owner: string, until: number): Promise<string[]> {
  const rows = await ctx.db
    .updateTable('job')
    .set({ leased_until: until })
    .where('id', 'in', ids)
    .where('lease_owner', '=', owner)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

class LeaseLost extends Error {}

/** Whether it succeeded. */
async function runOne(
  ctx: Ctx<never>,
  job: LeasedJob,
  kind: JobKind,
  owner: string,
  leases: Leases,
): Promise<boolean> {
  const stillOurs = () => {
    if (!leases.isOurs(job.id)) throw new LeaseLost('another process may have the job now')
  }
  try {
    stillOurs()
    await kind.run({ ...ctx, stillOurs }, JSON.parse(job.payload))
    ctx.metrics.jobs.inc({ kind: job.kind, result: 'done' })
    return true
  } catch (error) {
    ctx.metrics.jobs.inc({ kind: job.kind, result: 'failed' })
    ctx.log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts + 1 }, 'job failed')
    if (!(error instanceof LeaseLost)) await retryLater(ctx, job, kind, owner, error)
    return false
  }
}

/** What comes again comes together with the others of its kind, instead of each at a moment of its own. */
const wholeMinute = (at: number): number => at - (at % 60_000)

const remove = (ctx: Ctx<never>, job: LeasedJob, owner: string) =>
  ctx.db.deleteFrom('job').where('id', '=', job.id).where('lease_owner', '=', owner).execute()

const putOff = (ctx: Ctx<never>, jobs: readonly { id: string; everyMs: number }[], owner: string) =>
  inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    for (const { change, items } of groupAlike(jobs, (job) => ({ run_at: wholeMinute(now + job.everyMs) })))
      await tx.db
        .updateTable('job')
        .set({ ...change, attempts: 0, leased_until: null, lease_owner: null, last_error: null })
        .where(
          'id',
          'in',
          items.map(({ id }) => id),
        )
        .where('lease_owner', '=', owner)
        .execute()
  })

async function retryLater(
  ctx: Ctx<never>,
  job: LeasedJob,
  kind: JobKind,
  owner: string,
  error: unknown,
): Promise<void> {
  const delay = kind.retryDelayMs(job.attempts + 1)
  await ctx.db
    .updateTable('job')
    .set({
      attempts: sql<number>`attempts + 1`,
      last_error: String(error instanceof Error ? error.message : error).slice(0, 500),
      // Given up: kept where the operator can see it, far in the future.
      run_at: delay === undefined ? Number.MAX_SAFE_INTEGER : ctx.clock.now() + delay,
      leased_until: null,
      lease_owner: null,
    })
    .where('id', '=', job.id)
    .where('lease_owner', '=', owner)
    .execute()
}
