import { isForAll, type RoleAssignment } from '@latchwork/contract'
import type { Ctx, Principal, RequestCtx, WorkCtx } from '../../../platform/context.ts'
import { doorsAt, type Houses, type Places, reachOf, within } from './rules.ts'
import * as store from './store.ts'

export { unionOf as rightsOfRoles } from './rules.ts'

declare module '../../../platform/context.ts' {
  interface TokenLimits {
    /** Its locks, and those that its addresses and groups have. */
    readonly smartlockIds: ReadonlySet<number>
    readonly addressIds: ReadonlySet<number>
    readonly doorGroupIds: ReadonlySet<string>
  }
}

/** As the token's row has them. */
interface StoredLimits {
  smartlock_ids: string | null
  address_ids: string | null
  door_group_ids: string | null
  /** Of its account. */
  roles: string | null
}

const listIn = <T>(json: string | null) => (json === null ? [] : (JSON.parse(json) as T[]))

const placesOf = (row: StoredLimits): Required<Places> => ({
  smartlockIds: listIn(row.smartlock_ids),
  addressIds: listIn(row.address_ids),
  doorGroupIds: listIn(row.door_group_ids),
})

/** What a caller is limited to as things are now. */
type Bounds = Pick<Principal, 'limits' | 'tokenLimits' | 'reach'>

const UNBOUND: Bounds = { limits: undefined, tokenLimits: undefined, reach: undefined }

/**
 * What a token is limited to: its locks, its addresses and groups and the locks they have (D119), and of those what the
 * roles of its account are for (D209).
 */
export async function resolve(ctx: Ctx<never>, ownerAccountId: number, row: StoredLimits): Promise<Bounds> {
  const isLimited = [row.smartlock_ids, row.address_ids, row.door_group_ids].some((list) => list !== null)
  const roles = listIn<RoleAssignment>(row.roles)
  if (!isLimited && roles.length === 0) return UNBOUND
  const places = placesOf(row)
  const houses = await housesOf(ctx, ownerAccountId, [places, ...roles], roles.some(isForAll))
  const tokenLimits = isLimited ? doorsAt(places, houses) : undefined
  if (roles.length === 0) return { limits: tokenLimits, tokenLimits, reach: undefined }
  const reach = new Map(
    reachOf(roles, houses)
      .entries()
      .map(([right, doors]) => [right, within(doors, tokenLimits)] as const),
  )
  return { limits: reach.get('view'), tokenLimits, reach }
}

/** What places have: the locks of addresses and of their units, and those of groups; and all addresses, if asked for. */
async function housesOf(
  ctx: Ctx<never>,
  accountId: number,
  places: readonly Places[],
  needsAll: boolean,
): Promise<Houses> {
  const addressIds = places.flatMap((place) => place.addressIds ?? [])
  const groupIds = places.flatMap((place) => place.doorGroupIds ?? [])
  const found = new Map<number | string, number[]>()
  const add = (place: number | string, locks: readonly number[]) =>
    found.set(place, [...(found.get(place) ?? []), ...locks])
  if (addressIds.length > 0) {
    for (const lock of await store.listLocksOf(ctx.db, accountId, addressIds))
      add(lock.address_id, [lock.smartlock_id])
    for (const unit of await store.listUnitLocksOf(ctx.db, accountId, addressIds))
      add(unit.address_id, listIn(unit.smartlock_ids))
  }
  if (groupIds.length > 0)
    for (const lock of await store.listLocksIn(ctx.db, accountId, groupIds))
      add(lock.group_id, [lock.smartlock_id])
  const all = needsAll ? await store.listAddressIds(ctx.db, accountId) : []
  const locks = (place: number | string) => found.get(place) ?? []
  return { locksOf: locks, locksIn: locks, all }
}

/** Refuses unless all of these are the account's own (D38), and what the caller has to do with (D209). */
export async function assertOwn(
  ctx: RequestCtx<'not_found'>,
  { smartlockIds, addressIds, doorGroupIds }: Required<Places>,
): Promise<void> {
  const { db, accountId } = ctx
  assertLocks(ctx, smartlockIds)
  if (addressIds.some((id) => !hasAddress(ctx.principal, id))) ctx.fail('not_found')
  // Groups are about the whole account (D230).
  if (doorGroupIds.length > 0 && ctx.principal.limits) ctx.fail('not_found')
  const locks = smartlockIds.length > 0 ? await store.countLocks(db, accountId, smartlockIds) : 0
  const addresses = addressIds.length > 0 ? await store.countAddresses(db, accountId, addressIds) : 0
  const groups = doorGroupIds.length > 0 ? await store.countDoorGroups(db, accountId, doorGroupIds) : 0
  const found = locks + addresses + groups
  if (found < smartlockIds.length + addressIds.length + doorGroupIds.length) ctx.fail('not_found')
}

/**
 * What is stored of places. A version that knows no groups takes a role or a token without locks and addresses for one
 * of the whole account: an empty list tells it otherwise, while both run side by side (ADR 62).
 */
export const safeForOlder = <T extends Places>(places: T): T =>
  places.doorGroupIds && !places.smartlockIds && !places.addressIds ? { ...places, smartlockIds: [] } : places

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

/** The same of a group of doors: whoever has a role there has it on all its doors. */
export function assertNothingGainedIn(
  { principal, fail }: WorkCtx<'not_found'>,
  doorGroupId: string,
  smartlockIds: readonly number[],
): void {
  for (const doors of principal?.reach?.values() ?? [])
    if (doors?.doorGroupIds.has(doorGroupId) && smartlockIds.some((id) => !doors.smartlockIds.has(id)))
      fail('not_found')
}

/** Does the caller's token have to do with the address? */
export const hasAddress = ({ limits }: Principal, addressId: number): boolean =>
  limits === undefined || limits.addressIds.has(addressId)
