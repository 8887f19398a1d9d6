import { SERVER_STATE, type SmartlockType } from '@latchwork/contract'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import { emit } from '../../events/outbox/service.ts'
import { withinQuota } from '../../identity/account/service.ts'
import * as notices from '../../identity/security-notices/service.ts'
import { loseConnection } from '../connection/service.ts'
import { type Credentials, issueCredentials, replaceCredentials } from '../credentials/service.ts'
import { masterdataPayload } from '../present.ts'
import { isOnline, smartlockIdOf } from '../rules.ts'
import * as store from '../store.ts'

/** How devices become locks of an account, and what they log in with. */

interface NewSmartlock {
  type: SmartlockType
  name: string
  deviceId?: string
  virtualDevice?: boolean
}

interface Registered {
  row: store.SmartlockRow
  credentials: Credentials
}

/** Registers a lock in the caller's account; its credentials are shown this once. */
export async function register(
  ctx: RequestCtx<'smartlock_exists' | 'quota_exceeded'>,
  lock: NewSmartlock,
): Promise<Registered> {
  const quota = {
    limit: ctx.limits.smartlocks,
    of: 'smartlocks per account',
    count: (tx: typeof ctx) => store.count(tx.db, tx.accountId),
  }
  return withinQuota(ctx, ctx.accountId, quota, async (tx) => {
    const deviceId = lock.deviceId?.toUpperCase() ?? tx.ids.random().slice(0, 8).toUpperCase()
    const enrolled = await enrol(tx, { ...lock, deviceId })
    if (enrolled) return enrolled
    // That one has it oneself is no news.
    const own = await store.find(tx.db, tx.accountId, smartlockIdOf(lock.type, deviceId))
    return tx.fail('smartlock_exists', own ? {} : { isGuess: true })
  })
}

/** Stores a lock with fresh credentials; undefined when the device id is taken. */
async function enrol(
  ctx: Ctx<never>,
  lock: NewSmartlock & { deviceId: string },
): Promise<Registered | undefined> {
  const now = ctx.clock.now()
  const row = await store.insert(ctx.db, {
    smartlock_id: smartlockIdOf(lock.type, lock.deviceId),
    account_id: ctx.accountId,
    device_id: lock.deviceId,
    type: lock.type,
    name: lock.name,
    favorite: 0,
    virtual: lock.virtualDevice ? 1 : 0,
    driver: 'native',
    auth_id: 0,
    server_state: SERVER_STATE.unregistered,
    admin_pin_state: 0,
    firmware_version: null,
    hardware_version: null,
    state: null,
    config: null,
    advanced_config: null,
    web_config: null,
    admin_pin_sealed: null,
    error: null,
    action_operation_id: null,
    session_id: null,
    session_username: null,
    session_counter: 0,
    epoch: null,
    state_seq: 0,
    event_seq: 0,
    last_seen_at: null,
    credentials_warning: null,
    created_at: now,
    updated_at: now,
  })
  if (!row) return undefined
  const credentials = await issueCredentials(ctx, row)
  ctx.afterCommit(() => ctx.wake.notify('lock', row.smartlock_id))
  const payload = masterdataPayload(row)
  await emit(ctx, [
    { feature: 'DEVICE_MASTERDATA', smartlockId: row.smartlock_id, payload, notices: ['added'] },
  ])
  const { smartlock_id: subject } = row
  const { username } = credentials
  await audit.recordAll(ctx, [
    { action: 'smartlock.created', subject, detail: { name: row.name, deviceId: row.device_id } },
    { action: 'smartlock.credentialsCreated', subject, detail: { username } },
  ])
  return { row, credentials }
}

/** A lock of the sandbox: registered on the first start, given new credentials on every later one. */
export async function enrolOrRenew(
  ctx: Ctx<never>,
  lock: NewSmartlock & { deviceId: string },
): Promise<Credentials | undefined> {
  const known = await store.findForUpdate(
    ctx.db,
    ctx.engine,
    ctx.accountId,
    smartlockIdOf(lock.type, lock.deviceId),
  )
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
    const row =
      (await store.findForUpdate(tx.db, tx.engine, tx.accountId, smartlockId)) ?? tx.fail('not_found')
    const credentials = await replaceCredentials(tx, row, graceMinutes * 60_000)
    // Nothing more goes to the connection of the old ones, also not in the moment until it is ended.
    if (graceMinutes === 0 && isOnline(row.server_state)) await loseConnection(tx, row)
    const detail = { username: credentials.username, graceMinutes: String(graceMinutes) }
    await audit.record(tx, { action: 'smartlock.credentialsReplaced', subject: smartlockId, detail })
    await notices.warn(tx, row.account_id, 'deviceCredentialsReplaced', { what: row.name })
    return credentials
  })
}
