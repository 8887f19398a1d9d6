import type { ErrorCode } from '@latchwork/contract'
import packageJson from '../../../package.json' with { type: 'json' }
import { fail } from '../../platform/app-error.ts'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../platform/context.ts'
import type { Db } from '../../platform/store/database.ts'
import { type Hold, WorkQueue } from '../../platform/work/queue.ts'
import * as audit from '../audit/service.ts'
import { backOffMs, isArchive, sealContext } from './rules.ts'
import { createSource, Pause, Refusal } from './source.ts'
import { type BringRest, bring } from './steps/service.ts'
import * as store from './store.ts'
import { Interrupted, TurnOver, Walk } from './walk.ts'

/** When a process dies, another one goes on after this. */
const LEASE_MS = 60_000
/** Imports at the same time, each of another account. */
const AT_ONCE = 2
/** So long one has its place while others wait: a source that takes its time holds up nobody else's. */
const TURN_MS = 3000
/** So often in a row nothing came of asking: about three hours. */
const MOST_FAILURES = 20

export interface ImportWorker {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Brings accounts over, one step after the other; what was done is stored together with how far it is. */
export function createImportWorker(
  platform: Platform,
  db: Db,
  /** `command`: for as long as somebody at the command line waits, beside a service or without one. */
  by: 'service' | 'command' = 'service',
): ImportWorker {
  const system = systemContext(platform, db, 0)
  const queue = new WorkQueue<store.RunRow, string>(
    platform,
    {
      ...(by === 'service' && { clear: () => store.clear(db) }),
      claim: (wanted) => store.claim(db, platform.engine, wanted),
      renew: (owner, ids, until) => store.renew(db, owner, ids, until),
      giveBack: (owner, ids) => store.giveBack(db, owner, ids),
      nextDue: () => store.nextDue(db),
      countDue: (now) => store.countDue(db, now),
    },
    {
      name: by === 'service' ? 'imports' : 'imports of the command line',
      what: 'bringing an account over',
      channel: 'import',
      places: { all: AT_ONCE },
      lease: { ms: LEASE_MS },
      perKey: { limit: 1, keyOf: ({ account_id: accountId }) => accountId },
      idsOf: ({ id }) => [id],
      run: (run, hold) => visit({ ...system, accountId: run.account_id, fail }, run, hold),
    },
  )
  return { start: () => queue.start(), stop: () => queue.stop() }
}

async function visit(ctx: Ctx<ErrorCode>, run: store.RunRow, hold: Hold<string>): Promise<void> {
  if (run.state === 'planned') return end({ ctx, run }, hold, { state: 'canceled', error: null })
  const source = createSource(ctx, {
    url: run.url,
    token: ctx.sealer.open(run.token_sealed ?? '', sealContext(run.id)),
    clientName: `Latchwork/${packageJson.version}`,
    gapMs: run.gap_ms,
  })
  await walkThrough(new Walk(ctx, run, source, hold, turnOf(ctx)), hold)
}

/** In real time, as what is waited for. */
function turnOf(ctx: Ctx<ErrorCode>): () => Promise<boolean> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return false
    if ((await store.countDue(ctx.db, ctx.clock.now())) > 0) return true
    since = performance.now()
    return false
  }
}

/** Goes as far as it can now, and stores what came of it. */
export async function walkThrough(walk: Walk, hold: Hold<string>, others?: BringRest): Promise<void> {
  const { ctx, run } = walk
  try {
    await bring(walk, others)
    await finish(walk, hold)
  } catch (error) {
    if (error instanceof Interrupted) await store.giveBack(ctx.db, hold.owner, [run.id])
    else if (error instanceof TurnOver)
      await store.updateLeased(ctx.db, run, hold.owner, { ...walk.atRest(), next_at: ctx.clock.now() })
    else if (error instanceof Pause) await rest(walk, hold, error)
    else if (error instanceof Refusal) await end(walk, hold, { state: 'failed', error: error.code })
    else {
      ctx.log.error({ err: error, import: run.id }, 'bringing an account over failed')
      await rest(walk, hold, new Pause('something went wrong here'))
    }
  }
}

async function finish(walk: Walk, hold: Hold<string>): Promise<void> {
  if (walk.isDry) await store.updateLeased(walk.ctx.db, walk.run, hold.owner, planned(walk))
  else await end(walk, hold, { state: 'done', error: null })
}

/** For so long an import that was compared waits to be started; then its token is removed. */
const PLAN_MS = 24 * 60 * 60 * 1000

/** It waits for somebody to start it; its token waits with it. */
const planned = (walk: Walk) => ({
  ...walk.notes.columns(),
  ...store.NOBODYS,
  state: 'planned' as const,
  phase: null,
  position: null,
  cursor: null,
  next_at: walk.ctx.clock.now() + PLAN_MS,
  failures: 0,
})

/** The other side wants fewer requests, or is not there: later and later, and not for ever. */
async function rest(walk: Walk, hold: Hold<string>, { waitMs, message }: Pause): Promise<void> {
  const { ctx, run } = walk
  hold.noteFailure()
  const failures = run.failures + 1
  ctx.log.warn({ import: run.id, failures, reason: message }, 'an account cannot be brought over now')
  // A file says tomorrow what it says today.
  if (isArchive(run.url)) return end(walk, hold, { state: 'failed', error: 'notUnderstood' })
  if (failures > MOST_FAILURES) return end(walk, hold, { state: 'failed', error: 'unreachable' })
  const next_at = ctx.clock.now() + (waitMs ?? backOffMs(failures))
  const resting = { failures, next_at, gap_ms: walk.source.gapMs, ...store.NOBODYS }
  await store.updateLeased(ctx.db, run, hold.owner, resting)
}

/** Nothing more is asked, so nothing is kept that could ask. */
const end = (
  { ctx, run }: Pick<Walk, 'ctx' | 'run'>,
  hold: Hold<string>,
  outcome: Pick<store.RunRow, 'state' | 'error'>,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const ended = { ...outcome, ...store.NOBODYS, token_sealed: null, next_at: null }
    const now = tx.clock.now()
    if (!(await store.updateLeased(tx.db, run, hold.owner, { ...ended, ended_at: now }))) return
    const actor = { accountId: run.actor_account_id, name: run.actor_name }
    const detail = { outcome: outcome.error ?? outcome.state }
    await audit.record({ ...tx, actor }, { action: 'import.ended', subject: run.id, detail })
  })
