import {
  type ActionCallbackType,
  type Changes,
  LOCK_ACTION,
  SERVER_STATE,
  SMARTLOCK_TYPE,
  type SmartlockType,
} from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../platform/context.ts'
import { emit } from '../../platform/outbox.ts'
import { withinQuota } from '../account/service.ts'
import * as operations from '../operations/service.ts'
import { capabilityOf as capability } from './capability.ts'
import {
  type Credentials,
  issueCredentials,
  replaceCredentials,
  revokeAllLogins,
  revokeLogins,
} from './credentials.ts'
import * as desired from './desired-store.ts'
import { type LockView, masterdataPayload } from './present.ts'
import { canRun, isOnline, optionFits, smartlockIdOf } from './rules.ts'
import * as store from './store.ts'

export type { AccessReports, Actor, Use } from './access-reports.ts'
// biome-ignore lint/performance/noBarrelFile: other areas may import nothing but this file
export { addressOf } from './commands.ts'
export { nextRevision } from './configuration-rules.ts'
export type { Credentials } from './credentials.ts'
export type { DeviceAccess } from './device-access.ts'
export { loseConnection } from './reports.ts'
export { isOnline } from './rules.ts'
export type { SmartlockRow } from './store.ts'

/** The locks with what they are asked to be like; two queries, however many locks there are. */
export async function list(ctx: RequestCtx, filter: store.ListFilter): Promise<LockView[]> {
  const rows = await store.list(ctx.db, ctx.accountId, filter)
  const pending = Map.groupBy(await desired.listPending(ctx.db, ctx.accountId), (row) => row.smartlock_id)
  return rows.map((row) => ({ row, pending: pending.get(row.smartlock_id) ?? [] }))
}

/** One lock with what it is asked to be like. */
export async function view(ctx: Ctx<'not_found'>, smartlockId: number): Promise<LockView> {
  const row = await get(ctx, smartlockId)
  return { row, pending: await desired.listPendingOf(ctx.db, ctx.accountId, smartlockId) }
}

/** The lock, or the same 404 whether it is missing or somebody else's (D38). */
export async function get(ctx: Ctx<'not_found'>, smartlockId: number): Promise<store.SmartlockRow> {
  return (await store.find(ctx.db, ctx.accountId, smartlockId)) ?? ctx.fail('not_found')
}

/** Refuses unless every one of them is the account's own (D38). */
export async function assertOwn(ctx: Ctx<'not_found'>, smartlockIds: readonly number[]): Promise<void> {
  const own = await namesOf(ctx, smartlockIds)
  if (smartlockIds.some((id) => !own.has(id))) ctx.fail('not_found')
}

/** The names of several locks in one query, by id. */
export async function namesOf(
  ctx: Ctx<never>,
  smartlockIds: readonly number[],
): Promise<Map<number, string>> {
  if (smartlockIds.length === 0) return new Map()
  const rows = await store.listByIds(ctx.db, ctx.accountId, smartlockIds)
  return new Map(rows.map((row) => [row.smartlock_id, row.name]))
}
/** Those of these locks that have a keypad, as last reported, in the order given. */
export async function withKeypad(ctx: Ctx<never>, smartlockIds: readonly number[]): Promise<number[]> {
  const rows = await listByIds(ctx, smartlockIds)
  const able = rows.filter((row) => capabilityOf({ row, pending: [] }).keypad)
  const ids = new Set(able.map((row) => row.smartlock_id))
  return smartlockIds.filter((id) => ids.has(id))
}

/** Those of these locks that are there. */
export async function onlineAmong(ctx: Ctx<never>, smartlockIds: readonly number[]): Promise<number[]> {
  const rows = await listByIds(ctx, smartlockIds)
  return rows.filter((row) => isOnline(row.server_state)).map((row) => row.smartlock_id)
}

const listByIds = async (ctx: Ctx<never>, smartlockIds: readonly number[]) =>
  smartlockIds.length === 0 ? [] : store.listByIds(ctx.db, ctx.accountId, smartlockIds)

/** Several locks, held until the transaction ends, in the order of their ids; those that are not there are left out. */
export const hold = (ctx: Ctx<never>, smartlockIds: readonly number[]) =>
  smartlockIds.length === 0
    ? Promise.resolve([])
    : store.listForUpdate(ctx.db, ctx.engine, ctx.accountId, smartlockIds)

