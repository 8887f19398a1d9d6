import { type CallCtx, type Ctx, inTransaction, type RequestCtx } from '../../platform/context.ts'
import { hashToken, newToken, verifyPassword } from '../../platform/crypto.ts'
import * as account from '../account/service.ts'
import * as audit from '../audit/service.ts'
import * as otp from '../otp/service.ts'
import { MAX_PER_ADDRESS, MAX_PER_NETWORK, SESSION_SECONDS, WINDOW_MS } from './rules.ts'
import * as store from './store.ts'

export interface Credentials {
  email: string
  password: string
  otp?: string
}

export type LoginRefusal =
  | 'invalid_credentials'
  | 'otp_required'
  | 'otp_invalid'
  | 'login_locked'
  | 'otp_locked'

/** Logs in and opens a console session (D42). */
export async function login(ctx: CallCtx<LoginRefusal>, credentials: Credentials) {
  const found = await authenticate(ctx, credentials)
  const accessToken = newToken()
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const id = tx.ids.timeOrdered()
    await store.insert(tx.db, {
      id,
      account_id: found.accountId,
      token_hash: hashToken(accessToken),
      created_at: now,
      expires_at: now + SESSION_SECONDS * 1000,
    })
    await audit.record(
      { ...tx, accountId: found.ownerAccountId, actor: found },
      { action: 'session.opened', subject: id },
    )
  })
  return { accessToken, expiresIn: SESSION_SECONDS, accountId: found.accountId }
}

/**
 * Whose credentials these are. An address without an account costs the same work and gets the same answer as a wrong
 * password; what is particular to an account (one-time passwords) shows only to those who know its password.
 */
export async function authenticate(ctx: CallCtx<LoginRefusal>, credentials: Credentials) {
  const attempt = await countAttempt(ctx, credentials.email)
  const row = await account.findByEmail(ctx, credentials.email)
  const isRight = await verifyPassword(credentials.password, row?.password_hash)
  if (!row || !isRight) return ctx.fail('invalid_credentials')
  await attempt.forgive()
  if (await otp.isOn(ctx, row.account_id)) {
    if (!credentials.otp) ctx.fail('otp_required')
    await otp.verify(ctx, row.account_id, credentials.otp)
  }
  return {
    accountId: row.account_id,
    ownerAccountId: row.master_account_id ?? row.account_id,
    name: row.name,
  }
}

/**
 * An attempt is counted as a failure before the password is looked at, and forgiven when it was right: many attempts
 * at the same time cannot all slip through before the first one failed (D42).
 */
async function countAttempt(ctx: CallCtx<'login_locked'>, email: string) {
  const byAddress = `mail:${hashToken(account.emailKey(email))}`
  const byNetwork = `ip:${hashToken(ctx.network)}`
  const id = ctx.ids.timeOrdered()
  await inTransaction(ctx, async (tx) => {
    await assertFewer(tx, byAddress, MAX_PER_ADDRESS)
    await assertFewer(tx, byNetwork, MAX_PER_NETWORK)
    await store.insertAttempts(tx.db, id, [byAddress, byNetwork], tx.clock.now())
  })
  return {
    async forgive() {
      await store.forgetAttempts(ctx.db, byAddress)
      await store.forgetAttempt(ctx.db, byNetwork, id)
    },
  }
}

async function assertFewer(ctx: Ctx<'login_locked'>, key: string, max: number): Promise<void> {
  await store.lockAttempts(ctx.db, ctx.engine, key)
  const now = ctx.clock.now()
  const { count, oldest } = await store.countAttempts(ctx.db, key, now - WINDOW_MS)
  if (count >= max) {
    ctx.fail('login_locked', { retryAfterSeconds: Math.ceil((oldest + WINDOW_MS - now) / 1000) })
  }
}

/** Ends the session at once; a token of another kind is not a session and stays. */
export async function logout(ctx: RequestCtx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { accountId, tokenId } = tx.principal
    if (!(await store.remove(tx.db, accountId, tokenId))) return
    await audit.record(tx, { action: 'session.closed', subject: tokenId })
    tx.afterCommit(() => tx.wake.notify('credential'))
  })
}
