import { type CallCtx, type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { countAttempt, forgetAttempts } from '../../../platform/security/attempts.ts'
import { hashToken, newToken, verifyPassword } from '../../../platform/security/crypto.ts'
import { isDemandedOf } from '../../../platform/security/second-factor-rule.ts'
import * as audit from '../../audit/service.ts'
import * as account from '../account/service.ts'
import * as otp from '../otp/service.ts'
import * as recoveryCodes from '../recovery-codes/service.ts'
import * as secondFactor from '../second-factor/service.ts'
import * as notices from '../security-notices/service.ts'
import { noteFailure } from './failures.ts'
import { MAX_PER_ADDRESS, MAX_PER_NETWORK, SESSION_SECONDS, userAgentOf, WINDOW_MS } from './rules.ts'
import * as store from './store.ts'

export interface Credentials {
  email: string
  password: string
  otp?: string
}

export type LoginRefusal =
  | 'invalid_credentials'
  | 'otp_required'
  | 'passkey_required'
  | 'otp_invalid'
  | 'login_locked'
  | 'otp_locked'

/** Logs in and opens a console session (D42). */
export async function login(ctx: CallCtx<LoginRefusal>, credentials: Credentials) {
  const { showedSecondFactor, passwordHash, ...person } = await authenticate(ctx, credentials)
  return inTransaction({ ...ctx, accountId: person.ownerAccountId }, async (tx) => {
    await assertSamePassword(tx, person.accountId, passwordHash)
    return open(tx, person, { showedSecondFactor })
  })
}

/** The password that was found right is still the account's: looking at it takes long, and it may have been changed. */
async function assertSamePassword(
  tx: CallCtx<'invalid_credentials'>,
  accountId: number,
  passwordHash: string,
): Promise<void> {
  const found = await account.find(tx, accountId)
  if (found?.password_hash !== passwordHash) tx.fail('invalid_credentials')
}

/** Who was found to be there. */
export interface Person {
  accountId: number
  ownerAccountId: number
  name: string
  operator_since: number | null
}

type AccountRow = NonNullable<Awaited<ReturnType<typeof account.find>>>

export const personOf = (row: AccountRow): Person => ({
  accountId: row.account_id,
  ownerAccountId: row.master_account_id ?? row.account_id,
  name: row.name,
  operator_since: row.operator_since,
})

/** Opens a session for somebody who proved who they are. */
export async function open(
  ctx: CallCtx<never>,
  person: Person,
  { showedSecondFactor }: { showedSecondFactor: boolean },
) {
  const accessToken = newToken()
  const { accountId } = person
  const actor = { accountId, name: person.name }
  await inTransaction({ ...ctx, accountId: person.ownerAccountId }, async (tx) => {
    const now = tx.clock.now()
    const id = tx.ids.timeOrdered()
    await store.insert(tx.db, {
      id,
      account_id: accountId,
      token_hash: hashToken(accessToken),
      user_agent: userAgentOf(tx.incoming),
      network: tx.network,
      second_factor: showedSecondFactor ? 1 : 0,
      created_at: now,
      verified_at: now,
      expires_at: now + SESSION_SECONDS * 1000,
    })
    const owned = { ...tx, actor }
    await audit.record(owned, { action: 'session.opened', subject: id })
    await notices.noteSignIn(owned, accountId)
  })
  const isLimited = !showedSecondFactor && isDemandedOf(ctx.secondFactor, person)
  return {
    accessToken,
    expiresIn: SESSION_SECONDS,
    accountId,
    ...(isLimited && { secondFactorRequired: true }),
  }
}

/**
 * Whose credentials these are. An address without an account costs the same work and gets the same answer as a wrong
 * password; what is particular to an account (one-time passwords) shows only to those who know its password.
 */
export async function authenticate(ctx: CallCtx<LoginRefusal>, credentials: Credentials) {
  const attempt = await assertFewAttempts(ctx, credentials.email)
  const row = await account.findByEmail(ctx, credentials.email)
  const asker = { network: ctx.network, account: account.emailKey(credentials.email) }
  const isRight = await verifyPassword(credentials.password, row?.password_hash, asker).catch(attempt.undo)
  if (row && !isRight) noteFailure(ctx, row, 'password')
  if (!row || !isRight) return ctx.fail('invalid_credentials')
  await attempt.forgive()
  const factors = await secondFactor.factorsOf(ctx, row.account_id)
  // Where it is demanded, the password of somebody who has a passkey is not enough either (D116).
  const isAsked = factors.hasOtp || (factors.isDemanded && factors.hasPasskey)
  if (isAsked) await assertCode(ctx, row, factors, credentials.otp)
  return { ...personOf(row), showedSecondFactor: isAsked, passwordHash: row.password_hash }
}

/** A one-time password, or in its place a recovery code (D115). */
async function assertCode(
  ctx: CallCtx<LoginRefusal>,
  row: Parameters<typeof noteFailure>[1],
  { hasOtp }: secondFactor.Factors,
  code: string | undefined,
): Promise<void> {
  if (!code) return ctx.fail(hasOtp ? 'otp_required' : 'passkey_required')
  const accountId = row.account_id
  const owned = { ...ctx, accountId: row.master_account_id ?? accountId }
  const used = recoveryCodes.isCode(code)
    ? recoveryCodes.use(owned, accountId, code)
    : otp.verify(owned, accountId, code)
  await used.catch((error: unknown) => {
    noteFailure(ctx, row, 'otp')
    throw error
  })
}

const BY_ADDRESS = 'mail'

/**
 * An attempt is counted as a failure before the password is looked at, and forgiven when it was right: many attempts
 * at the same time cannot all slip through before the first one failed (D42).
 */
async function assertFewAttempts(ctx: CallCtx<'login_locked'>, email: string) {
  const byAddress = {
    kind: BY_ADDRESS,
    value: account.emailKey(email),
    max: MAX_PER_ADDRESS,
    windowMs: WINDOW_MS,
  }
  const byNetwork = networkLimit(ctx)
  const counted = await countAttempt(ctx, [byAddress, byNetwork])
  if ('retryAfterSeconds' in counted) return ctx.fail('login_locked', counted)
  return {
    async forgive() {
      await forgetAttempts(ctx, byAddress)
      await forgetAttempts(ctx, byNetwork, counted.id)
    },
    /** The password was not looked at, because too many wait: that is nobody's failure. */
    async undo(reason: unknown): Promise<never> {
      for (const limit of [byAddress, byNetwork]) await forgetAttempts(ctx, limit, counted.id)
      throw reason
    },
  }
}

const networkLimit = (ctx: CallCtx<never>) => ({
  kind: 'ip',
  value: ctx.network,
  max: MAX_PER_NETWORK,
  windowMs: WINDOW_MS,
})

/** The same for sign-ins that name no address: they count with all others of the network. */
export async function countFromNetwork(ctx: CallCtx<'login_locked'>) {
  const limit = networkLimit(ctx)
  const counted = await countAttempt(ctx, [limit])
  if ('retryAfterSeconds' in counted) return ctx.fail('login_locked', counted)
  return { forgive: () => forgetAttempts(ctx, limit, counted.id) }
}

/** Who proved to be the owner of an address otherwise may log in at once, whoever guessed before (D42). */
export const liftLock = (ctx: Ctx<never>, email: string) =>
  forgetAttempts(ctx, { kind: BY_ADDRESS, value: account.emailKey(email) })

/** Ends the session at once; a token of another kind is not a session and stays. */
export async function logout(ctx: RequestCtx<never>): Promise<void> {
  await end(ctx, ctx.principal.tokenId)
}

/** Did the calling session prove within so long who is behind it? Tokens of other kinds never did (D109). */
export async function provedWithin(ctx: RequestCtx<never>, ms: number): Promise<boolean> {
  const session = await store.find(ctx.db, ctx.principal.accountId, ctx.principal.tokenId)
  return session !== undefined && ctx.clock.now() < session.verified_at + ms
}

/** The person behind the calling session has just proved who they are; false when the call came with another token. */
export async function renewProof(ctx: RequestCtx<never>): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const { accountId, tokenId } = tx.principal
    if (!(await store.setVerified(tx.db, accountId, tokenId, tx.clock.now()))) return false
    await audit.record(tx, { action: 'session.verified', subject: tokenId })
    return true
  })
}

