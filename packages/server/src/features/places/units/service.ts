import type { Changes } from '@latchwork/contract'
import type { Ctx, RequestCtx } from '../../../platform/context.ts'
import { withinQuota } from '../../identity/account/service.ts'
import * as addresses from '../addresses/service.ts'
import * as deletion from './deletion.ts'
import * as redemption from './redemption.ts'
import * as store from './store.ts'
import * as tokens from './tokens.ts'

export async function list(ctx: RequestCtx<'not_found'>, addressId: number): Promise<store.UnitRow[]> {
  await addresses.get(ctx, addressId)
  return store.list(ctx.db, ctx.accountId, addressId)
}

/** The unit, or the same 404 whether it is missing or somebody else's (D38). */
export async function get(ctx: Ctx<'not_found'>, addressId: number, id: string): Promise<store.UnitRow> {
  return (await store.find(ctx.db, ctx.accountId, addressId, id)) ?? ctx.fail('not_found')
}

/** Makes a unit and its address token (D79). */
export async function create(
  ctx: RequestCtx<'not_found' | 'quota_exceeded'>,
  addressId: number,
  name: string,
): Promise<store.UnitRow> {
  const quota = {
    limit: ctx.limits.unitsPerAddress,
    of: 'units per address',
    count: (tx: typeof ctx) => store.count(tx.db, tx.accountId, addressId),
  }
  return withinQuota(ctx, ctx.accountId, quota, async (tx) => {
    await addresses.get(tx, addressId)
    const id = tx.ids.timeOrdered()
    return store.insert(tx.db, {
      id,
      account_id: tx.accountId,
      address_id: addressId,
      name,
      ...tokens.tokenColumns(tx, id, tx.ids.random()),
      operation_id: null,
      is_deleting: 0,
      redeemed_at: null,
      redeem_account_id: null,
      redeem_result: null,
      auth_ids: null,
      invite_keys_sealed: null,
      created_at: tx.clock.now(),
    })
  })
}

/** Gives a unit another name; its token stays. */
export async function update(
  ctx: RequestCtx<'not_found'>,
  addressId: number,
  id: string,
  { name }: Changes<{ name: string }>,
): Promise<store.UnitRow> {
  if (name == null) return get(ctx, addressId, id)
  return (await store.rename(ctx.db, ctx.accountId, addressId, id, name)) ?? ctx.fail('not_found')
}

/** Those of these that there are, held. */
export const hold = (ctx: Ctx<never>, ids: readonly string[]) =>
  store.listForUpdate(ctx.db, ctx.engine, ctx.accountId, ids)

/** What the redemptions of all units of an address granted and is still there; the units are held. */
export const authIdsAt = async (ctx: Ctx<never>, addressId: number): Promise<string[]> =>
  deletion.grantedBy(ctx, await store.holdOf(ctx.db, ctx.engine, ctx.accountId, addressId))

/** The unit of a token, or 404 like any other that is not there. */
export const byToken = tokens.byToken
export const followDeletion = deletion.followDeletion
export const followRedemption = redemption.followRedemption
