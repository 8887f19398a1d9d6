import type { ErrorCode } from '@latchwork/contract'
import { fail } from '../../platform/app-error.ts'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../platform/context.ts'
import type { Db } from '../../platform/store/database.ts'
import { type Hold, WorkQueue } from '../../platform/work/queue.ts'
import * as access from '../access/service.ts'
import * as audit from '../audit/service.ts'
import { Bites, Outdated } from './bites.ts'
import { columnsOf, lookAt } from './look.ts'
import { backOffMs, changesOf, type Findings, isOverBudget, nextLook } from './rules.ts'
import * as store from './store.ts'

/** When a process dies, another one goes on after this. */
const LEASE_MS = 60_000
/** Plans at the same time, each of another account. */
const AT_ONCE = 2

export interface PlanWorker {
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Carries plans out. Each look finds out anew what is missing, so that whoever comes after a process that died goes on
 * where it was; each bite is one transaction that holds the plan, so that no two processes do the same.
 */
export function createPlanWorker(platform: Platform, db: Db): PlanWorker {
  const system = systemContext(platform, db, 0)
  const queue = new WorkQueue<store.PlanRow, string>(
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
      name: 'plans',
      what: 'carrying out a plan',
      channel: 'plan',
      places: { all: AT_ONCE },
      lease: { ms: LEASE_MS },
      perKey: { limit: 1, keyOf: ({ account_id: accountId }) => accountId },
      idsOf: ({ id }) => [id],
      run: (plan, hold) => visit({ ...system, accountId: plan.account_id, fail }, plan, hold),
    },
  )
  return { start: () => queue.start(), stop: () => queue.stop() }
}

async function visit(ctx: Ctx<ErrorCode>, plan: store.PlanRow, hold: Hold<string>): Promise<void> {
  try {
    const { findings, situation } = await lookAt(ctx, plan)
    if (isOverBudget(changesOf(findings), plan.approved)) return await holdBack(ctx, plan, hold, findings)
    const bites = new Bites(ctx, plan, hold)
    await bites.forget(situation)
    await bites.all(findings)
    await leave(ctx, plan, hold, bites.refusal)
  } catch (error) {
    // Somebody changed it, or has it now, or the service stops: whoever comes next looks again.
    if (!(error instanceof Outdated)) {
      hold.noteFailure()
      ctx.log.error({ err: error, plan: plan.id }, 'a plan could not be carried out')
      await putOff(ctx, plan, hold, null)
      return
    }
    await store.giveBack(ctx.db, hold.owner, [plan.id])
  }
}

/** More would change than anybody agreed to: somebody has to look at it. */
const holdBack = (ctx: Ctx<never>, plan: store.PlanRow, hold: Hold<string>, findings: Findings) =>
  inTransaction(ctx, async (tx) => {
    // What is going away stays so.
    const state = plan.state === 'removing' ? plan.state : ('held' as const)
    const held = { ...columnsOf(findings), ...store.NOBODYS, state, next_at: null, looked_at: tx.clock.now() }
    if (!(await store.updateLeased(tx.db, plan, hold.owner, held))) return
    const detail = { changes: String(changesOf(findings)) }
    await audit.record({ ...tx, actor: audit.SERVICE }, { action: 'plan.held', subject: plan.id, detail })
  })

/** What the next look is for. */
async function leave(
  ctx: Ctx<ErrorCode>,
  plan: store.PlanRow,
  hold: Hold<string>,
  refusal: string | undefined,
): Promise<void> {
  const { findings } = await lookAt(ctx, plan)
  if (changesOf(findings) > 0) return putOff(ctx, plan, hold, refusal ?? null, findings)
  if (plan.state === 'removing' && findings.rights > 0) return putOff(ctx, plan, hold, null, findings)
  if (plan.state === 'removing') return end(ctx, plan, hold)
  const now = ctx.clock.now()
  const settled = { state: 'settled' as const, approved: 0, realigning: 0, failures: 0, error: null }
  const next_at = nextLook(plan, findings.missing, now)
  const columns = { ...columnsOf(findings), ...settled, ...store.NOBODYS, looked_at: now, next_at }
  if (!(await store.updateLeased(ctx.db, plan, hold.owner, columns)))
    await store.giveBack(ctx.db, hold.owner, [plan.id])
}

/** Not everything could be done: later and later. */
async function putOff(
  ctx: Ctx<never>,
  plan: store.PlanRow,
  hold: Hold<string>,
  error: string | null,
  findings?: Findings,
): Promise<void> {
  const now = ctx.clock.now()
  const later = { failures: plan.failures + 1, next_at: now + backOffMs(plan.failures), error }
  const seen = findings ? { ...columnsOf(findings), looked_at: now } : {}
  if (!(await store.updateLeased(ctx.db, plan, hold.owner, { ...later, ...seen, ...store.NOBODYS })))
    await store.giveBack(ctx.db, hold.owner, [plan.id])
}

/** Nothing is there any more because of it. */
const end = (ctx: Ctx<never>, plan: store.PlanRow, hold: Hold<string>): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await store.updateLeased(tx.db, plan, hold.owner, { next_at: null }))) return
    await access.forgetWithheld(tx, plan.id)
    await store.remove(tx.db, tx.accountId, plan.id)
    await audit.record({ ...tx, actor: audit.SERVICE }, { action: 'plan.deleted', subject: plan.id })
  })
