import { createHmac } from 'node:crypto'
import { type CallCtx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import { isDemandedOf } from '../../../platform/security/second-factor-rule.ts'
import * as audit from '../../audit/service.ts'
import * as account from '../account/service.ts'
import { REMEMBERED_SECONDS, RENEWED_BELOW_MS, SESSION_SECONDS } from './rules.ts'
import * as store from './store.ts'

/**
 * A device that is remembered keeps a secret where no script can read it, and gets with it the token of its session, which
 * all its tabs share. Each token is made of the secret and a number and lives as long as that of any session: one that is
 * stolen from a page is worth no more than before, and the secret itself never comes to a page.
 */
const tokenOf = (secret: string, renewals: number): string =>
  createHmac('sha256', secret).update(`session token ${renewals}`).digest('base64url')

interface Remembered {
  signedIn: { accessToken: string; expiresIn: number; accountId: number; secondFactorRequired?: boolean }
  secret: string
}

/** From now on the calling session is its device's; whoever calls has proved a moment ago that they are there. */
export async function remember(ctx: RequestCtx<'step_up_required'>): Promise<Remembered> {
  const { accountId, tokenId } = ctx.principal
  const secret = newToken()
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const isSet = await store.setRemembered(tx.db, accountId, tokenId, {
      device_hash: hashToken(secret),
      remembered_until: now + REMEMBERED_SECONDS * 1000,
      renewals: 1,
      token_hash: hashToken(tokenOf(secret, 1)),
      expires_at: now + SESSION_SECONDS * 1000,
    })
    // Tokens of programs are no sessions.
    if (!isSet) tx.fail('step_up_required', { message: 'Only the device of a session can be remembered.' })
    await audit.record(tx, { action: 'session.remembered', subject: tokenId })
    tx.afterCommit(() => tx.wake.notify('credential', accountId))
    const limited = tx.principal.needsSecondFactor && { secondFactorRequired: true }
    return {
      signedIn: { accessToken: tokenOf(secret, 1), expiresIn: SESSION_SECONDS, accountId, ...limited },
      secret,
    }
  })
}

/** The token of the device's session, a new one when its time is nearly over. */
export async function resume(
  ctx: CallCtx<'token_invalid'>,
  secret: string | undefined,
): Promise<Remembered['signedIn']> {
  const found = secret === undefined ? undefined : await store.findDevice(ctx.db, hashToken(secret))
  const now = ctx.clock.now()
  if (secret === undefined || !found || Number(found.remembered_until ?? 0) <= now)
    return ctx.fail('token_invalid')
  const session = found.expires_at - now > RENEWED_BELOW_MS ? found : await renew(ctx, secret, found, now)
  const person = await account.find(ctx, session.account_id)
  if (!person) return ctx.fail('token_invalid')
  const isLimited = session.second_factor !== 1 && isDemandedOf(ctx.secondFactor, person)
  return {
    accessToken: tokenOf(secret, session.renewals),
    expiresIn: Math.max(1, Math.floor((session.expires_at - now) / 1000)),
    accountId: session.account_id,
    ...(isLimited && { secondFactorRequired: true }),
  }
}

/** Of two tabs at once one renews, and both have its token: it follows from the number. */
async function renew(ctx: CallCtx<'token_invalid'>, secret: string, found: store.DeviceRow, now: number) {
  const renewals = found.renewals + 1
  const changes = {
    renewals,
    token_hash: hashToken(tokenOf(secret, renewals)),
    expires_at: now + SESSION_SECONDS * 1000,
  }
  await store.renewToken(ctx.db, found, changes)
  ctx.wake.notify('credential', found.account_id)
  return (await store.findDevice(ctx.db, hashToken(secret))) ?? ctx.fail('token_invalid')
}
