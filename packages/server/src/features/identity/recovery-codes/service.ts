import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { countAttempt, forgetAttempts } from '../../../platform/security/attempts.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import * as audit from '../../audit/service.ts'
import * as account from '../account/service.ts'
import * as secondFactor from '../second-factor/service.ts'
import * as notices from '../security-notices/service.ts'
import { CODES, isCode, MAX_TRIES, newCode, plain, WINDOW_MS } from './rules.ts'
import * as store from './store.ts'

export { isCode }

/** How many codes the calling account has left, and since when. */
export const summary = (ctx: RequestCtx<never>) => store.summary(ctx.db, ctx.principal.accountId)

/** Ten new codes, shown this once; the ones before are worth nothing any more (D115). */
export async function make(
  ctx: RequestCtx<'second_factor_missing' | 'second_factor_required'>,
): Promise<string[]> {
  const { accountId } = ctx.principal
  return inTransaction(ctx, async (tx) => {
    if (!secondFactor.isProtected(await secondFactor.factorsOf(tx, accountId)))
      tx.fail('second_factor_missing')
    const codes = Array.from({ length: CODES }, newCode)
    await store.removeAll(tx.db, accountId)
    await store.insert(
      tx.db,
      accountId,
      codes.map((code) => hashToken(plain(code))),
      tx.clock.now(),
    )
    await audit.record(tx, { action: 'recoveryCodes.made', subject: accountId })
    await notices.warn(tx, accountId, 'recoveryCodesMade')
    return codes
  })
}

const limitOf = (accountId: number) => ({
  kind: 'recovery',
  value: String(accountId),
  max: MAX_TRIES,
  windowMs: WINDOW_MS,
})

/** Uses a code up in place of a one-time password; its person is informed by mail. */
export async function use(
  ctx: Ctx<'otp_invalid' | 'otp_locked'> & notices.Origin & audit.Origin,
  accountId: number,
  code: string,
): Promise<void> {
  const counted = await countAttempt(ctx, [limitOf(accountId)])
  if ('retryAfterSeconds' in counted) ctx.fail('otp_locked', counted)
  const ownerId = await account.ownerOf(ctx, accountId)
  const isRight = await inTransaction({ ...ctx, accountId: ownerId }, async (tx) => {
    if (!(await store.take(tx.db, accountId, hashToken(plain(code))))) return false
    await forgetAttempts(tx, limitOf(accountId))
    const found = await account.find(tx, accountId)
    const owned = { ...tx, actor: { accountId, name: found?.name ?? '' } }
    const { left } = await store.summary(tx.db, accountId)
    await audit.record(owned, {
      action: 'recoveryCode.used',
      subject: accountId,
      detail: { left: String(left) },
    })
    await notices.warn(owned, accountId, 'recoveryCodeUsed', { left })
    return true
  })
  if (!isRight) ctx.fail('otp_invalid')
}

/** Codes stand in for something: when the last of it goes, they go too. */
export async function removeIfIdle(ctx: Ctx<never>, accountId: number): Promise<void> {
  if (secondFactor.isProtected(await secondFactor.factorsOf(ctx, accountId))) return
  await store.removeAll(ctx.db, accountId)
}
