import { CHANGE_BUDGET, MOST_PLANS, type Plan, type PlanFields, type PlanPreview } from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import { type Ctx, inTransaction, type WorkCtx } from '../../platform/context.ts'
import * as access from '../access/service.ts'
import * as audit from '../audit/service.ts'
import { withinQuota } from '../identity/account/service.ts'
import * as groups from './groups/service.ts'
import { columnsOf, type Look, type Looked, lookAt, preview as previewOf } from './look.ts'
import { present } from './present.ts'
import { changesOf, isOverBudget, termsColumns, windowOf } from './rules.ts'
import { sightOf } from './sight.ts'
import * as store from './store.ts'

export { createPlanWorker } from './worker.ts'

export type FieldsRefusal = 'not_found' | 'invalid_parameter' | 'window_invalid' | 'quota_exceeded'

export const list = async (ctx: WorkCtx, page: { offset?: number; limit: number }): Promise<Plan[]> =>
  (await store.list(ctx.db, ctx.accountId, { ...page, sight: sightOf(ctx) })).map(present)

/** The plan, or the same 404 whether it is missing, somebody else's (D38), or has a door the caller is not for (D206). */
export async function find(ctx: WorkCtx<'not_found'>, planId: string): Promise<store.PlanRow> {
  return (await store.find(ctx.db, ctx.accountId, planId, sightOf(ctx))) ?? ctx.fail('not_found')
}

/** The same for a plan that is about to change. */
async function findToChange(ctx: WorkCtx<'not_found'>, planId: string): Promise<store.PlanRow> {
  const row = (await store.find(ctx.db, ctx.accountId, planId)) ?? ctx.fail('not_found')
  if (sightOf(ctx)) await find(ctx, planId)
  return row
}

export const get = async (ctx: WorkCtx<'not_found'>, planId: string): Promise<Plan> =>
  present(await find(ctx, planId))

/** What a plan says, checked; whose groups they are, too. */
async function columnsFrom(ctx: WorkCtx<FieldsRefusal>, fields: PlanFields, stored?: store.PlanRow) {
  const terms = termsColumns(fields)
  access.assertWindow(ctx.fail, windowOf(terms))
  const { peopleGroupId, doorGroupId } = fields
  await groups.assertPair(ctx, { peopleGroupId, doorGroupId }, stored?.people_group_id)
  return { name: fields.name, people_group_id: peopleGroupId, door_group_id: doorGroupId, ...terms }
}

/** What would become of it; nothing is stored. */
export async function preview(
  ctx: WorkCtx<FieldsRefusal>,
  { planId, ...fields }: PlanFields & { planId?: string },
): Promise<PlanPreview> {
  const stored = planId === undefined ? undefined : await find(ctx, planId)
  const columns = await columnsFrom(ctx, fields, stored)
  if (stored) assertSameType(ctx, stored, fields)
  return previewOf(ctx, { ...stored, ...columns })
}

/** A code does not become an app: what a plan gives stays what it is. */
function assertSameType(ctx: Ctx<'invalid_parameter'>, row: store.PlanRow, { type }: PlanFields): void {
  if (row.type !== type) failParameter(ctx.fail, 'type', 'cannot be changed: make another plan')
}

type BudgetCtx = Ctx<'change_budget_exceeded'>

/**
 * Refuses unless somebody has seen how much would change, where that is much (D233). Looked at outside of a transaction:
 * what changes in between is stopped when the plan is carried out.
 */
async function withinBudget(ctx: BudgetCtx, plan: Looked, approved: number): Promise<Look> {
  const look = await lookAt(ctx, plan)
  const changes = changesOf(look.findings)
  if (isOverBudget(changes, approved))
    ctx.fail('change_budget_exceeded', {
      message: `${changes} rights would change. Send "changes": ${changes} if that is meant; up to ${CHANGE_BUDGET} need no such word.`,
    })
  return look
}

/** Whoever goes on with it begins with a fresh look. */
const dueNow = (ctx: Ctx<never>, approved: number) => ({
  approved,
  state: 'working' as const,
  next_at: ctx.clock.now(),
  failures: 0,
  error: null,
})

