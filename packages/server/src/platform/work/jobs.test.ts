import assert from 'node:assert/strict'
import { counted } from '../../../test/counted.ts'
import { clockOf } from '../../../test/manual-time.ts'
import { bothTest, type World } from '../../../test/world.ts'
import { type Clock, ManualClock } from '../clock.ts'
import type { Ctx } from '../context.ts'
import { createJobRunner, type JobKind, schedule } from './jobs.ts'

const START = Date.UTC(2026, 0, 1)
const RENEW_MS = 20_000
const options = { clock: () => new ManualClock(START) }

/** A job kind that records what it was asked to do, and fails as often as told. */
function recorder(failures = 0, retryDelayMs: JobKind['retryDelayMs'] = () => 1000) {
  const runs: unknown[] = []
  const kind: JobKind = {
    retryDelayMs,
    async run(_ctx, payload) {
      runs.push(payload)
      if (runs.length <= failures) throw new Error('not yet')
    },
  }
  return { runs, kind }
}

const runnerFor = (w: World, kinds: Record<string, JobKind>) =>
  createJobRunner(w.service.platform, w.db, kinds)

/** A process whose timers do not run, as one that hangs or is gone. */
const asleep = (w: World) => ({
  ...w.service.platform,
  clock: { now: () => clockOf(w).now(), after: () => () => {} },
})

/** A process that tells how often it has set out to renew what it has. */
function watched(w: World) {
  const renewals = { planned: 0 }
  const after: Clock['after'] = (delayMs, callback) => {
    if (delayMs === RENEW_MS) renewals.planned += 1
    return clockOf(w).after(delayMs, callback)
  }
  return { renewals, platform: { ...w.service.platform, clock: { now: () => clockOf(w).now(), after } } }
}

const waiting = (ctx: Ctx<never>, kind: string) =>
  ctx.db.selectFrom('job').selectAll().where('kind', '=', kind).execute()

bothTest(
  'a job runs when it is due, once, with its payload',
  async (w) => {
    const ctx = w.service.contextFor(0)
    const { runs, kind } = recorder()
    const runner = runnerFor(w, { note: kind })
    await schedule(ctx, { kind: 'note', payload: { a: 1 }, runAt: START + 5000 })
    assert.equal(await runner.runDue(), 0)
    clockOf(w).advance(5000)
    assert.equal(await runner.runDue(), 1)
    assert.equal(await runner.runDue(), 0)
    assert.deepEqual(runs, [{ a: 1 }])
    assert.deepEqual(await waiting(ctx, 'note'), [])
  },
  options,
)

bothTest(
  'a job that fails is tried again after its delay, and kept with its error when given up',
  async (w) => {
    const ctx = w.service.contextFor(0)
    const { runs, kind } = recorder(Number.POSITIVE_INFINITY, (attempt) =>
      attempt < 3 ? attempt * 1000 : undefined,
    )
    const runner = runnerFor(w, { note: kind })
    await schedule(ctx, { kind: 'note', runAt: START })
    await runner.runDue()
    assert.equal(await runner.runDue(), 0, 'not before its delay')
    clockOf(w).advance(1000)
    await runner.runDue()
    clockOf(w).advance(2000)
    await runner.runDue()
    clockOf(w).advance(365 * 86_400_000)
    await runner.runDue()
    assert.equal(runs.length, 3)
    const [job] = await waiting(ctx, 'note')
    assert.partialDeepStrictEqual(job, { attempts: 3, last_error: 'not yet' })
  },
  options,
)

bothTest(
  'a job with a key replaces the waiting one',
  async (w) => {
    const ctx = w.service.contextFor(0)
    const { runs, kind } = recorder()
    const runner = runnerFor(w, { note: kind })
    await schedule(ctx, { kind: 'note', key: 'k', payload: 1, runAt: START })
    await schedule(ctx, { kind: 'note', key: 'k', payload: 2, runAt: START + 1000 })
    await schedule(ctx, { kind: 'note', key: 'other', payload: 3, runAt: START })
    assert.equal(await runner.runDue(), 1)
    clockOf(w).advance(1000)
    assert.equal(await runner.runDue(), 1)
    assert.deepEqual(runs, [3, 2])
  },
  options,
)

