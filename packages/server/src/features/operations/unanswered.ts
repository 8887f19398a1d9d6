import type { Ctx } from '../../platform/context.ts'
import * as store from './store.ts'

/** Actions of locks of these shares, or of all, that were sent and not answered; the most urgent first. */
export const sentActions = (ctx: Ctx<never>, shares: store.Shares, limit: number) =>
  store.listSentActions(ctx.db, limit, shares)
