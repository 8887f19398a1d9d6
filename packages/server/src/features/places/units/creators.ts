import { RIGHTS } from '@latchwork/contract'
import { type Ctx, limitsFor, type Principal, type RequestCtx } from '../../../platform/context.ts'
import * as makers from '../../events/makers/service.ts'
import * as addresses from '../addresses/service.ts'
import { doorsOf, type UnitView } from './doors.ts'
import * as store from './store.ts'

/** May the caller give apps access to all of these doors (D256)? It takes what the direct call takes. */
export function mayGive(caller: Principal, smartlockIds: readonly number[]): boolean {
  if (lackOf(caller)) return false
  const limits = limitsFor(caller, 'manageAuthorizations')
  // Doors can come to an address later, so nobody reads its token for some doors before it has any.
  return limits === undefined || (smartlockIds.length > 0 && isEvery(limits, smartlockIds))
}

const isEvery = ({ smartlockIds: within }: { smartlockIds: ReadonlySet<number> }, ids: readonly number[]) =>
  ids.every((id) => within.has(id))

function lackOf(caller: Principal): 'scope_missing' | 'right_missing' | undefined {
  if (!caller.scopes.has('smartlock.auth')) return 'scope_missing'
  return caller.isMaster || (caller.rights & RIGHTS.manageAuthorizations) !== 0 ? undefined : 'right_missing'
}

export function assertMayReadTokens(ctx: RequestCtx<'scope_missing' | 'right_missing'>): void {
  const lack = lackOf(ctx.principal)
  if (lack === 'scope_missing')
    ctx.fail(lack, {
      message: 'Address tokens give access to doors: the token lacks the scope smartlock.auth.',
    })
  if (lack) ctx.fail(lack)
}

/** Those of these doors that the creator of a token may give access to now; undefined once the creator has ended. */
export async function givenBy(
  ctx: Ctx<never>,
  unit: store.UnitRow,
  smartlockIds: readonly number[],
): Promise<number[] | undefined> {
  const backing = await makers.backingOf(ctx, unit)
  return backing && within(backing, smartlockIds)
}

/** Those of these doors that are within the power behind a token. */
export const within = ({ principal }: makers.Backing, smartlockIds: readonly number[]): number[] =>
  smartlockIds.filter((id) => principal === undefined || mayGive(principal, [id]))

/** Whether a token does nothing any more, because its creator could give none of its doors. */
export async function hasEnded(
  ctx: Ctx<never>,
  unit: store.UnitRow,
  smartlockIds: readonly number[],
): Promise<boolean> {
  return isPowerless(await makers.backingOf(ctx, unit), smartlockIds)
}

export const isPowerless = (backing: makers.Backing | undefined, smartlockIds: readonly number[]): boolean =>
  !backing || (smartlockIds.length > 0 && within(backing, smartlockIds).length === 0)

/**
 * Somebody has given a unit these doors. Whoever adds a door without being allowed to give it answers for the token from
 * then on, so that it gives nothing; whoever may give all of its doors brings back a token that had ended.
 */
export async function noteDoors(
  ctx: RequestCtx,
  unit: store.UnitRow,
  added: readonly number[],
): Promise<void> {
  if (unit.redeemed_at !== null) return
  const all = await doorsOf(ctx, { addressId: unit.address_id, unitId: unit.id })
  const isWider = added.length > 0 && !mayGive(ctx.principal, added)
  const isBack = mayGive(ctx.principal, all) && (await hasEnded(ctx, unit, all))
  if (isWider || isBack) await store.update(ctx.db, ctx.accountId, [unit.id], makers.creatorOf(ctx.principal))
}

/** The same for doors that were added to an address: all of its tokens that nobody has redeemed would give them. */
export async function noteAddressDoors(
  ctx: RequestCtx,
  addressId: number,
  added: readonly number[],
): Promise<void> {
  if (added.length === 0 || mayGive(ctx.principal, added)) return
  const units = await store.listAllOf(ctx.db, ctx.accountId, addressId)
  const open = units.filter((unit) => unit.redeemed_at === null).map(({ id }) => id)
  if (open.length > 0) await store.update(ctx.db, ctx.accountId, open, makers.creatorOf(ctx.principal))
}

/** Whose tokens among these the caller may read. */
export async function readable(ctx: RequestCtx, views: readonly UnitView[]): Promise<ReadonlySet<string>> {
  const { principal } = ctx
  if (views.length === 0 || lackOf(principal)) return new Set()
  const isForAll = limitsFor(principal, 'manageAuthorizations') === undefined
  const shared = isForAll ? new Map<number, number[]>() : await addresses.smartlockIdsOfAll(ctx)
  const doors = ({ row, smartlockIds }: UnitView) => [...(shared.get(row.address_id) ?? []), ...smartlockIds]
  return new Set(views.filter((view) => mayGive(principal, doors(view))).map(({ row }) => row.id))
}