bothTest(
  'a job scheduled anew while it runs is not lost when that run ends',
  async (w) => {
    const ctx = w.service.contextFor(0)
    const runs: unknown[] = []
    const kind: JobKind = {
      retryDelayMs: () => undefined,
      async run(_ctx, payload) {
        runs.push(payload)
        if (payload === 1) await schedule(ctx, { kind: 'note', key: 'k', payload: 2, runAt: START })
      },
    }
    const runner = runnerFor(w, { note: kind })
    await schedule(ctx, { kind: 'note', key: 'k', payload: 1, runAt: START })
    await runner.runDue()
    await runner.runDue()
    assert.deepEqual(runs, [1, 2])
  },
  options,
)

bothTest(
  'two processes never run the same job at once; one that died is followed by the other after its lease',
  async (w) => {
    const ctx = w.service.contextFor(0)
    const { promise: stuck, resolve } = Promise.withResolvers<void>()
    const dying = createJobRunner(asleep(w), w.db, {
      note: { retryDelayMs: () => undefined, run: () => stuck },
    })
    const { runs, kind } = recorder()
    const other = runnerFor(w, { note: kind })
    await schedule(ctx, { kind: 'note', runAt: START })
    const hanging = dying.runDue()
    await w.until('leased', async () => (await waiting(ctx, 'note'))[0]?.lease_owner)
    assert.equal(await other.runDue(), 0)
    clockOf(w).advance(61_000)
    assert.equal(await other.runDue(), 1)
    assert.equal(runs.length, 1)
    resolve()
    await hanging
  },
  options,
)

bothTest(
  'a job that takes longer than its lease is not done twice: the lease is renewed for as long as it works',
  async (w) => {
    const ctx = w.service.contextFor(0)
    const { promise: slow, resolve } = Promise.withResolvers<void>()
    const { renewals, platform } = watched(w)
    const working = createJobRunner(platform, w.db, {
      note: { retryDelayMs: () => undefined, run: () => slow },
    })
    const { runs, kind } = recorder()
    const other = runnerFor(w, { note: kind })
    await schedule(ctx, { kind: 'note', runAt: START })
    await schedule(ctx, { kind: 'note', runAt: START, payload: 'the next of the same batch' })
    const done = working.runDue()
    for (let times = 0; times < 15; times += 1) {
      // Others see what is stored before whoever stored it knows: only then does it wait for the next renewal.
      await w.until('it will renew', async () => renewals.planned === times + 1)
      clockOf(w).advance(RENEW_MS)
      await w.until('renewed', async () =>
        (await waiting(ctx, 'note')).every((job) => Number(job.leased_until) === clockOf(w).now() + 60_000),
      )
      assert.equal(await other.runDue(), 0)
    }
    resolve()
    assert.equal(await done, 2)
    assert.deepEqual([runs, await waiting(ctx, 'note')], [[], []])
  },
  options,
)

bothTest(
  'a job whose lease was lost all the same stops at its next step, and leaves the rest of its batch alone',
  async (w) => {
    const ctx = w.service.contextFor(0)
    const steps: string[] = []
    const kind: JobKind = {
      retryDelayMs: () => undefined,
      async run(job, payload) {
        job.stillOurs?.()
        steps.push(`${payload}: first step`)
        // The machine slept: its timers did not run, and another process took over.
        clockOf(w).advance(61_000)
        await w.db
          .updateTable('job')
          .set({ lease_owner: 'another', leased_until: START * 2 })
          .execute()
        job.stillOurs?.()
        steps.push(`${payload}: second step`)
      },
    }
    await schedule(ctx, { kind: 'note', payload: 'one', runAt: START })
    await schedule(ctx, { kind: 'note', payload: 'two', runAt: START })
    await createJobRunner(asleep(w), w.db, { note: kind }).runDue()
    assert.equal(steps.length, 1)
    const left = (await waiting(ctx, 'note')).map(({ lease_owner, attempts }) => [lease_owner, attempts])
    assert.deepEqual(left, [
      ['another', 0],
      ['another', 0],
    ])
  },
  options,
)

