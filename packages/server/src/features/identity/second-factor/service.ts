import type { Ctx, RequestCtx } from '../../../platform/context.ts'
import { isDemandedOf } from '../../../platform/security/second-factor-rule.ts'
import * as store from './store.ts'

/** What an account can prove itself with beside its password, and whether it has to (D116). */
export interface Factors {
  hasOtp: boolean
  hasPasskey: boolean
  isDemanded: boolean
}

export async function factorsOf(ctx: Ctx<never>, accountId: number): Promise<Factors> {
  const row = await store.find(ctx.db, accountId)
  return {
    hasOtp: Number(row?.otps ?? 0) > 0,
    hasPasskey: Number(row?.passkeys ?? 0) > 0,
    isDemanded: row !== undefined && isDemandedOf(ctx.secondFactor, row),
  }
}

/** Has it any? */
export const isProtected = ({ hasOtp, hasPasskey }: Factors): boolean => hasOtp || hasPasskey

/**
 * Who signed in with nothing but a password may set a first second factor up, and none beside one that is there:
 * otherwise the password alone would be the way round it.
 */
export async function assertMayAdd(ctx: RequestCtx<'second_factor_required'>): Promise<void> {
  if (!ctx.principal.needsSecondFactor) return
  if (isProtected(await factorsOf(ctx, ctx.principal.accountId))) ctx.fail('second_factor_required')
}

/** The calling session has shown more than a password: from now on it may do everything. */
export async function shownBySession(ctx: RequestCtx<never>): Promise<void> {
  const { accountId, tokenId } = ctx.principal
  await ctx.ports.secondFactorShown(ctx, accountId, tokenId)
}

/** Refuses what would leave an account without a second factor that has to have one. */
export async function assertStillThere(ctx: Ctx<'last_second_factor'>, accountId: number): Promise<void> {
  const factors = await factorsOf(ctx, accountId)
  if (factors.isDemanded && !isProtected(factors)) ctx.fail('last_second_factor')
}
