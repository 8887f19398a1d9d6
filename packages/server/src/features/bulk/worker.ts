import type { ErrorCode } from '@latchwork/contract'
import { AppError, fail } from '../../platform/app-error.ts'
import {
  type Ctx,
  inTransaction,
  type Platform,
  type Principal,
  systemContext,
  type WorkCtx,
} from '../../platform/context.ts'
import type { Db } from '../../platform/store/database.ts'
import { type Hold, WorkQueue } from '../../platform/work/queue.ts'
import * as audit from '../audit/service.ts'
import { askerOf } from '../events/makers/service.ts'
import * as items from './item-store.ts'
import { asFor, lackOf, movesUntil, type Terms } from './rules.ts'
import * as store from './store.ts'
import { type Done, WORK } from './work.ts'

/** When a process dies, another one goes on after this. */
const LEASE_MS = 60_000
/** At the same time, each of another account. */
const AT_ONCE = 2
/** So many are done before it is asked again whether whoever wants it still may. */
const BITE = 20

export interface BulkWorker {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Does the same to many things, one after the other; what became of each is stored together with what was done. */
export function createBulkWorker(platform: Platform, db: Db): BulkWorker {
  const system = systemContext(platform, db, 0)
  const queue = new WorkQueue<store.RunRow, string>(
    platform,
    {
      clear: () => store.clear(db),
      claim: (wanted) => store.claim(db, platform.engine, wanted),
      renew: (owner, ids, until) => store.renew(db, owner, ids, until),
      giveBack: (owner, ids) => store.giveBack(db, owner, ids),
      nextDue: () => store.nextDue(db),
      countDue: (now) => store.countDue(db, now),
    },
    {
      name: 'bulk',
      what: 'doing the same to many things',
      channel: 'bulk',
      places: { all: AT_ONCE },
      lease: { ms: LEASE_MS },
      perKey: { limit: 1, keyOf: ({ account_id: accountId }) => accountId },
      idsOf: ({ id }) => [id],
      run: (run, hold) => visit({ ...system, accountId: run.account_id, fail }, run, hold),
    },
  )
  return { start: () => queue.start(), stop: () => queue.stop() }
}

/** Somebody canceled it, another process has it, or the service stops: what is left is for whoever comes next. */
class Interrupted extends Error {}

async function visit(ctx: Ctx<ErrorCode>, run: store.RunRow, hold: Hold<string>): Promise<void> {
  try {
    for (;;) {
      const waiting = { outcome: 'waiting', after: 0, limit: BITE } as const
      const bite = await items.list(ctx.db, run.account_id, run.id, waiting)
      if (bite.length === 0) return await end(ctx, run, hold, 'done')
      const principal = await callerOf(ctx, run)
      if (!principal) return await end(ctx, run, hold, 'failed')
      for (const item of bite) await one({ ...ctx, principal }, run, item, hold)
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    await store.giveBack(ctx.db, hold.owner, [run.id])
  }
}

/** Whoever asked for it, with what they may do now; undefined when they may not do it any more. */
async function callerOf(ctx: Ctx<never>, run: store.RunRow): Promise<Principal | undefined> {
  const asker = await askerOf(ctx, run)
  return !asker || lackOf(asker, run.action) ? undefined : asFor(asker, run.action)
}

/** What was done and that it was done are one transaction, which begins with the row of the run. */
async function one(
  ctx: WorkCtx<ErrorCode>,
  run: store.RunRow,
  item: items.ItemRow,
  hold: Hold<string>,
): Promise<void> {
  const settle = (work: (tx: WorkCtx<ErrorCode>) => Promise<Done | { error: string }>) =>
    inTransaction(ctx, async (tx) => {
      await goOn(tx, run, hold)
      const result = await work(tx)
      const outcome = 'error' in result ? 'failed' : result.outcome
      await items.end(tx.db, tx.accountId, item, {
        outcome,
        error: 'error' in result ? result.error : null,
        operation_id: 'error' in result ? null : (result.operationId ?? null),
      })
      await store.count(tx.db, tx.accountId, run.id, outcome)
    })
  if (run.action === 'lockDoors' && ctx.clock.now() > movesUntil(run))
    return settle(async () => ({ error: 'too_late' }))
  try {
    await settle((tx) => WORK[run.action](tx, item, JSON.parse(run.terms) as Terms))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The refusal undid the transaction; that it was refused is stored by itself.
    await settle(async () => ({ error: error.code }))
  }
}

async function goOn(ctx: Ctx<never>, run: store.RunRow, hold: Hold<string>): Promise<void> {
  if (hold.isStopping() || !hold.isOurs(run.id)) throw new Interrupted()
  const held = await store.findForUpdate(ctx.db, ctx.engine, run.account_id, run.id)
  if (held?.lease_owner !== hold.owner || held.state !== 'running') throw new Interrupted()
}

const end = (
  ctx: Ctx<never>,
  run: store.RunRow,
  hold: Hold<string>,
  state: 'done' | 'failed',
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await goOn(tx, run, hold)
    const ended = { state, next_at: null, ended_at: tx.clock.now(), ...store.NOBODYS }
    await store.update(tx.db, run.account_id, run.id, ended)
    const actor = { accountId: run.actor_account_id, name: run.actor_name }
    await audit.record(
      { ...tx, actor },
      { action: 'bulk.ended', subject: run.id, detail: { outcome: state } },
    )
  })
