import type { AddressSettings, Changes } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as authorizations from '../../access/service.ts'
import { withinQuota } from '../../identity/account/service.ts'
import { assertNothingGained, hasAddress } from '../../keys/token-limits/service.ts'
import * as smartlocks from '../../locks/service.ts'
import * as operations from '../../operations/service.ts'
import { autoIssueHoursOf, isTimeZone, mergeSettings, settingsOf, settingsProblem } from './rules.ts'
import * as store from './store.ts'

export interface AddressView {
  row: store.AddressRow
  /** In the caller's order. */
  smartlockIds: number[]
  unitCount: number
}

export interface AddressFields {
  name: string
  smartlockIds: number[]
  timeZone?: string
  checkInTime?: number
  checkOutTime?: number
}

type AddressChanges = Changes<AddressFields & { settings: AddressSettings }>

/** Three queries, however many addresses there are. */
export async function list(ctx: RequestCtx): Promise<AddressView[]> {
  const all = await store.list(ctx.db, ctx.accountId)
  const rows = all.filter((row) => hasAddress(ctx.principal, row.address_id))
  const locks = await smartlockIdsOfAll(ctx)
  const units = await store.countUnits(ctx.db, ctx.accountId)
  const unitCounts = new Map(units.map(({ address_id, n }) => [address_id, Number(n)]))
  return rows.map((row) => ({
    row,
    smartlockIds: locks.get(row.address_id) ?? [],
    unitCount: unitCounts.get(row.address_id) ?? 0,
  }))
}

/** The address, or the same 404 whether it is missing or somebody else's (D38). */
export async function get(ctx: Ctx<'not_found'>, addressId: number): Promise<store.AddressRow> {
  return (await store.find(ctx.db, ctx.accountId, addressId)) ?? ctx.fail('not_found')
}

export const find = (ctx: Ctx<never>, addressId: number) => store.find(ctx.db, ctx.accountId, addressId)

/** The one address that a lock belongs to; undefined where it is none, or several. */
export async function onlyOneWith(
  ctx: Ctx<never>,
  smartlockId: number,
): Promise<store.AddressRow | undefined> {
  const rows = await store.listOfLock(ctx.db, ctx.accountId, smartlockId)
  return rows.length === 1 ? rows[0] : undefined
}

export async function smartlockIdsOf(ctx: Ctx<never>, addressId: number): Promise<number[]> {
  const locks = await store.listLocks(ctx.db, ctx.accountId, addressId)
  return locks.map((lock) => lock.smartlock_id)
}

/** The locks of every address of the account, by address. */
export async function smartlockIdsOfAll(ctx: Ctx<never>): Promise<Map<number, number[]>> {
  const byAddress = Map.groupBy(await store.listLocks(ctx.db, ctx.accountId), (lock) => lock.address_id)
  return new Map(byAddress.entries().map(([id, locks]) => [id, locks.map((lock) => lock.smartlock_id)]))
}

export async function view(ctx: Ctx<'not_found'>, addressId: number): Promise<AddressView> {
  return viewOf(ctx, await get(ctx, addressId))
}

async function viewOf(ctx: Ctx<never>, row: store.AddressRow): Promise<AddressView> {
  const [units] = await store.countUnits(ctx.db, ctx.accountId, row.address_id)
  return {
    row,
    smartlockIds: await smartlockIdsOf(ctx, row.address_id),
    unitCount: Number(units?.n ?? 0),
  }
}

/** How a stay at this address is timed. */
export interface AddressTimes {
  timeZone: string
  checkInTime: number
  checkOutTime: number
  autoIssueHours: number | undefined
  /** So long before check-in guests are written to; undefined: not at all. */
  messageHours: number | undefined
}

/** The address's own times, the operator's where it has none (D15, 4.21). */
export const timesOf = (ctx: Ctx<never>, row: store.AddressRow): AddressTimes => ({
  timeZone: row.time_zone ?? ctx.defaultTimeZone,
  checkInTime: row.check_in_time ?? ctx.limits.stays.checkInTime,
  checkOutTime: row.check_out_time ?? ctx.limits.stays.checkOutTime,
  autoIssueHours: autoIssueHoursOf(settingsOf(row.settings)),
  messageHours: row.message_hours ?? undefined,
})

type CreateRefusal = 'quota_exceeded' | 'not_found' | 'invalid_parameter'

export async function create(ctx: Ctx<CreateRefusal>, fields: AddressFields): Promise<AddressView> {
  assertTimeZone(ctx, fields.timeZone)
  const quota = {
    limit: ctx.limits.addresses,
    of: 'addresses per account',
    count: (tx: typeof ctx) => store.count(tx.db, tx.accountId),
  }
  return withinQuota(ctx, quota, async (tx) => {
    const now = tx.clock.now()
    const row = await store.insert(tx.db, {
      account_id: tx.accountId,
      name: fields.name,
      settings: null,
      time_zone: fields.timeZone ?? null,
      check_in_time: fields.checkInTime ?? null,
      check_out_time: fields.checkOutTime ?? null,
      message_hours: null,
      service_id: null,
      created_at: now,
      updated_at: now,
    })
    // A role may be for the stays of every address.
    tx.afterCommit(() => tx.wake.notify('credential', tx.accountId))
    return {
      row,
      smartlockIds: await storeLocks(tx, row.address_id, fields.smartlockIds),
      unitCount: 0,
    }
  })
}

