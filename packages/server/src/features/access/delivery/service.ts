import type { Ctx } from '../../../platform/context.ts'
import * as queue from './queue-store.ts'

export { keeperOf, keepingOf } from './windows.ts'

/** Something waits for these locks, which are online: it is sent to them. */
export async function sendSoon(ctx: Ctx<never>, smartlockIds: readonly number[]): Promise<void> {
  if (smartlockIds.length === 0) return
  await queue.makeDue(ctx.db, ctx.accountId, smartlockIds, ctx.clock.now())
  ctx.afterCommit(() => ctx.wake.notify('access', smartlockIds))
}

/** Locks of these shares, or all, may have answered when nobody listened: what they have not answered is sent again now. */
export async function sendAgain(ctx: Ctx<never>, shares: readonly number[] | undefined): Promise<void> {
  await queue.makeDueAgain(ctx.db, ctx.engine, ctx.clock.now(), shares)
  ctx.afterCommit(() => ctx.wake.notify('access'))
}