/** What a lock can do (4.25). */
export const capabilityOf = (view: LockView, slotsUsed = 0) => capability(view, slotsUsed)

/** Changes the label or the favourite mark in the account; the device is not asked. */
export async function update(
  ctx: RequestCtx<'not_found'>,
  smartlockId: number,
  changes: Changes<{ name?: string; favorite?: boolean }>,
): Promise<void> {
  const { name, favorite } = changes
  if (name == null && favorite == null) return
  await inTransaction(ctx, async (tx) => {
    const row = await store.update(tx.db, tx.accountId, smartlockId, {
      ...(name != null && { name }),
      ...(favorite != null && { favorite: favorite ? 1 : 0 }),
      updated_at: tx.clock.now(),
    })
    await emit(tx, [{ feature: 'DEVICE_MASTERDATA', smartlockId, payload: masterdataPayload(row) }])
  })
}

/**
 * Deletes a lock (D63): its credentials die with it and whoever is connected with them is shown out; what waits for it
 * is cancelled. Its log stays until retention ends.
 */
export async function remove(
  ctx: Ctx<'not_found'>,
  smartlockId: number,
  removeRights: (tx: Ctx<never>, smartlockId: number) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const lock =
      (await store.findForUpdate(tx.db, tx.engine, tx.accountId, smartlockId)) ?? tx.fail('not_found')
    await operations.cancelAll(tx, smartlockId)
    await removeRights(tx, smartlockId)
    await revokeLogins(tx, lock)
    await store.remove(tx.db, tx.accountId, smartlockId)
    const payload = masterdataPayload(lock, true)
    await emit(tx, [{ feature: 'DEVICE_MASTERDATA', smartlockId, payload, notices: ['removed'] }])
  })
}

/** The locks of an account that is deleted go with it; whoever is connected with their credentials is shown out. */
export const showOutAll = (ctx: Ctx<never>): Promise<void> => revokeAllLogins(ctx)

export interface LockAction {
  action: number
  option?: number
  /** The calls named lock and unlock, which openers do not have. */
  isShortCall?: boolean
  /** Set by advanced calls: a callback of this type tells how the action ended (7.4). */
  callback?: Callback
}

export interface Callback {
  type: ActionCallbackType
  requestId: string
}

type ActionRefusal =
  | 'not_found'
  | 'invalid_parameter'
  | 'not_supported_by_device'
  | 'smartlock_offline'
  | 'resource_locked'

/**
 * Asks the lock to move. Returns once the intent is durable; what became of it is told by the operation and by events.
 * An action is ephemeral (D25): refused when the lock is not online, dead after its time to live, never repeated.
 */
export async function operate(
  ctx: RequestCtx<ActionRefusal>,
  smartlockId: number,
  { action, option = 0, isShortCall = false, callback }: LockAction,
): Promise<string> {
  if (!optionFits(action, option)) failParameter(ctx.fail, 'option', 'full lock (4) goes with action 2 only')
  return inTransaction(ctx, async (tx) => {
    const lock =
      (await store.findForUpdate(tx.db, tx.engine, tx.accountId, smartlockId)) ?? tx.fail('not_found')
    const isOpener = lock.type === SMARTLOCK_TYPE.opener
    if (!canRun(lock.type as SmartlockType, action) || (isShortCall && isOpener))
      tx.fail('not_supported_by_device')
    const sessionId = (isOnline(lock.server_state) ? lock.session_id : null) ?? tx.fail('smartlock_offline')
    if (lock.action_operation_id !== null)
      tx.fail('resource_locked', { operationId: lock.action_operation_id })
    const operationId = await operations.accept(tx, {
      type: 'action',
      smartlockId,
      payload: { action, option, ...(callback && { callback: callback.type }) },
      ...(callback && { requestId: callback.requestId }),
      deadlineAt: tx.clock.now() + tx.limits.actionTtlMs,
      sessionId,
    })
    await store.takeActionSlot(tx.db, tx.accountId, smartlockId, operationId)
    tx.afterCommit(() => tx.wake.notify('command'))
    return operationId
  })
}

