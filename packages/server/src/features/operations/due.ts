import type { Ctx } from '../../platform/context.ts'
import * as store from './due-store.ts'

/** What waits for locks of some shares, or of all where none are named. */

export const queuedActions = (ctx: Ctx<never>, limit: number, shares: store.Shares) =>
  store.listQueuedActions(ctx.db, limit, shares)

export type { SentAction } from './due-store.ts'

/** Actions that were sent, before a moment if one is named, and not answered; the most urgent first. */
export const sentActions = (ctx: Ctx<never>, shares: store.Shares, limit: number, before?: number) =>
  store.listSentActions(ctx.db, limit, shares, before)

export const overdue = (ctx: Ctx<never>, limit: number, shares: store.Shares) =>
  store.listOverdue(ctx.db, ctx.clock.now(), limit, shares)

export const nextDeadline = (ctx: Ctx<never>, shares: store.Shares) => store.nextDeadline(ctx.db, shares)
