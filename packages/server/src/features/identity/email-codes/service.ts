import type { Ctx } from '../../../platform/context.ts'
import * as store from './store.ts'

export type { EmailCodeRow } from './store.ts'

/** The code that waits to be typed in before a mail address counts; of each account at most one. */

export const put = (ctx: Ctx<never>, row: store.NewEmailCode) => store.put(ctx.db, row)

export const find = (ctx: Ctx<never>, accountId: number) => store.find(ctx.db, accountId)

export const setTries = (ctx: Ctx<never>, accountId: number, tries: number) =>
  store.setTries(ctx.db, accountId, tries)

export const remove = (ctx: Ctx<never>, accountId: number) => store.remove(ctx.db, accountId)

export const removeEnded = (ctx: Ctx<never>) => store.removeEnded(ctx.db, ctx.clock.now())