export const lock = (ctx: RequestCtx<ActionRefusal>, smartlockId: number) =>
  operateLock(ctx, smartlockId, { action: LOCK_ACTION.lock })

export const unlock = (ctx: RequestCtx<ActionRefusal>, smartlockId: number) =>
  operateLock(ctx, smartlockId, { action: LOCK_ACTION.unlock })

export interface AdvancedReceipt {
  operationId: string
  /** Comes back in the callback. */
  requestId: string
}

/** The advanced calls do what the plain ones do, and a CALLBACK event tells how it ended (D94). */
export async function operateAdvanced(
  ctx: RequestCtx<ActionRefusal>,
  smartlockId: number,
  action: Omit<LockAction, 'callback'>,
): Promise<AdvancedReceipt> {
  const callback: Callback = { type: 'Action', requestId: ctx.ids.random() }
  const operationId = await operate(ctx, smartlockId, { ...action, callback })
  return { operationId, requestId: callback.requestId }
}

export const lockAdvanced = (ctx: RequestCtx<ActionRefusal>, smartlockId: number) =>
  operateLockAdvanced(ctx, smartlockId, LOCK_ACTION.lock, 'LockAction')

export const unlockAdvanced = (ctx: RequestCtx<ActionRefusal>, smartlockId: number) =>
  operateLockAdvanced(ctx, smartlockId, LOCK_ACTION.unlock, 'UnlockAction')

async function operateLockAdvanced(
  ctx: RequestCtx<ActionRefusal>,
  smartlockId: number,
  action: number,
  type: ActionCallbackType,
): Promise<AdvancedReceipt> {
  const callback: Callback = { type, requestId: ctx.ids.random() }
  const operationId = await operateLock(ctx, smartlockId, { action, callback })
  return { operationId, requestId: callback.requestId }
}

/** The short calls mean the locks' own numbering: on an opener 1 and 2 would switch ring-to-open (D61). */
const operateLock = (
  ctx: RequestCtx<ActionRefusal>,
  smartlockId: number,
  action: LockAction,
): Promise<string> => operate(ctx, smartlockId, { ...action, isShortCall: true })

export interface NewSmartlock {
  type: SmartlockType
  name: string
  deviceId?: string
  virtualDevice?: boolean
}

export interface Registered {
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
    return (await enrol(tx, { ...lock, deviceId })) ?? tx.fail('smartlock_exists')
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
    created_at: now,
    updated_at: now,
  })
  if (!row) return undefined
  const credentials = await issueCredentials(ctx, row)
  const payload = masterdataPayload(row)
  await emit(ctx, [
    { feature: 'DEVICE_MASTERDATA', smartlockId: row.smartlock_id, payload, notices: ['added'] },
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

/** New credentials; the old ones stop after the grace, at once without one. */
export async function rotateCredentials(
  ctx: Ctx<'not_found'>,
  smartlockId: number,
  graceMinutes = 0,
): Promise<Credentials> {
  return inTransaction(ctx, async (tx) => {
    const row =
      (await store.findForUpdate(tx.db, tx.engine, tx.accountId, smartlockId)) ?? tx.fail('not_found')
    return replaceCredentials(tx, row, graceMinutes * 60_000)
  })
}

export interface LogQuery {
  accountUserId?: number
  authId?: string
  fromDate?: string
  toDate?: string
  action?: number
  id?: string
  limit?: number
}

export function listLog(ctx: RequestCtx, query: LogQuery) {
  return store.listLog(ctx.db, ctx.accountId, logFilter(query))
}

export async function listLogOf(ctx: RequestCtx<'not_found'>, smartlockId: number, query: LogQuery) {
  await get(ctx, smartlockId)
  return store.listLog(ctx.db, ctx.accountId, { ...logFilter(query), smartlockId })
}

const logFilter = ({ fromDate, toDate, id, limit = 20, ...rest }: LogQuery): store.LogFilter => ({
  ...rest,
  ...(fromDate !== undefined && { fromDate: Date.parse(fromDate) }),
  ...(toDate !== undefined && { toDate: Date.parse(toDate) }),
  ...(id !== undefined && { olderThanId: id }),
  limit,
})
