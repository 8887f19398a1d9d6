import type { Ctx, RequestCtx } from '../../platform/context.ts'
import { assertLocks } from '../keys/token-limits/service.ts'
import * as foreignCodes from './foreign/service.ts'
import * as store from './store.ts'

// What other areas may ask of authorizations. All of it joins the caller's transaction.
export { type BroughtCode, bringCodes, judgeCodes, standingOf } from './brought/service.ts'
export { type Judgement, judgeGrants, newPlaces, type Places, type WantedCode } from './by-file/service.ts'
export {
  codeByPlan,
  countElsewhere,
  doorsFor,
  forgetWithheld,
  listOfPlan,
  listWithheld,
  type PlanDoor,
  type PlanRight,
  withhold,
} from './by-plan/service.ts'
export { emitCreationCallback } from './callbacks.ts'
export { openCode, withSameCode } from './codes.ts'
export { accessAt, explain } from './explain/service.ts'
export {
  type Call,
  type Change,
  type ChangeRefusal,
  type CodeGrant,
  change,
  endJoined,
  eraseAllOfUser,
  findOnLock,
  type Grant,
  type Granted,
  type GrantRefusal,
  get,
  grant,
  grantEach,
  type Patch,
  removeAllOfLock,
  revoke,
  revokeAllOfUser,
} from './grants/service.ts'
export { removeOver, verifyHistory } from './history/service.ts'
export { listAll, type Page, page } from './listing/service.ts'
export { assertWindow, termsOf } from './rules.ts'
export type { AuthRow } from './store.ts'
export { warn } from './warnings.ts'

/** The ids of what a person was given. */
export const idsOfUser = async (ctx: Ctx<never>, accountUserId: number): Promise<string[]> =>
  (await store.listIdsOfUser(ctx.db, ctx.accountId, accountUserId)).map(({ id }) => id)

/** Those of these ids that are still there: a lock that was deleted took its own with it. */
export const known = async (ctx: Ctx<never>, ids: readonly string[]): Promise<string[]> =>
  (await knownRows(ctx, ids)).map(({ id }) => id)

/** The same, as they stand. */
export const knownRows = async (ctx: Ctx<never>, ids: readonly string[]): Promise<store.AuthRow[]> =>
  ids.length === 0 ? [] : store.listByIds(ctx.db, ctx.accountId, ids)

/** Refuses unless the caller's token is for the locks of all of these that are there (D119). */
export async function assertWithinLimits(
  ctx: RequestCtx<'not_found'>,
  ids: readonly string[],
): Promise<void> {
  if (!ctx.principal.limits || ids.length === 0) return
  const rows = await store.listByIds(ctx.db, ctx.accountId, ids)
  assertLocks(
    ctx,
    rows.map((row) => row.smartlock_id),
  )
}

/** Everything one lock holds or is to hold. */
export const listOfLock = (ctx: Ctx<never>, smartlockId: number, types?: readonly number[]) =>
  store.listOfLock(ctx.db, ctx.accountId, smartlockId, types?.length ? types : undefined)

/** How many codes that are none of ours each of these locks holds; those without any are left out. */
export const countForeign = (ctx: Ctx<never>, smartlockIds: readonly number[]) =>
  foreignCodes.countByLock(ctx, smartlockIds)

/** How many authorizations a lock holds (4.25), or how many of them will not have expired by a time. */
export const countOfLock = async (ctx: Ctx<never>, smartlockId: number, at?: number): Promise<number> =>
  ((await foreignCodes.countByLock(ctx, [smartlockId])).get(smartlockId) ?? 0) +
  (at !== undefined
    ? await store.countUnexpired(ctx.db, ctx.accountId, smartlockId, at)
    : ((await store.countByLock(ctx.db, ctx.accountId, [smartlockId])).get(smartlockId) ?? 0))
