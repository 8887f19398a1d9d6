import { type CallCtx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { countAttempt } from '../../../platform/security/attempts.ts'
import * as audit from '../../audit/service.ts'
import * as account from '../account/service.ts'
import * as secondFactor from '../second-factor/service.ts'
import * as sessions from '../sessions/service.ts'
import { type Assertion, requestOptions, verifyAssertion } from './ceremony.ts'
import * as challenges from './challenges.ts'
import { BEGUN_WINDOW_MS, isCopy, MAX_BEGUN, type Site } from './rules.ts'
import { siteFor } from './site.ts'
import * as store from './store.ts'

const FOR_SIGN_IN = { purpose: 'sign-in', asker: null } as const
const forStepUp = (ctx: RequestCtx<never>) => ({ purpose: 'step-up' as const, asker: ctx.principal })

/** What the browser needs to sign in with whatever passkey it has for the site; it tells nothing about accounts. */
export async function requestSignIn(ctx: CallCtx<'passkeys_unavailable' | 'login_locked'>) {
  const site = siteFor(ctx)
  const begun = { kind: 'passkey', value: ctx.network, max: MAX_BEGUN, windowMs: BEGUN_WINDOW_MS }
  const counted = await countAttempt(ctx, [begun])
  if ('retryAfterSeconds' in counted) ctx.fail('login_locked', counted)
  return requestOptions(site, await challenges.give(ctx, FOR_SIGN_IN))
}

/**
 * Signs in with a passkey. It takes the device and the PIN or finger of its person, so it counts as two factors and no
 * one-time password is asked for (D114). Whatever is wrong is answered alike.
 */
export async function signIn(
  ctx: CallCtx<'passkeys_unavailable' | 'passkey_invalid' | 'login_locked'>,
  answer: Assertion,
) {
  const site = siteFor(ctx)
  const attempt = await sessions.countFromNetwork(ctx)
  const row = await prove(ctx, site, FOR_SIGN_IN, answer)
  const person = row && (await account.find(ctx, row.account_id))
  if (!person) return ctx.fail('passkey_invalid')
  await attempt.forgive()
  return sessions.open(ctx, sessions.personOf(person), { showedSecondFactor: true })
}

/** What the browser needs to prove with a passkey of the calling account that its person is there. */
export async function requestVerification(ctx: RequestCtx<'passkeys_unavailable' | 'passkey_missing'>) {
  const site = siteFor(ctx)
  const usable = (await store.list(ctx.db, ctx.principal.accountId)).filter((row) => row.rp_id === site.id)
  if (usable.length === 0) ctx.fail('passkey_missing')
  return requestOptions(site, await challenges.give(ctx, forStepUp(ctx)), usable)
}

/** Proves with a passkey who is behind the calling session, which counts as a fresh sign-in (D109). */
export async function verify(
  ctx: RequestCtx<'passkeys_unavailable' | 'passkey_invalid' | 'step_up_required'>,
  answer: Assertion,
): Promise<void> {
  const row = await prove(ctx, siteFor(ctx), forStepUp(ctx), answer)
  if (!row) return ctx.fail('passkey_invalid')
  if (!(await sessions.renewProof(ctx)))
    ctx.fail('step_up_required', { message: 'Only a session can be renewed.' })
  await inTransaction(ctx, secondFactor.shownBySession)
}

/**
 * The passkey that made this answer; undefined whatever is wrong with it. Refusals come after the commit: what is
 * written down about a copied passkey must stay.
 */
async function prove(
  ctx: CallCtx<never>,
  site: Site,
  purpose: challenges.Purpose,
  answer: Assertion,
): Promise<store.PasskeyRow | undefined> {
  const challenge = await challenges.take(ctx, purpose, answer.response.clientDataJSON)
  if (challenge === undefined) return undefined
  const known = await store.findByCredential(ctx.db, site.id, answer.id)
  if (!known) return undefined
  const accountId = await account.ownerOf(ctx, known.account_id)
  return inTransaction({ ...ctx, accountId }, async (tx) => {
    const row = await store.findByCredential(tx.db, site.id, answer.id)
    if (!row || !(await isOf(tx, row, purpose, answer.response.userHandle))) return undefined
    const shown = await verifyAssertion(site, challenge, answer, row)
    if (!shown) return undefined
    if (isCopy(row.counter, shown.counter)) {
      await recordCopy(tx, row)
      return undefined
    }
    await store.update(tx.db, row.account_id, row.id, {
      counter: shown.counter,
      backed_up: shown.isBackedUp ? 1 : 0,
      last_used_at: tx.clock.now(),
    })
    return row
  })
}

/** Is it a passkey of who it says? At a sign-in nothing else names the account, so there it has to say. */
async function isOf(
  ctx: CallCtx<never>,
  row: store.PasskeyRow,
  { asker }: challenges.Purpose,
  userHandle: string | undefined,
): Promise<boolean> {
  if (asker && asker.accountId !== row.account_id) return false
  if (userHandle === undefined) return asker !== null
  return userHandle === (await store.findUserHandle(ctx.db, row.account_id))
}

/** Two devices count with one passkey: somebody has a copy, and which of them this is cannot be told. */
async function recordCopy(ctx: CallCtx<never>, row: store.PasskeyRow): Promise<void> {
  const actor = { accountId: null, name: 'unknown' }
  await audit.record({ ...ctx, actor }, { action: 'passkey.copied', subject: row.id })
}
