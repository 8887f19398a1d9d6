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
function isTheirs({ principal }: RequestCtx, run: store.RunRow): boolean {
  if (lackOf(principal, run.kind)) return false
  const { token_id, grant_id, session_id } = makerOf(principal)
  const isOwnAccess = run.token_id === token_id && run.grant_id === grant_id && run.session_id === session_id
  return !principal.tokenLimits || isOwnAccess
}

/**
 * The owner of the doors also sees how far the open files of sub-accounts are, and can end them: they wait in the same line. What
 * is in them stays with who brought them (D162).
 */
export const seesAll = ({ principal }: RequestCtx): boolean => principal.isMaster && !principal.tokenLimits

export const isVisible = (ctx: RequestCtx, run: store.RunRow): boolean =>
  run.actor_account_id === ctx.principal.accountId
    ? isTheirs(ctx, run)
    : seesAll(ctx) && run.next_at !== null && !lackOf(ctx.principal, run.kind)

/** A run whose progress the caller may see. */
export async function find(ctx: RequestCtx<'not_found'>, sheetId: string): Promise<store.RunRow> {
  const run = await store.findInAccount(ctx.db, ctx.accountId, sheetId)
  return run && isVisible(ctx, run) ? run : ctx.fail('not_found')
}

/** The run, or the same 404 whether it is missing, somebody else's (D38) or none of the caller's. */
export async function get(ctx: RequestCtx<'not_found'>, sheetId: string): Promise<store.RunRow> {
  const run = await store.find(ctx.db, ownerOf(ctx), sheetId)
  return run && isTheirs(ctx, run) ? run : ctx.fail('not_found')
}
