import type { RequestCtx } from '../../../platform/context.ts'
import type { Incoming } from '../../../platform/observe/call-record.ts'
import * as account from '../account/service.ts'
import * as callers from '../callers/service.ts'
import * as secondFactor from '../second-factor/service.ts'
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
 * For operations of the interface: an account-management token needs no proof, because the person who made it decided
 * that it may do all of them (D243). A proof that is sent along is checked all the same.
 */
export async function assertManagerStepUp(ctx: RequestCtx<StepUpRefusal>, proof: Proof): Promise<void> {
  if (proof.currentPassword == null && ctx.principal.management) return
  await assertStepUp(ctx, proof)
}

/**
 * For a new password, a secret for one-time passwords, and sub-accounts: an API token that holds every scope needs no
 * proof either, on an account that has no second factor and is not an operator's (D109). OAuth access does: the person
 * allowed an application something, and can take it back.
 */
export async function assertOwnerStepUp(ctx: RequestCtx<StepUpRefusal>, proof: Proof): Promise<void> {
  if (proof.currentPassword == null && (await isTrustedToken(ctx))) return
  await assertManagerStepUp(ctx, proof)
}

/**
 * What goes on reporting from the account, or stands for it, after its maker is gone needs the person where the maker
 * ends by itself or can be taken back (D110): a session, and an application if it does not end with its grant.
 */
export async function assertMayOutlive(
  ctx: RequestCtx<StepUpRefusal>,
  proof: Proof,
  endsWith: 'nothing' | 'its grant',
): Promise<void> {
  const { kind } = ctx.principal
  if (kind === 'session' || (kind === 'oauth' && endsWith === 'nothing')) await assertStepUp(ctx, proof)
}

/** With which password a call was proved, for as long as it is under way. */
const provedWith = new WeakMap<Incoming, string>()

/**
 * What was true when the call was let through is still: its token or session has not ended, nor was the password changed
 * that it came with. Asked in the transaction of the change; until that ends nobody can change it. A password takes long
 * to hash, and whoever was shut out meanwhile must not have the last word.
 */
export async function assertStillThere(tx: RequestCtx<'token_invalid' | 'step_up_required'>): Promise<void> {
  await callers.hold(tx)
  const hash = provedWith.get(tx.incoming)
  if (hash === undefined) return
  const found = await account.find(tx, tx.principal.accountId)
  if (found?.password_hash !== hash) tx.fail('step_up_required')
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
  const { accountId, passwordHash } = await sessions.authenticate(ctx, credentials)
  // The address may have become somebody else's between the two looks.
  if (accountId !== found.account_id) ctx.fail('step_up_required')
  provedWith.set(ctx.incoming, passwordHash)
}

async function isTrustedToken(ctx: RequestCtx<never>): Promise<boolean> {
  const { principal } = ctx
  if (!holdsEverything(principal)) return false
  const found = await account.find(ctx, principal.accountId)
  if (!found || found.operator_since !== null) return false
  return !secondFactor.isProtected(await secondFactor.factorsOf(ctx, principal.accountId))
}
