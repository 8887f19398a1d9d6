import { type Ctx, inTransaction } from '../../platform/context.ts'
import { acceptedStep, LOCK_MS, MAX_FAILURES } from './rules.ts'
import * as store from './store.ts'

/** Where the secret of an account is sealed to. */
export const otpSealedFor = (accountId: number): string => `account_otp.secret:${accountId}`

/** Does this account need a one-time password? One that was requested and never confirmed does not count. */
export async function isOn(ctx: Ctx<never>, accountId: number): Promise<boolean> {
  return (await store.find(ctx.db, accountId))?.enabled_at != null
}

type Verdict = { outcome: 'right' | 'wrong' } | { outcome: 'locked'; until: number }

/**
 * Checks a code of this account and uses it up (D43). Wrong codes are counted wherever they are typed in; the fifth
 * locks for 15 minutes.
 */
export async function verify(
  ctx: Ctx<'otp_invalid' | 'otp_locked'>,
  accountId: number,
  code: string,
): Promise<void> {
  // The refusal comes after the commit: rolled back with it, a failure would not count.
  const verdict = await inTransaction(ctx, (tx) => check(tx, accountId, code))
  if (verdict.outcome === 'locked') {
    ctx.fail('otp_locked', { retryAfterSeconds: Math.ceil((verdict.until - ctx.clock.now()) / 1000) })
  }
  if (verdict.outcome === 'wrong') ctx.fail('otp_invalid')
}

async function check(ctx: Ctx<never>, accountId: number, code: string): Promise<Verdict> {
  const row = await store.lock(ctx.db, ctx.engine, accountId)
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
