import type { Ctx } from '../../platform/context.ts'
import * as store from './store.ts'

/** The plans that a group is part of are looked at again soon. Nobody goes on with what was worked out before. */
export async function groupChanged(ctx: Ctx<never>, groupId: string): Promise<store.PlanRow[]> {
  const plans = await store.listOfGroup(ctx.db, ctx.accountId, groupId)
  if (plans.length === 0) return []
  await store.markDue(
    ctx.db,
    ctx.accountId,
    plans.map(({ id }) => id),
    ctx.clock.now(),
  )
  ctx.afterCommit(() => ctx.wake.notify('plan'))
  return plans
}

/** A group that a plan speaks of stays. */
export async function assertUnused(ctx: Ctx<'group_in_use'>, groupId: string): Promise<void> {
  const [plan] = await store.listOfGroup(ctx.db, ctx.accountId, groupId)
  if (plan) ctx.fail('group_in_use', { message: `The plan "${plan.name}" speaks of this group.` })
}
