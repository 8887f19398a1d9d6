import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import { withinQuota } from '../../identity/account/service.ts'
import * as notices from '../../identity/security-notices/service.ts'
import { loseConnection } from '../connection/service.ts'
import { type Credentials, issueCredentials, replaceCredentials } from '../credentials/service.ts'
import { isOnline, smartlockIdOf } from '../rules.ts'
import * as store from '../store.ts'
import { insertLock, type NewSmartlock } from './new-lock.ts'

export {
  bringOver,
  capabilityOfBrought,
  connect,
  isUnconnected,
  keepsLogSince,
  listBrought,
} from './brought.ts'
export {
  adopt,
  countServed,
  endServed,
  findServed,
  listServed,
  renewServed,
} from './served.ts'

/** How devices become locks of an account, and what they log in with. */

interface Registered {
  row: store.SmartlockRow
  credentials: Credentials
}

/** Registers a lock in the caller's account; its credentials are shown this once. */
export async function register(
  ctx: RequestCtx<'smartlock_exists' | 'quota_exceeded'>,
  lock: NewSmartlock,
): Promise<Registered> {
  return withinLockQuota(ctx, async (tx) => {
    const deviceId = lock.deviceId?.toUpperCase() ?? tx.ids.random().slice(0, 8).toUpperCase()
    const enrolled = await enrol(tx, { ...lock, deviceId })
    if (enrolled) return enrolled
    // That one has it oneself is no news.
    const own = await store.find(tx.db, tx.accountId, smartlockIdOf(lock.type, deviceId))
    return tx.fail('smartlock_exists', own ? {} : { isGuess: true })
  })
}

/** Runs `work` while the account gets no other lock, and refuses when it has as many as it may. */
export const withinLockQuota = <C extends Ctx<'quota_exceeded'>, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> =>
  withinQuota(
    ctx,
    {
      limit: ctx.limits.smartlocks,
      of: 'smartlocks per account',
      count: (tx: C) => store.count(tx.db, tx.accountId),
    },
    work,
  )

/** Stores a lock with fresh credentials; undefined when the device id is taken. */
async function enrol(
  ctx: Ctx<never>,
  lock: NewSmartlock & { deviceId: string },
): Promise<Registered | undefined> {
  const row = await insertLock(ctx, lock)
  if (!row) return undefined
  const credentials = await issueCredentials(ctx, row)
  const { username } = credentials
  await audit.record(ctx, {
    action: 'smartlock.credentialsCreated',
    subject: row.smartlock_id,
    detail: { username },
  })
  return { row, credentials }
}

/** A lock of the sandbox: registered on the first start, given new credentials on every later one. */
export async function enrolOrRenew(
  ctx: Ctx<never>,
  lock: NewSmartlock & { deviceId: string },
): Promise<Credentials | undefined> {
  const known = await store.find(ctx.db, ctx.accountId, smartlockIdOf(lock.type, lock.deviceId))
  return known ? replaceCredentials(ctx, known, 0) : (await enrol(ctx, lock))?.credentials
}

/**
 * New credentials; the old ones stop after the grace, at once without one. Whatever logs in with the new ones is the lock
 * from then on and is handed its codes: the caller has shown who they are, and the owner gets to know of it (D107).
 */
export async function rotateCredentials(
  ctx: RequestCtx<'not_found'>,
  smartlockId: number,
  graceMinutes = 0,
): Promise<Credentials> {
  return inTransaction(ctx, async (tx) => {
    const { account_id, name } = (await store.find(tx.db, tx.accountId, smartlockId)) ?? tx.fail('not_found')
    // The account's rows come before those of the lock.
    await notices.warn(tx, account_id, 'deviceCredentialsReplaced', { what: name })
    const row = (await store.find(tx.db, tx.accountId, smartlockId)) ?? tx.fail('not_found')
    const credentials = await replaceCredentials(tx, row, graceMinutes * 60_000)
    // Nothing more goes to the connection of the old ones, also not in the moment until it is ended.
    if (graceMinutes === 0 && isOnline(row.server_state)) await loseConnection(tx, row)
    const detail = { username: credentials.username, graceMinutes: String(graceMinutes) }
    await audit.record(tx, { action: 'smartlock.credentialsReplaced', subject: smartlockId, detail })
    return credentials
  })
}
