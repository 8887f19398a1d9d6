import { fail } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import * as mail from '../../mail/service.ts'
import * as account from '../account/service.ts'
import * as codes from '../email-codes/service.ts'
import * as passwords from '../passwords/service.ts'
import { CODE_MS, isSameHash, MAX_TRIES, newCode } from './rules.ts'

type Row = account.AccountView

const isSame = (a: string, b: string): boolean => account.emailKey(a) === account.emailKey(b)

/** Keyed and bound to account and address: a code is good for nothing else, and its hash does not give it away. */
const hashCode = (ctx: Ctx<never>, accountId: number, email: string, code: string): string =>
  ctx.sealer.mac(hashedText(accountId, email, code), 'email_code')

const hashedText = (accountId: number, email: string, code: string): string =>
  `${accountId} ${account.emailKey(email)} ${code}`

/** Asks for another address: it counts when the code that is mailed to it comes back (D71, D72). */
export async function requestChange(
  ctx: RequestCtx<'email_taken' | 'rate_limited'>,
  email: string,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await ownAccount(tx)
    await account.assertEmailFree(tx, email, row.account_id)
    await mailCode(tx, row, email)
  })
}

/** Mails a fresh code to the address that waits for one, or to the one the account has. */
export async function resend(ctx: RequestCtx<'rate_limited'>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await ownAccount(tx)
    const pending = await alive(tx, row.account_id)
    await mailCode(tx, row, pending?.email ?? row.email)
  })
}

/** Mails the first code of an account that was just opened. */
export async function welcome(ctx: Ctx<'rate_limited'>, row: Row): Promise<void> {
  await mailCode(ctx, row, row.email)
}

async function mailCode(ctx: Ctx<'rate_limited'>, row: Row, email: string): Promise<void> {
  await account.assertMayMailCode(ctx, row, email)
  const code = newCode()
  await codes.put(ctx, {
    account_id: row.account_id,
    email,
    code_hash: hashCode(ctx, row.account_id, email, code),
    tries: 0,
    expires_at: ctx.clock.now() + CODE_MS,
  })
  const common = { to: email, language: row.language?.toLowerCase(), accountId: row.account_id }
  const values = { name: row.name, code, ...mail.linkTo(ctx, 'email', code) }
  await (isSame(email, row.email)
    ? mail.send(ctx, { ...common, template: 'emailVerification', values })
    : mail.send(ctx, { ...common, template: 'emailChangeCode', values: { ...values, newEmail: email } }))
}

/**
 * Tries a code. Right: the address it was sent to is the account's and verified. The fifth wrong one kills it. Says
 * whether it was right instead of refusing, so that a wrong try is counted in the same transaction.
 */
export async function verify(ctx: RequestCtx<'email_taken'>, code: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const row = await ownAccount(tx)
    const pending = await alive(tx, row.account_id)
    if (!pending) return false
    // The key may have changed since the code was mailed.
    const hashes = tx.sealer.macs(hashedText(row.account_id, pending.email, code), 'email_code')
    if (!hashes.some((hash) => isSameHash(hash, pending.code_hash))) {
      await countWrong(tx, pending)
      return false
    }
    if (!isSame(pending.email, row.email)) await replace(tx, row, pending.email)
    await account.change(tx, row.account_id, { email_verified: 1 })
    await codes.remove(tx, row.account_id)
    return true
  })
}

async function countWrong(ctx: Ctx<never>, { account_id, tries }: codes.EmailCodeRow): Promise<void> {
  if (tries + 1 >= MAX_TRIES) await codes.remove(ctx, account_id)
  else await codes.setTries(ctx, account_id, tries + 1)
}

async function alive(ctx: Ctx<never>, accountId: number): Promise<codes.EmailCodeRow | undefined> {
  const row = await codes.find(ctx, accountId)
  return row && row.expires_at > ctx.clock.now() ? row : undefined
}

const ownAccount = async (ctx: RequestCtx): Promise<Row> =>
  // It may be deleted while a request of its own is under way.
  (await account.view(ctx, ctx.principal.accountId)) ?? fail('not_found')

/**
 * Replaces the address at once (D71): it counts as unverified, what was mailed to the old one is worth nothing any
 * more, and both addresses are informed. Another spelling of the same address only changes the spelling.
 */
export async function replace(ctx: Ctx<'email_taken'>, row: Row, email: string): Promise<void> {
  if (isSame(email, row.email)) {
    await account.change(ctx, row.account_id, { email })
    return
  }
  await account.assertEmailFree(ctx, email, row.account_id)
  await account.change(ctx, row.account_id, {
    email,
    email_key: account.emailKey(email),
    email_verified: 0,
  })
  await codes.remove(ctx, row.account_id)
  await passwords.forgetResets(ctx, row.account_id)
  await audit.record(ctx, { action: 'email.changed', subject: row.account_id })
  const values = { name: row.name, oldEmail: row.email, newEmail: email }
  for (const to of [row.email, email]) {
    await mail.send(ctx, {
      to,
      template: 'emailChanged',
      language: row.language?.toLowerCase(),
      values,
      accountId: row.account_id,
    })
  }
}

export const { removeEnded } = codes
