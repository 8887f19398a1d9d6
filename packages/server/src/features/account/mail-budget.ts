import { type AttemptLimit, countAttempt } from '../../platform/attempts.ts'
import type { Ctx } from '../../platform/context.ts'

/**
 * Mails that an account, with its sub-accounts, can make the service write to addresses of its choice in an hour (D118).
 * What the service tells people about their own account is not among them: nobody can use that up.
 */
const HOUR_MS = 60 * 60 * 1000

/** Nobody has so many mail addresses to change to, and a code is what a stranger would be pestered with. */
const CODES_PER_HOUR = 10

const budget = (ctx: Ctx<never>, accountId: number): AttemptLimit => ({
  kind: 'account-mail',
  value: String(accountId),
  max: ctx.limits.mailsPerHour,
  windowMs: HOUR_MS,
})

const codeBudget = (accountId: number): AttemptLimit => ({
  kind: 'account-code',
  value: String(accountId),
  max: CODES_PER_HOUR,
  windowMs: HOUR_MS,
})

/** Counts one more mail of a master account; refuses when it had its share, and then nothing is counted. */
export async function assertMayMail(
  ctx: Ctx<'rate_limited'>,
  ownerAccountId: number,
  { isCode = false, also = [] }: { isCode?: boolean; also?: readonly AttemptLimit[] } = {},
): Promise<void> {
  const limits = [...also, ...(isCode ? [codeBudget(ownerAccountId)] : []), budget(ctx, ownerAccountId)]
  const counted = await countAttempt(ctx, limits)
  if ('retryAfterSeconds' in counted) ctx.fail('rate_limited', counted)
}