const wakeWorker = (ctx: Ctx<never>) => ctx.afterCommit(() => ctx.wake.notify('plan'))

export async function create(
  ctx: WorkCtx<FieldsRefusal | 'change_budget_exceeded'>,
  fields: PlanFields,
  changes = 0,
): Promise<Plan> {
  const columns = await columnsFrom(ctx, fields)
  const { findings } = await withinBudget(ctx, columns, changes)
  return withinQuota(ctx, QUOTA, async (tx) => {
    await groups.assertPairThere(tx, fields)
    const now = tx.clock.now()
    const made = { id: tx.ids.timeOrdered(), account_id: tx.accountId, created_at: now, updated_at: now }
    const row = await store.insert(tx.db, {
      ...columns,
      ...made,
      ...dueNow(tx, changes),
      ...NOTHING_DONE,
      to_give: findings.toGive,
    })
    await audit.record(tx, {
      action: 'plan.created',
      subject: row.id,
      detail: { changes: String(changesOf(findings)) },
    })
    wakeWorker(tx)
    return present(row)
  })
}

const QUOTA = {
  limit: MOST_PLANS,
  of: 'plans per account',
  count: (ctx: Ctx<never>) => store.count(ctx.db, ctx.accountId),
}

/** What was taken away by hand from what a plan gives. */
export interface Withheld {
  account_user_id: number
  smartlock_id: number
}

/** A plan of another service. Nobody here has seen what it would change: it is held until somebody confirms it. */
export async function bring(
  ctx: WorkCtx<FieldsRefusal>,
  fields: PlanFields,
  withheld: readonly Withheld[],
): Promise<string> {
  const columns = await columnsFrom(ctx, fields)
  return withinQuota(ctx, QUOTA, async (tx) => {
    await groups.assertPairThere(tx, fields)
    const now = tx.clock.now()
    const id = tx.ids.timeOrdered()
    const held = { ...dueNow(tx, 0), state: 'held' as const, next_at: null }
    const made = { id, account_id: tx.accountId, created_at: now, updated_at: now }
    await store.insert(tx.db, { ...columns, ...made, ...held, ...NOTHING_DONE, to_give: 0 })
    await withhold(tx, id, withheld)
    await audit.record(tx, { action: 'plan.created', subject: id })
    await audit.record({ ...tx, actor: audit.SERVICE }, { action: 'plan.held', subject: id })
    return id
  })
}

/** As far as the people and doors are still here. */
async function withhold(ctx: WorkCtx, planId: string, withheld: readonly Withheld[]): Promise<void> {
  const ids = <K extends keyof Withheld>(column: K) => [...new Set(withheld.map((one) => one[column]))]
  const people = new Set(await groups.hereOf(ctx, 'people', ids('account_user_id')))
  const doors = new Set(await groups.hereOf(ctx, 'doors', ids('smartlock_id')))
  const there = withheld.filter((one) => people.has(one.account_user_id) && doors.has(one.smartlock_id))
  await access.withhold(
    ctx,
    there.map((one) => ({ plan_id: planId, ...one })),
  )
}

/** What those of these that are held would change now, for whoever decides about them. */
export async function lookAgain(ctx: Ctx<never>, planIds: readonly string[]): Promise<void> {
  const rows = planIds.length === 0 ? [] : await store.listByIds(ctx.db, ctx.accountId, planIds)
  for (const row of rows.filter(({ state }) => state === 'held')) {
    const { findings } = await lookAt(ctx, row)
    const seen = { ...columnsOf(findings), looked_at: ctx.clock.now() }
    await store.update(ctx.db, ctx.accountId, row.id, seen)
  }
}

/** How rights are that are as these plans say. */
export async function termsOf(
  ctx: Ctx<never>,
  planIds: readonly string[],
): Promise<Map<string, { id: string; terms: string }>> {
  const rows = planIds.length === 0 ? [] : await store.listByIds(ctx.db, ctx.accountId, planIds)
  return new Map(rows.map((row) => [row.id, { id: row.id, terms: access.termsOf({ ...row, enabled: 1 }) }]))
}

