import type { RequestCtx } from '../../platform/context.ts'
import * as account from '../account/service.ts'
import * as otp from '../otp/service.ts'
import * as sessions from '../sessions/service.ts'
import { holdsEverything, PROVED_MS } from './rules.ts'

/** What a caller may send along to show who is there. */
export interface Proof {
  currentPassword?: string | null | undefined
  otp?: string | null | undefined
}

export type StepUpRefusal = 'step_up_required' | sessions.LoginRefusal

/**
 * Refuses unless the person behind the token is there (D109): a session that proved itself within ten minutes, or the
 * password of the calling account in the body, with a one-time password where those are on. Wrong ones count against
 * the limits of the login, so a token is no better place to guess.
 *
 * Call it before any transaction, in the part of a handler that is `staged`: what was counted must stay counted when
 * the call is refused, and nobody may wait for a database that waits for a password.
 */
export async function assertStepUp(ctx: RequestCtx<StepUpRefusal>, proof: Proof): Promise<void> {
  if (await isProved(ctx)) return
  await prove(ctx, proof)
}

/**
 * The same for changes of the account itself, except that a token which holds every scope needs no proof on an account
 * that neither has one-time passwords nor is an operator's: the interface lets it set a new password (D109).
 */
export async function assertOwnerStepUp(ctx: RequestCtx<StepUpRefusal>, proof: Proof): Promise<void> {
  if (await isProved(ctx)) return
  if (proof.currentPassword == null && (await isTrustedToken(ctx))) return
  await prove(ctx, proof)
}

/** Has the calling session proved itself a short while ago? */
const isProved = (ctx: RequestCtx<never>): Promise<boolean> => sessions.provedWithin(ctx, PROVED_MS)

/** Proves who is there and lets the calling session profit from it for a while. */
export async function renew(ctx: RequestCtx<StepUpRefusal>, proof: Proof): Promise<void> {
  await prove(ctx, proof)
  if (await sessions.renewProof(ctx)) return
  ctx.fail('step_up_required', {
    message: 'Only a session can be renewed. Send currentPassword with the call that needs it.',
  })
}

async function prove(ctx: RequestCtx<StepUpRefusal>, { currentPassword, otp: code }: Proof): Promise<void> {
  if (ctx.db.isTransaction) throw new Error('a proof is looked at before the transaction it is needed for')
  if (currentPassword == null) ctx.fail('step_up_required')
  const found = await account.find(ctx, ctx.principal.accountId)
  if (!found) return ctx.fail('step_up_required')
  const credentials = { email: found.email, password: currentPassword, ...(code != null && { otp: code }) }
  const { accountId } = await sessions.authenticate(ctx, credentials)
  // The address may have become somebody else's between the two looks.
  if (accountId !== found.account_id) ctx.fail('step_up_required')
}

async function isTrustedToken(ctx: RequestCtx<never>): Promise<boolean> {
  const { principal } = ctx
  if (principal.kind === 'session' || !holdsEverything(principal)) return false
  const found = await account.find(ctx, principal.accountId)
  return found !== undefined && found.operator_since === null && !(await otp.isOn(ctx, principal.accountId))
}
