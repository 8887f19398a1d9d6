import { type CallCtx, type Ctx, inTransaction } from '../../../platform/context.ts'
import { countAttempt } from '../../../platform/security/attempts.ts'
import { hashPassword, hashToken, newToken } from '../../../platform/security/crypto.ts'
import { LOCALLY } from '../../../platform/security/hashing-turns.ts'
import { schedule } from '../../../platform/work/jobs.ts'
import * as audit from '../../audit/service.ts'
import * as apiKeys from '../../keys/api-keys/service.ts'
import * as oauth from '../../keys/oauth/service.ts'
import * as mail from '../../mail/service.ts'
import * as account from '../account/service.ts'
import * as emailCodes from '../email-codes/service.ts'
import * as otp from '../otp/service.ts'
import * as passkeys from '../passkeys/service.ts'
import * as sessions from '../sessions/service.ts'
import { INVITE_MS, REQUESTS_PER_NETWORK, RESET_MS, WINDOW_MS } from './rules.ts'
import * as store from './store.ts'

export interface NewPassword {
  passwordHash: string
  /** Otherwise only sessions end. */
  deleteApiTokens: boolean
}

/**
 * Gives an account a new password (D36): its sessions, and unless told otherwise its tokens, grants and webhooks, end with
 * the transaction. Sub-accounts keep theirs.
 */
export async function change(
  ctx: Ctx<never> & audit.Origin,
  accountId: number,
  { passwordHash, deleteApiTokens }: NewPassword,
): Promise<void> {
  await account.change(ctx, accountId, { password_hash: passwordHash })
  await forgetResets(ctx, accountId)
  await sessions.endAll(ctx, accountId)
  await endPending(ctx, accountId)
  if (deleteApiTokens) {
    await apiKeys.removeAllTokens(ctx, accountId)
    await oauth.endGrants(ctx, accountId)
    await ctx.ports.accessEnded(ctx, accountId, { of: 'account' })
  }
  await audit.record(ctx, {
    action: 'password.changed',
    subject: accountId,
    detail: { tokens: deleteApiTokens ? 'deleted' : 'kept' },
  })
  ctx.afterCommit(() => ctx.wake.notify('credential', accountId))
}

/** What somebody proved themselves for with the old password and has not finished: it would be finished with a token. */
async function endPending(ctx: Ctx<never>, accountId: number): Promise<void> {
  await oauth.endPending(ctx, accountId)
  await emailCodes.remove(ctx, accountId)
  await otp.forgetRequest(ctx, accountId)
  await passkeys.forgetRequests(ctx, accountId)
}

/** Resets that were mailed and not used are worth nothing any more. */
export const forgetResets = (ctx: Ctx<never>, accountId: number) => store.removeAll(ctx.db, accountId)

/** The name of the job that looks whose address it was. */
const MAIL_RESET = 'mailPasswordReset'
const sealedFor = 'job.mailPasswordReset'

/**
 * Takes a request for a reset. Whether the address has an account is looked up by a job after the answer: before it
 * the same is done for every address, so neither the answer nor its time tells (D75).
 */
export async function requestReset(ctx: CallCtx<'rate_limited'>, email: string): Promise<void> {
  const byNetwork = { kind: 'reset', value: ctx.network, max: REQUESTS_PER_NETWORK, windowMs: WINDOW_MS }
  const counted = await countAttempt(ctx, [byNetwork])
  if ('retryAfterSeconds' in counted) ctx.fail('rate_limited', counted)
  await inTransaction(ctx, async (tx) => {
    if (!(await account.mayMailReset(tx, email, tx.network))) return
    // Sealed: an address that may have no account is nobody's business.
    const payload = tx.sealer.seal(JSON.stringify({ email }), sealedFor)
    await schedule(tx, { kind: MAIL_RESET, payload, runAt: tx.clock.now() })
  })
}

/** Mails a reset if the address has an account. The token is in the mail only; what is stored is its hash. */
export async function mailReset(ctx: Ctx<never>, sealed: string): Promise<void> {
  const { email } = JSON.parse(ctx.sealer.open(sealed, sealedFor)) as { email: string }
  const found = await account.findByEmail(ctx, email)
  if (!found) return
  const token = newToken()
  const owner = found.master_account_id ?? found.account_id
  await inTransaction({ ...ctx, accountId: owner }, async (tx) => {
    await store.insert(tx.db, {
      token_hash: hashToken(token),
      account_id: found.account_id,
      expires_at: tx.clock.now() + RESET_MS,
    })
    await mail.send(tx, {
      to: found.email,
      template: 'passwordReset',
      language: found.language,
      values: { name: found.name, token, ...mail.linkTo(tx, 'passwordReset', token) },
    })
  })
}

/** Mails somebody who has just been given an account how to set their own first password (D187). */
export async function mailFirst(
  tx: Ctx<never>,
  row: { account_id: number; email: string; name: string; language: string | null },
  inviter: string,
): Promise<void> {
  const token = newToken()
  await store.insert(tx.db, {
    token_hash: hashToken(token),
    account_id: row.account_id,
    expires_at: tx.clock.now() + INVITE_MS,
  })
  await mail.send(tx, {
    to: row.email,
    template: 'partnerInvite',
    language: row.language,
    values: { name: row.name, inviter, token, ...mail.linkTo(tx, 'passwordReset', token) },
  })
}

/** Sets a new password with a token that was mailed; it works once. */
export async function confirmReset(
  ctx: CallCtx<'reset_token_invalid'>,
  { token, password, deleteApiTokens = true }: { token: string; password: string; deleteApiTokens?: boolean },
): Promise<void> {
  const tokenHash = hashToken(token)
  const known = await store.find(ctx.db, tokenHash, ctx.clock.now())
  // Nobody is worth the work of a hash who does not even have a token.
  if (!known) return ctx.fail('reset_token_invalid')
  const asker = { network: ctx.network, account: String(known.account_id) }
  const passwordHash = await hashPassword(password, asker)
  const ownerId = await account.ownerOf(ctx, known.account_id)
  await inTransaction({ ...ctx, accountId: ownerId }, async (tx) => {
    const reset = await store.take(tx.db, tokenHash, tx.clock.now())
    const found = reset && (await account.view(tx, reset.account_id))
    if (!found) return tx.fail('reset_token_invalid')
    const actor = { accountId: found.account_id, name: found.name }
    await change({ ...tx, actor }, found.account_id, { passwordHash, deleteApiTokens })
    await sessions.liftLock(tx, found.email)
    await account.renewResetMails(tx, found.email)
  })
}

/** Gives the account with this address a new password; for the operator. False when there is none. */
export async function setByOperator(ctx: Ctx<never>, email: string, password: string): Promise<boolean> {
  const found = await account.findByEmail(ctx, email)
  if (!found) return false
  const passwordHash = await hashPassword(password, LOCALLY)
  await inTransaction({ ...ctx, accountId: found.master_account_id ?? found.account_id }, async (tx) => {
    await change(tx, found.account_id, { passwordHash, deleteApiTokens: true })
    await sessions.liftLock(tx, found.email)
  })
  return true
}

export const removeEnded = (ctx: Ctx<never>) => store.removeEnded(ctx.db, ctx.clock.now())