function assertTimeZone(ctx: Ctx<'invalid_parameter'>, timeZone: string | null | undefined): void {
  if (timeZone != null && !isTimeZone(timeZone))
    failParameter(ctx.fail, 'timeZone', 'must be an IANA time zone such as Europe/Berlin')
}

/** Every lock must be the account's own, else nothing is stored (D38). */
async function storeLocks(ctx: Ctx<'not_found'>, addressId: number, named: number[]): Promise<number[]> {
  const smartlockIds = [...new Set(named)]
  if (smartlockIds.length === 0) return []
  await smartlocks.assertOwn(ctx, smartlockIds)
  await store.insertLocks(ctx.db, ctx.accountId, addressId, smartlockIds)
  return smartlockIds
}

/** A token for an address cannot make it larger, and so itself (D119); nor can a role that is for all locks (D209). */
async function assertNothingNew(
  ctx: RequestCtx<'not_found'>,
  addressId: number,
  named: number[],
): Promise<void> {
  const { limits, reach } = ctx.principal
  if (!limits && !reach) return
  const held = new Set(await smartlockIdsOf(ctx, addressId))
  const fresh = named.filter((id) => !held.has(id))
  if (limits && fresh.length > 0) ctx.fail('not_found')
  assertNothingGained(ctx, addressId, fresh)
}

async function noteNew(ctx: RequestCtx, addressId: number, named: number[]): Promise<void> {
  const before = new Set(await smartlockIdsOf(ctx, addressId))
  const added = named.filter((id) => !before.has(id))
  await ctx.ports.addressWidened(ctx, addressId, added)
}

/** Changes an address; what was issued for its reservations follows by itself (D83). */
export async function update(
  ctx: RequestCtx<'not_found' | 'invalid_parameter'>,
  addressId: number,
  changes: AddressChanges,
): Promise<AddressView> {
  assertTimeZone(ctx, changes.timeZone)
  return inTransaction(ctx, async (tx) => {
    const stored = await get(tx, addressId)
    if (Object.keys(changes).length === 0) return viewOf(tx, stored)
    if (changes.smartlockIds) await noteNew(tx, addressId, changes.smartlockIds)
    const row = await store.update(tx.db, tx.accountId, addressId, columnsOf(tx, stored, changes))
    await tx.ports.addressChanged(tx, addressId)
    if (changes.smartlockIds) {
      await assertNothingNew(tx, addressId, changes.smartlockIds)
      await store.removeLocks(tx.db, tx.accountId, addressId)
      await storeLocks(tx, addressId, changes.smartlockIds)
      // Tokens that are limited to the address are for these locks now.
      tx.afterCommit(() => tx.wake.notify('credential', tx.accountId))
    }
    return viewOf(tx, row)
  })
}

function columnsOf(ctx: Ctx<'invalid_parameter'>, stored: store.AddressRow, changes: AddressChanges) {
  const { name, settings, timeZone, checkInTime, checkOutTime } = changes
  return {
    ...(name != null && { name }),
    ...(settings != null && { settings: settingsText(ctx, stored, settings) }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(checkInTime !== undefined && { check_in_time: checkInTime }),
    ...(checkOutTime !== undefined && { check_out_time: checkOutTime }),
    updated_at: ctx.clock.now(),
  }
}

function settingsText(
  ctx: Ctx<'invalid_parameter'>,
  stored: store.AddressRow,
  changes: AddressSettings,
): string | null {
  const merged = mergeSettings(settingsOf(stored.settings), changes)
  const problem = settingsProblem(merged)
  if (problem) failParameter(ctx.fail, problem.path, problem.message)
  return Object.keys(merged).length === 0 ? null : JSON.stringify(merged)
}

/** Removes the address at once, with its units, reservations and links; their codes are revoked from now on (D84). */
export async function remove(
  ctx: RequestCtx<'not_found' | 'resource_locked'>,
  addressId: number,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    await get(tx, addressId)
    const ids = await tx.ports.rightsGivenAt(tx, addressId)
    const call = { type: 'address.delete', payload: { addressId } } as const
    const operationId = await authorizations.revoke(tx, ids, call)
    await store.remove(tx.db, tx.accountId, addressId)
    tx.afterCommit(() => tx.wake.notify('credential', tx.accountId))
    return operationId ?? doneAlready(tx, call)
  })
}

/** Nothing was granted: there is nothing to wait for. */
async function doneAlready(ctx: RequestCtx, operation: operations.NewOperation): Promise<string> {
  const operationId = await operations.accept(ctx, operation)
  await operations.move(ctx, operationId, 'confirmed')
  return operationId
}

/** Guests are written to so long before check-in, or no more: all stays that are not over are looked at again. */
export async function setMessageHours(
  ctx: Ctx<never>,
  addressId: number,
  hours: number | null,
): Promise<void> {
  await store.update(ctx.db, ctx.accountId, addressId, { message_hours: hours })
  await ctx.ports.stayDoorsChanged(ctx, addressId)
}

/** The service that the address shows as linked. */
export const noteService = (ctx: Ctx<never>, addressId: number, serviceId: string | null) =>
  store.update(ctx.db, ctx.accountId, addressId, { service_id: serviceId })
