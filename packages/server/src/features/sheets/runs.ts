import type { RequestCtx } from '../../platform/context.ts'
import { makerOf } from '../events/makers/service.ts'
import { lackOf } from './rules.ts'
import * as store from './store.ts'

export const ownerOf = ({ accountId, principal }: RequestCtx): store.Owner => ({
  accountId,
  actorAccountId: principal.accountId,
})

/**
 * It is of who brought it and of nobody else: codes and people are in it. A token that is for some doors sees its own
 * alone, and nobody what they could not ask for.
 */
export function isTheirs({ principal }: RequestCtx, run: store.RunRow): boolean {
  if (lackOf(principal, run.kind)) return false
  const { token_id, grant_id, session_id } = makerOf(principal)
  const isOwnAccess = run.token_id === token_id && run.grant_id === grant_id && run.session_id === session_id
  return !principal.tokenLimits || isOwnAccess
}

/** The run, or the same 404 whether it is missing, somebody else's (D38) or none of the caller's. */
export async function get(ctx: RequestCtx<'not_found'>, sheetId: string): Promise<store.RunRow> {
  const run = await store.find(ctx.db, ownerOf(ctx), sheetId)
  return run && isTheirs(ctx, run) ? run : ctx.fail('not_found')
}

/** The same, held until the transaction ends. */
export async function getHeld(ctx: RequestCtx<'not_found'>, sheetId: string): Promise<store.RunRow> {
  const run = await store.findForUpdate(ctx.db, ctx.engine, ownerOf(ctx), sheetId)
  return run && isTheirs(ctx, run) ? run : ctx.fail('not_found')
}
