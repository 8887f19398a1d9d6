import { generateSecret } from 'otplib'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import * as account from '../account/service.ts'
import * as callers from '../callers/service.ts'
import * as recoveryCodes from '../recovery-codes/service.ts'
import * as secondFactor from '../second-factor/service.ts'
import * as notices from '../security-notices/service.ts'
import { acceptedStep, LOCK_MS, MAX_FAILURES, stateOf } from './rules.ts'
import * as store from './store.ts'

const SECRET_BYTES = 20

/** Where the secret of an account is sealed to. */
export const otpSealedFor = (accountId: number): string => `account_otp.secret:${accountId}`

/** Does this account need a one-time password? One that was requested and never confirmed does not count. */
export async function isOn(ctx: Ctx<never>, accountId: number): Promise<boolean> {
  return (await store.find(ctx.db, accountId))?.enabled_at != null
}

/** A new secret for the calling account; it counts once a code of it came back (D74). */
export async function request(
  ctx: RequestCtx<'otp_already_enabled' | 'second_factor_required'>,
): Promise<string> {
  const { accountId } = ctx.principal
  await secondFactor.assertMayAdd(ctx)
  const secret = generateSecret({ length: SECRET_BYTES })
  const isStored = await store.putPending(ctx.db, {
    account_id: accountId,
    secret_sealed: ctx.sealer.seal(secret, otpSealedFor(accountId)),
    requested_at: ctx.clock.now(),
    enabled_at: null,
    last_step: 0,
    failures: 0,
    locked_until: null,
  })
  if (!isStored) ctx.fail('otp_already_enabled')
  return secret
}

type EnableRefusal =
  | 'token_invalid'
  | 'second_factor_required'
  | 'otp_not_requested'
  | 'otp_already_enabled'
  | 'otp_invalid'
  | 'otp_locked'

/** Switches one-time passwords on with a code of the secret that was asked for. */
export async function enable(ctx: RequestCtx<EnableRefusal>, code: string): Promise<void> {
  const { accountId } = ctx.principal
  const state = stateOf(await store.find(ctx.db, accountId), ctx.clock.now())
  if (state === 'off') ctx.fail('otp_not_requested')
  if (state === 'on') ctx.fail('otp_already_enabled')
  await verify(ctx, accountId, code, async (tx) => {
    await callers.hold(tx)
    await secondFactor.assertMayAdd(tx)
    await switchedOn(tx, accountId)
    await secondFactor.shownBySession(tx)
  })
}

async function switchedOn(ctx: Ctx<never>, accountId: number): Promise<void> {
  await store.update(ctx.db, accountId, { enabled_at: ctx.clock.now() })
  await audit.record(ctx, { action: 'otp.enabled', subject: accountId })
  await notices.warn(ctx, accountId, 'otpEnabled')
}

/** Switches one-time passwords off; without any it changes nothing (D74). Says whether they were on. */
export async function disable(
  ctx: Ctx<'last_second_factor'> & audit.Origin,
  accountId: number,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const isSwitchedOff = await switchOff(tx, accountId)
    if (isSwitchedOff) await secondFactor.assertStillThere(tx, accountId)
    return isSwitchedOff
  })
}

async function switchOff(ctx: Ctx<never> & audit.Origin, accountId: number): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const removed = await store.remove(tx.db, accountId)
    if (removed?.enabled_at == null) return false
    await recoveryCodes.removeIfIdle(tx, accountId)
    await audit.record(tx, { action: 'otp.disabled', subject: accountId })
    await notices.warn(tx, accountId, 'otpDisabled')
    return true
  })
}

/** Forgets a secret that nobody has confirmed; one that was confirmed meanwhile stays. */
export const forgetRequest = (ctx: Ctx<never>, accountId: number) => store.removePending(ctx.db, accountId)

/** Switches one-time passwords of the account with this address off; for the operator, when a phone is lost. */
export async function resetByOperator(
  ctx: Ctx<never>,
  email: string,
): Promise<'no account' | 'was off' | 'switched off'> {
  const found = await account.findByEmail(ctx, email)
  if (!found) return 'no account'
  const owner = { ...ctx, accountId: found.master_account_id ?? found.account_id }
  return (await switchOff(owner, found.account_id)) ? 'switched off' : 'was off'
}

type Verdict = { outcome: 'right' | 'wrong' } | { outcome: 'locked'; until: number }

/**
 * Checks a code of this account and uses it up (D43). Wrong codes are counted wherever they are typed in; the fifth
 * locks for 15 minutes. `accepted` runs in the transaction that uses the code up.
 */
export async function verify<C extends Ctx<'otp_invalid' | 'otp_locked'>>(
  ctx: C,
  accountId: number,
  code: string,
  accepted: (ctx: C) => Promise<void> = async () => {},
): Promise<void> {
  // The refusal comes after the commit: rolled back with it, a failure would not count.
  const verdict = await inTransaction(ctx, async (tx) => {
    const found = await check(tx, accountId, code)
    if (found.outcome === 'right') await accepted(tx)
    return found
  })
  if (verdict.outcome === 'locked') {
    ctx.fail('otp_locked', { retryAfterSeconds: Math.ceil((verdict.until - ctx.clock.now()) / 1000) })
  }
  if (verdict.outcome === 'wrong') ctx.fail('otp_invalid')
}

async function check(ctx: Ctx<never>, accountId: number, code: string): Promise<Verdict> {
  const row = await store.find(ctx.db, accountId)
  if (!row) return { outcome: 'wrong' }
  const now = ctx.clock.now()
  if (row.locked_until !== null && row.locked_until > now)
    return { outcome: 'locked', until: row.locked_until }
  const secret = ctx.sealer.open(row.secret_sealed, otpSealedFor(accountId))
  const step = acceptedStep(secret, code, now, row.last_step)
  if (step !== undefined) {
    await store.update(ctx.db, accountId, { last_step: step, failures: 0, locked_until: null })
    return { outcome: 'right' }
  }
  const failures = row.failures + 1
  const locks = failures >= MAX_FAILURES
  await store.update(ctx.db, accountId, {
    failures: locks ? 0 : failures,
    locked_until: locks ? now + LOCK_MS : null,
  })
  return { outcome: 'wrong' }
}