const NOTHING_DONE = {
  ...{ to_change: 0, to_take: 0, missing: 0, differing: 0, withheld: 0, rights: 0 },
  ...{ problems: '[]', more_problems: 0, generation: 0, realigning: 0 },
} as const

/** A plan that may be changed; one that is going away cannot be changed any more. */
async function findChangeable(
  ctx: WorkCtx<'not_found' | 'resource_locked'>,
  planId: string,
): Promise<store.PlanRow> {
  const row = await findToChange(ctx, planId)
  if (row.state === 'removing') ctx.fail('resource_locked', { message: 'This plan is being deleted.' })
  return row
}

export async function update(
  ctx: WorkCtx<FieldsRefusal | 'change_budget_exceeded' | 'resource_locked'>,
  planId: string,
  fields: PlanFields,
  changes = 0,
): Promise<Plan> {
  const stored = await find(ctx, planId)
  const columns = await columnsFrom(ctx, fields, stored)
  assertSameType(ctx, stored, fields)
  const { findings } = await withinBudget(ctx, { ...stored, ...columns }, changes)
  return inTransaction(ctx, async (tx) => {
    await groups.assertPairThere(tx, fields, stored.people_group_id)
    const { generation } = await findChangeable(tx, planId)
    const row = await store.update(tx.db, tx.accountId, planId, {
      ...columns,
      ...dueNow(tx, changes),
      generation: generation + 1,
      updated_at: tx.clock.now(),
    })
    await audit.record(tx, {
      action: 'plan.updated',
      subject: planId,
      detail: { changes: String(changesOf(findings)) },
    })
    wakeWorker(tx)
    return present(row)
  })
}

/** Somebody has seen how much would change, and means it. */
export const confirm = (ctx: WorkCtx<'not_found'>, planId: string, changes: number): Promise<Plan> =>
  inTransaction(ctx, async (tx) => {
    const held = await findToChange(tx, planId)
    const { state, ...due } = dueNow(tx, changes)
    const next = held.state === 'removing' ? held.state : state
    const row = await store.update(tx.db, tx.accountId, planId, { ...due, state: next })
    await audit.record(tx, {
      action: 'plan.confirmed',
      subject: planId,
      detail: { changes: String(changes) },
    })
    wakeWorker(tx)
    return present(row)
  })

/** What was changed or taken away by hand goes by the plan again. */
export async function realign(
  ctx: WorkCtx<'not_found' | 'change_budget_exceeded' | 'resource_locked'>,
  planId: string,
  changes = 0,
): Promise<Plan> {
  await withinBudget(ctx, { ...(await find(ctx, planId)), realigning: 1 }, changes)
  return inTransaction(ctx, async (tx) => {
    const { generation } = await findChangeable(tx, planId)
    const anew = { ...dueNow(tx, changes), realigning: 1, generation: generation + 1 }
    const row = await store.update(tx.db, tx.accountId, planId, anew)
    await access.forgetWithheld(tx, planId)
    await audit.record(tx, { action: 'plan.realigned', subject: planId })
    wakeWorker(tx)
    return present(row)
  })
}

/** Its rights are taken away, then it is gone. Asked again, it is the same deletion. */
export async function remove(
  ctx: WorkCtx<'not_found' | 'change_budget_exceeded'>,
  planId: string,
  changes = 0,
): Promise<void> {
  await withinBudget(ctx, { ...(await find(ctx, planId)), state: 'removing' }, changes)
  await inTransaction(ctx, async (tx) => {
    const row = await findToChange(tx, planId)
    const going = { ...dueNow(tx, changes), state: 'removing' as const, generation: row.generation + 1 }
    await store.update(tx.db, tx.accountId, planId, going)
    if (row.state !== 'removing') await audit.record(tx, { action: 'plan.removed', subject: planId })
    wakeWorker(tx)
  })
}
