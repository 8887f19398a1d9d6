import type { Ctx, Principal, RequestCtx, TokenLimits } from '../../../platform/context.ts'
import * as store from './store.ts'

declare module '../../../platform/context.ts' {
  interface TokenLimits {
    /** Its locks, and those that its addresses have. */
    readonly smartlockIds: ReadonlySet<number>
    readonly addressIds: ReadonlySet<number>
  }
}

/** As the token's row has them. */
interface StoredLimits {
  smartlock_ids: string | null
  address_ids: string | null
}

const ids = (json: string | null) => (json === null ? [] : (JSON.parse(json) as number[]))

/** What a token is limited to as things are now: its locks, its addresses and the locks they have (D119). Undefined: nothing. */
export async function resolve(
  ctx: Ctx<never>,
  ownerAccountId: number,
  row: StoredLimits,
): Promise<TokenLimits | undefined> {
  if (row.smartlock_ids === null && row.address_ids === null) return undefined
  const addressIds = ids(row.address_ids)
  const atAddresses = addressIds.length > 0 ? await locksAt(ctx, ownerAccountId, addressIds) : []
  return {
    smartlockIds: new Set([...ids(row.smartlock_ids), ...atAddresses]),
    addressIds: new Set(addressIds),
  }
}

/** The locks of addresses, and those of their units. */
async function locksAt(ctx: Ctx<never>, accountId: number, addressIds: readonly number[]): Promise<number[]> {
  const shared = await store.listLocksOf(ctx.db, accountId, addressIds)
  const ofUnits = await store.listUnitLocksOf(ctx.db, accountId, addressIds)
  return [...shared.map((lock) => lock.smartlock_id), ...ofUnits.flatMap((unit) => ids(unit.smartlock_ids))]
}

/** Refuses unless all of these are the account's own (D38). */
export async function assertOwn(
  ctx: Ctx<'not_found'>,
  { smartlockIds, addressIds }: { smartlockIds: readonly number[]; addressIds: readonly number[] },
): Promise<void> {
  const { db, accountId } = ctx
  const locks = smartlockIds.length > 0 ? await store.countLocks(db, accountId, smartlockIds) : 0
  const addresses = addressIds.length > 0 ? await store.countAddresses(db, accountId, addressIds) : 0
  if (locks < smartlockIds.length || addresses < addressIds.length) ctx.fail('not_found')
}

/** Refuses, as if they were somebody else's (D38), unless the caller's token is for all of these locks. */
export function assertLocks(ctx: RequestCtx<'not_found'>, smartlockIds: readonly number[]): void {
  const { limits } = ctx.principal
  if (limits && smartlockIds.some((id) => !limits.smartlockIds.has(id))) ctx.fail('not_found')
}

/** Does the caller's token have to do with the address? */
export const hasAddress = ({ limits }: Principal, addressId: number): boolean =>
  limits === undefined || limits.addressIds.has(addressId)
