import type { RoleAssignment } from '@latchwork/contract'
import type { Ctx, Principal, RequestCtx, WorkCtx } from '../../../platform/context.ts'
import { type Houses, reachOf, within } from './rules.ts'
import * as store from './store.ts'

export { unionOf as rightsOfRoles } from './rules.ts'

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
  /** Of its account. */
  roles: string | null
}

const ids = (json: string | null) => (json === null ? [] : (JSON.parse(json) as number[]))

/** What a caller is limited to as things are now. */
type Bounds = Pick<Principal, 'limits' | 'tokenLimits' | 'reach'>

const UNBOUND: Bounds = { limits: undefined, tokenLimits: undefined, reach: undefined }

/**
 * What a token is limited to: its locks, its addresses and the locks they have (D119), and of those what the roles of its
 * account are for (D209).
 */
export async function resolve(ctx: Ctx<never>, ownerAccountId: number, row: StoredLimits): Promise<Bounds> {
  const isLimited = row.smartlock_ids !== null || row.address_ids !== null
  const roles = row.roles === null ? [] : (JSON.parse(row.roles) as RoleAssignment[])
  if (!isLimited && roles.length === 0) return UNBOUND
  const addressIds = ids(row.address_ids)
  const houses = await housesOf(
    ctx,
    ownerAccountId,
    [...addressIds, ...roles.flatMap((role) => role.addressIds ?? [])],
    roles.some(({ smartlockIds, addressIds: at }) => !smartlockIds && !at),
  )
  const tokenLimits = isLimited
    ? {
        smartlockIds: new Set([...ids(row.smartlock_ids), ...addressIds.flatMap(houses.locksOf)]),
        addressIds: new Set(addressIds),
      }
    : undefined
  if (roles.length === 0) return { limits: tokenLimits, tokenLimits, reach: undefined }
  const reach = new Map(
    reachOf(roles, houses)
      .entries()
      .map(([right, doors]) => [right, within(doors, tokenLimits)] as const),
  )
  return { limits: reach.get('view'), tokenLimits, reach }
}

/** The locks of addresses, and those of their units; and which addresses there are, if that is asked for. */
async function housesOf(
  ctx: Ctx<never>,
  accountId: number,
  addressIds: readonly number[],
  needsAll: boolean,
): Promise<Houses> {
  const found = new Map<number, number[]>()
  const add = (addressId: number, locks: readonly number[]) =>
    found.set(addressId, [...(found.get(addressId) ?? []), ...locks])
  if (addressIds.length > 0) {
    for (const lock of await store.listLocksOf(ctx.db, accountId, addressIds))
      add(lock.address_id, [lock.smartlock_id])
    for (const unit of await store.listUnitLocksOf(ctx.db, accountId, addressIds))
      add(unit.address_id, ids(unit.smartlock_ids))
  }
  const all = needsAll ? await store.listAddressIds(ctx.db, accountId) : []
  return { locksOf: (addressId) => found.get(addressId) ?? [], all }
}

/** Refuses unless all of these are the account's own (D38), and what the caller has to do with (D209). */
export async function assertOwn(
  ctx: RequestCtx<'not_found'>,
  { smartlockIds, addressIds }: { smartlockIds: readonly number[]; addressIds: readonly number[] },
): Promise<void> {
  const { db, accountId } = ctx
  assertLocks(ctx, smartlockIds)
  if (addressIds.some((id) => !hasAddress(ctx.principal, id))) ctx.fail('not_found')
  const locks = smartlockIds.length > 0 ? await store.countLocks(db, accountId, smartlockIds) : 0
  const addresses = addressIds.length > 0 ? await store.countAddresses(db, accountId, addressIds) : 0
  if (locks < smartlockIds.length || addresses < addressIds.length) ctx.fail('not_found')
}

/**
 * Refuses, as if they were somebody else's (D38), unless the caller's token is for all of these locks. What the service does
 * by itself nobody calls.
 */
export function assertLocks(ctx: WorkCtx<'not_found'>, smartlockIds: readonly number[]): void {
  const limits = ctx.principal?.limits
  if (limits && smartlockIds.some((id) => !limits.smartlockIds.has(id))) ctx.fail('not_found')
}

/**
 * Refuses to put doors at an address where that would give the caller rights on them: whoever has a role there has it on
 * all its doors (D209).
 */
export function assertNothingGained(
  { principal, fail }: WorkCtx<'not_found'>,
  addressId: number,
  smartlockIds: readonly number[],
): void {
  for (const doors of principal?.reach?.values() ?? [])
    if (doors?.addressIds.has(addressId) && smartlockIds.some((id) => !doors.smartlockIds.has(id)))
      fail('not_found')
}

/** Does the caller's token have to do with the address? */
export const hasAddress = ({ limits }: Principal, addressId: number): boolean =>
  limits === undefined || limits.addressIds.has(addressId)
