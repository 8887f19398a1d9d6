import type { Changes, SmartlockLabels } from '@latchwork/contract'
import { type Ctx, inTransaction, type RequestCtx, type WorkCtx } from '../../platform/context.ts'
import * as audit from '../audit/service.ts'
import { emit } from '../events/outbox/service.ts'
import * as operations from '../operations/service.ts'
import { capabilityOf as capability } from './capability/service.ts'
import { revokeLogins } from './credentials/service.ts'
import { type LockView, masterdataPayload } from './present.ts'
import { columnsOf, isOnline, onlyTheirs, switchesOf } from './rules.ts'
import * as settings from './settings/service.ts'
import * as store from './store.ts'

export {
  type AdvancedReceipt,
  type Leaving,
  lock,
  lockAdvanced,
  operate,
  operateAdvanced,
  unlock,
  unlockAdvanced,
} from './actions/service.ts'
export { soundCapability } from './capability/service.ts'
export { loseConnection } from './connection/service.ts'
export { addressOf, type DeviceAccess } from './credentials/service.ts'
export {
  adopt,
  bringOver,
  capabilityOfBrought,
  connect,
  countServed,
  endServed,
  enrolOrRenew,
  findServed,
  isUnconnected,
  keepsLogSince,
  listBrought,
  listServed,
  register,
  renewServed,
  rotateCredentials,
  withinLockQuota,
} from './enrolment/service.ts'
export { bringLog, listLog, listLogOf } from './log/service.ts'
export { concerns, type Ownership } from './ownership/service.ts'
export { shownState } from './present.ts'
export type { Actor, ForeignPage, HeldList, PairingPage, Use } from './reports/service.ts'
export { isOnline, switchesOf } from './rules.ts'
export { desire, findPending, nextRevision, type SettingsReport } from './settings/service.ts'
export type { SmartlockRow } from './store.ts'

/** The locks with what they are asked to be like; two queries, however many locks there are. */
export async function list(ctx: RequestCtx, filter: store.ListFilter): Promise<LockView[]> {
  const rows = await store.list(ctx.db, ctx.accountId, { ...filter, ...onlyTheirs(ctx.principal) })
  const ids = filter.limit === undefined ? undefined : rows.map((row) => row.smartlock_id)
  const waiting = await settings.listPending(ctx.db, ctx.accountId, ids)
  const pending = Map.groupBy(waiting, (row) => row.smartlock_id)
  return rows.map((row) => ({ row, pending: pending.get(row.smartlock_id) ?? [] }))
}

/** Those of these locks that are there, in no order. */
export async function views(ctx: Ctx<never>, smartlockIds: readonly number[]): Promise<LockView[]> {
  const rows = await store.list(ctx.db, ctx.accountId, { smartlockIds: new Set(smartlockIds) })
  const waiting = await settings.listPending(ctx.db, ctx.accountId, smartlockIds)
  const pending = Map.groupBy(waiting, (row) => row.smartlock_id)
  return rows.map((row) => ({ row, pending: pending.get(row.smartlock_id) ?? [] }))
}

/** One lock with what it is asked to be like. */
export async function view(ctx: Ctx<'not_found'>, smartlockId: number): Promise<LockView> {
  const row = await get(ctx, smartlockId)
  return { row, pending: await settings.listPendingOf(ctx.db, ctx.accountId, smartlockId) }
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

/** Those of these locks that apps can be invited to; one that others made knows codes, if anything (D146). */
export async function forApps(ctx: Ctx<never>, smartlockIds: readonly number[]): Promise<number[]> {
  const rows = await listByIds(ctx, smartlockIds)
  const able = new Set(rows.filter((row) => row.capability === null).map((row) => row.smartlock_id))
  return smartlockIds.filter((id) => able.has(id))
}

/** Those of these locks that are online. */
export async function onlineAmong(ctx: Ctx<never>, smartlockIds: readonly number[]): Promise<number[]> {
  const rows = await listByIds(ctx, smartlockIds)
  return rows.filter((row) => isOnline(row.server_state)).map((row) => row.smartlock_id)
}

/** Several locks, in the order of their ids. Those that are not there are left out. */
export const listByIds = async (ctx: Ctx<never>, smartlockIds: readonly number[]) =>
  smartlockIds.length === 0 ? [] : store.listByIds(ctx.db, ctx.accountId, smartlockIds)

/** What a lock can do (4.25). */
export const capabilityOf = (view: LockView, slotsUsed = 0) => capability(view, slotsUsed)

/** Changes what the account sets about the lock for itself; the device is not asked. */
export async function update(
  ctx: WorkCtx<'not_found'>,
  smartlockId: number,
  changes: Changes<SmartlockLabels>,
): Promise<void> {
  const columns = columnsOf(changes)
  if (Object.keys(columns).length === 0) return
  await inTransaction(ctx, async (tx) => {
    const before = (await store.find(tx.db, tx.accountId, smartlockId)) ?? tx.fail('not_found')
    const row = await store.update(tx.db, tx.accountId, smartlockId, {
      ...columns,
      updated_at: tx.clock.now(),
    })
    await recordSwitches(tx, before, row)
    await emit(tx, [{ feature: 'DEVICE_MASTERDATA', smartlockId, payload: masterdataPayload(row) }])
  })
}

/** Who may open a door and whose codes stay on it is changed by these: somebody will ask who did it. */
async function recordSwitches(
  ctx: WorkCtx<'not_found'>,
  before: store.SmartlockRow,
  after: store.SmartlockRow,
): Promise<void> {
  const [was, is] = [switchesOf(before), switchesOf(after)]
  for (const name of ['remoteUnlock', 'removeUngranted'] as const)
    if (was[name] !== is[name])
      await audit.record(ctx, {
        action: 'smartlock.switched',
        subject: after.smartlock_id,
        detail: { switch: name, to: is[name] ? 'on' : 'off' },
      })
}

/**
 * Deletes a lock (D63): its credentials die with it and whoever is connected with them is disconnected; what waits for it
 * is cancelled. Its log stays until retention ends.
 */
export async function remove(ctx: Ctx<'not_found'>, smartlockId: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const lock = (await store.find(tx.db, tx.accountId, smartlockId)) ?? tx.fail('not_found')
    await tx.ports.lockRemoved(tx, lock)
    await operations.cancelAll(tx, smartlockId)
    await tx.ports.removeRights(tx, smartlockId)
    await revokeLogins(tx, lock)
    await store.remove(tx.db, tx.accountId, smartlockId)
    const payload = masterdataPayload(lock, true)
    await emit(tx, [{ feature: 'DEVICE_MASTERDATA', smartlockId, payload, notices: ['removed'] }])
    const detail = { name: lock.name, deviceId: lock.device_id }
    await audit.record(tx, { action: 'smartlock.deleted', subject: smartlockId, detail })
    tx.afterCommit(() => tx.wake.notify('lock', smartlockId))
  })
}