/** Sessions of the calling account that have not ended, newest first (D99). */
export const list = (ctx: RequestCtx<never>, page: { id?: string; limit: number }) =>
  store.list(ctx.db, ctx.principal.accountId, { ...page, now: ctx.clock.now() })

/** Ends a session of the calling account; that of somebody else is as missing as one that ended (D38). */
export async function remove(ctx: RequestCtx<'not_found'>, id: string): Promise<void> {
  if (!(await end(ctx, id))) ctx.fail('not_found')
}

/** False when the account has no such session. */
async function end(ctx: RequestCtx<never>, id: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const { accountId, tokenId } = tx.principal
    if (!(await store.remove(tx.db, accountId, id))) return false
    // Who signs out keeps what they set up; whom somebody else throws out does not (D117).
    if (id !== tokenId) await tx.ports.accessEnded(tx, accountId, { of: 'sessions', sessionIds: [id] })
    await audit.record(tx, { action: 'session.closed', subject: id })
    tx.afterCommit(() => tx.wake.notify('credential', accountId))
    return true
  })
}

/** Ends every session of the calling account but the calling one; a token of another kind ends them all (D99). */
export async function removeOthers(ctx: RequestCtx<never>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { accountId, tokenId } = tx.principal
    const ended = await store.removeOthers(tx.db, accountId, tokenId)
    if (ended.length === 0) return
    await tx.ports.accessEnded(tx, accountId, { of: 'sessions', sessionIds: ended })
    await audit.record(tx, { action: 'session.closed', detail: { count: String(ended.length) } })
    tx.afterCommit(() => tx.wake.notify('credential', accountId))
  })
}

/** Lets the calling session live longer by as much as time is about to jump; tokens of other kinds are left alone. */
export async function outlive(ctx: RequestCtx<never>, jumpMs: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await store.prolong(tx.db, tx.principal.accountId, tx.principal.tokenId, jumpMs)
    tx.afterCommit(() => tx.wake.notify('credential', tx.principal.accountId))
  })
}

/** Ends every session of an account; the caller informs the other processes. */
export const endAll = (ctx: Ctx<never>, accountId: number) => store.removeAll(ctx.db, accountId)

/** A session has shown more than a password: from now on it may do everything. */
export async function noteSecondFactor(ctx: Ctx<never>, accountId: number, sessionId: string): Promise<void> {
  if (await store.markSecondFactor(ctx.db, accountId, sessionId))
    ctx.afterCommit(() => ctx.wake.notify('credential', accountId))
}

export const touch = (ctx: Ctx<never>, id: string, at: number) => store.touch(ctx.db, id, at)
