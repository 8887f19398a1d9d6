import type { Ctx } from '../../../platform/context.ts'
import { type AttemptLimit, countAttempt, forgetAttempts } from '../../../platform/security/attempts.ts'

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

const CODES_PER_ADDRESS = 3

/**
 * Codes to one address. The account's own is counted for that account alone: nobody else can use that share up, not by
 * asking for resets, nor by pretending to want the address (D112). One that is not its own yet has a share for everybody.
 */
export const assertMayMailCode = (
  ctx: Ctx<'rate_limited'>,
  row: { account_id: number; master_account_id: number | null; email_key: string },
  emailKey: string,
): Promise<void> => {
  const value = emailKey === row.email_key ? `own ${row.account_id}` : emailKey
  const perAddress = { kind: 'mailed', value, max: CODES_PER_ADDRESS, windowMs: HOUR_MS }
  return assertMayMail(ctx, row.master_account_id ?? row.account_id, { isCode: true, also: [perAddress] })
}

/** Of resets, those that one network has mailed to an address, and all networks together. */
const RESETS_PER_NETWORK = 3
const RESETS_PER_ADDRESS = 9

const allResets = (email: string): AttemptLimit => ({
  kind: 'reset-mails',
  value: email.trim().toLowerCase(),
  max: RESETS_PER_ADDRESS,
  windowMs: HOUR_MS,
})

/**
 * Counts a reset that is mailed to this address; false when there were enough. A stranger uses up the share of their own
 * network. Many of them together can use up that of the address, but then nine mails with a token that works for an
 * hour went to the owner within that hour: any of them does what the refused one would have done (D112).
 */
export async function mayMailReset(ctx: Ctx<never>, email: string, network: string): Promise<boolean> {
  const all = allResets(email)
  const ofNetwork = { ...all, kind: 'reset-mail', value: `${network} ${all.value}`, max: RESETS_PER_NETWORK }
  return 'id' in (await countAttempt(ctx, [ofNetwork, all]))
}

/** The tokens that were mailed are dead with the password they were for, so the share of the address is whole again. */
export const renewResetMails = (ctx: Ctx<never>, email: string): Promise<void> =>
  forgetAttempts(ctx, allResets(email))
