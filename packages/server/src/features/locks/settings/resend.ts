import type { Ctx } from '../../../platform/context.ts'
import * as store from './store.ts'

/** Locks of these shares, or all, may have answered when nobody listened: what waits for an answer is sent again now. */
export async function sendAgain(ctx: Ctx<never>, shares: readonly number[] | undefined): Promise<void> {
  await store.makeDueAgain(ctx.db, ctx.engine, ctx.clock.now(), shares)
  ctx.afterCommit(() => ctx.wake.notify('desired'))
}
