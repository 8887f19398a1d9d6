import type { Changes } from '@latchwork/contract'
import { type Ctx, inTransaction, type RequestCtx, type WorkCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import * as makers from '../../events/makers/service.ts'
import { withinQuota } from '../../identity/account/service.ts'
import * as addresses from '../addresses/service.ts'
import * as creators from './creators.ts'
import * as deletion from './deletion.ts'
import * as doors from './doors.ts'
import * as redemption from './redemption.ts'
import * as store from './store.ts'
import * as tokens from './tokens.ts'

/** What is set about a unit. */
export interface UnitFields {
  name: string
  smartlockIds?: number[]
}

export async function list(ctx: RequestCtx<'not_found'>, addressId: number): Promise<store.UnitRow[]> {
  await addresses.get(ctx, addressId)
  return store.list(ctx.db, ctx.accountId, addressId)
}

/** Units of all addresses, page by page; of those that the caller's token is for. */
export function listAll(ctx: RequestCtx, { id, limit }: { id?: string; limit: number }) {
  const addressIds = ctx.principal.limits?.addressIds
  return store.listAll(ctx.db, ctx.accountId, {
    limit,
    ...(id !== undefined && { after: id }),
    ...(addressIds && { addressIds }),
  })
}

/** The unit, or the same 404 whether it is missing or somebody else's (D38). */
export async function get(ctx: Ctx<'not_found'>, addressId: number, id: string): Promise<store.UnitRow> {
  return (await store.find(ctx.db, ctx.accountId, addressId, id)) ?? ctx.fail('not_found')
}

/** Makes a unit and its address token (D79). */
export async function create(
  ctx: WorkCtx<'not_found' | 'quota_exceeded'>,
  addressId: number,
  { name, smartlockIds = [] }: UnitFields,
): Promise<store.UnitRow> {
  const quota = {
    limit: ctx.limits.unitsPerAddress,
    of: 'units per address',
    count: (tx: typeof ctx) => store.count(tx.db, tx.accountId, addressId),
  }
  return withinQuota(ctx, quota, async (tx) => {
    await addresses.get(tx, addressId)
    const id = tx.ids.timeOrdered()
    if (smartlockIds.length > 0) doors.forgetTokens(tx)
    return store.insert(tx.db, {
      id,
      account_id: tx.accountId,
      address_id: addressId,
      name,
      ...(await doors.doorColumn(tx, addressId, smartlockIds)),
      ...tokens.tokenColumns(tx, id, tx.ids.random()),
      operation_id: null,
      is_deleting: 0,
      redeemed_at: null,
      redeem_account_id: null,
      redeem_result: null,
      auth_ids: null,
      invite_keys_sealed: null,
      ...makers.creatorOf(tx.principal),
      creator_check_at: null,
      created_at: tx.clock.now(),
    })
  })
}

/** Gives a unit another name or other doors; its token stays. */
export async function update(
  ctx: RequestCtx<'not_found'>,
  addressId: number,
  id: string,
  { name, smartlockIds }: Changes<UnitFields>,
): Promise<store.UnitRow> {
  if (smartlockIds != null)
    await inTransaction(ctx, async (tx) => {
      const added = await doors.changeDoors(tx, addressId, id, smartlockIds)
      await creators.noteDoors(tx, await get(tx, addressId, id), added)
    })
  if (name == null) return get(ctx, addressId, id)
  return (await store.rename(ctx.db, ctx.accountId, addressId, id, name)) ?? ctx.fail('not_found')
}

/** The owner takes a token over, with what it gave: it depends on nobody else any more (D256). */
export const keepToken = (
  ctx: RequestCtx<'not_found'>,
  addressId: number,
  id: string,
): Promise<store.UnitRow> =>
  inTransaction(ctx, async (tx) => {
    const [unit] = await store.listByIds(tx.db, tx.accountId, [id])
    if (unit?.address_id !== addressId || unit.is_deleting === 1) return tx.fail('not_found')
    const kept = { ...makers.creatorOf(undefined), creator_check_at: null }
    await store.update(tx.db, tx.accountId, [id], kept)
    await audit.record(tx, { action: 'addressToken.kept', subject: id })
    return { ...unit, ...kept }
  })

/** These accounts are gone: access that was redeemed from their tokens goes next. */
export const checkSoon = async (ctx: Ctx<never>, creatorAccountIds: readonly number[]): Promise<void> =>
  void (await store.checkSoon(ctx.db, creatorAccountIds, ctx.clock.now()))

/** Somebody is to stay in this unit. */
export async function assertThere(ctx: Ctx<'not_found'>, addressId: number, unitId: string): Promise<void> {
  const [unit] = await store.listByIds(ctx.db, ctx.accountId, [unitId])
  if (unit?.address_id !== addressId || unit.is_deleting === 1) ctx.fail('not_found')
}

export const doorsOf = doors.doorsOf
export const withDoors = doors.withDoors

/** The rights that redemptions at all units of an address granted and that still exist. */
export const authIdsAt = async (ctx: Ctx<never>, addressId: number): Promise<string[]> =>
  deletion.grantedBy(ctx, await store.listAllOf(ctx.db, ctx.accountId, addressId))

/** The unit of a token, or 404 like any other that is not there. */
export const byToken = tokens.byToken
export const followDeletion = deletion.followDeletion
export const followRedemption = redemption.followRedemption
export const noteAddressDoors = creators.noteAddressDoors