bothTest(
  'a recurring job exists once whoever starts, and comes again',
  async (w) => {
    const ctx = w.service.contextFor(0)
    const { runs, kind } = recorder()
    const recurring = { ...kind, everyMs: 60_000 }
    const one = runnerFor(w, { again: recurring })
    const two = runnerFor(w, { again: recurring })
    await one.start()
    await two.start()
    await w.until('the first run', async () => runs.length === 1)
    await Promise.all([one.stop(), two.stop()])
    assert.equal((await waiting(ctx, 'again')).length, 1)
    clockOf(w).advance(60_000)
    const three = runnerFor(w, { again: recurring })
    assert.equal(await three.runDue(), 1)
  },
  options,
)

bothTest(
  'ten recurring jobs that have nothing to do cost as many statements as two',
  async (w) => {
    const costOf = async (count: number) => {
      const { db, statements } = counted(w.db)
      const names = Array.from({ length: count }, (_, i) => `idle ${count} ${i}`)
      const idle: JobKind = { everyMs: 3_600_000, retryDelayMs: () => undefined, run: async () => undefined }
      for (const kind of names) await schedule(w.service.contextFor(0), { kind, runAt: START })
      const kinds = Object.fromEntries(names.map((name) => [name, idle]))
      assert.equal(await createJobRunner(w.service.platform, db, kinds).runDue(), count)
      for (const kind of names)
        assert.equal((await waiting(w.service.contextFor(0), kind))[0]?.run_at, START + 3_600_000)
      return statements()
    }
    const [two, ten] = [await costOf(2), await costOf(10)]
    assert.equal(ten, two)
  },
  options,
)

bothTest(
  'retention removes what is older than it needs to be kept, and nothing else',
  async (w) => {
    const { device, smartlockId } = await w.played()
    const emit = (seq: number) =>
      device.publish('event', { seq, at: clockOf(w).now(), kind: 'action', action: 2, trigger: 1, result: 0 })
    const entries = async () => (await w.api.smartlocks.logOf({ params: { smartlockId } })).data.length
    await emit(1)
    await w.until('logged', async () => (await entries()) === 1)
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await device.ack(await device.command(0), 'done', 0)
    await w.untilOperation(operationId, 'confirmed')
    /** Time goes on in seconds, so that what polls gets its turn, until the promise is kept. */
    const untilKept = (what: string, isKept: () => Promise<boolean>) =>
      w.until(what, async () => {
        clockOf(w).advance(1000)
        return isKept()
      })
    const isResting = async () => {
      const [job] = await waiting(w.service.contextFor(0), 'retention')
      return job?.lease_owner === null && job.run_at > clockOf(w).now()
    }
    const moveDays = async (days: number) => {
      // Between two runs: a run under way would count its next one from the moved clock.
      await untilKept('the job rests', isResting)
      clockOf(w).advance(days * 86_400_000)
    }
    await moveDays(8)
    await untilKept('events are gone after a week', async () => {
      const rows = await w.db.selectFrom('event').select('feature').execute()
      return rows.length === 0
    })
    assert.equal(await entries(), 1)
    await moveDays(31)
    await untilKept(
      'operations are gone after a month',
      async () => (await w.api.operations.list()).data.length === 0,
    )
    assert.equal(await entries(), 1)
    await moveDays(366)
    await untilKept('log entries are gone after a year', async () => (await entries()) === 0)
  },
  options,
)
