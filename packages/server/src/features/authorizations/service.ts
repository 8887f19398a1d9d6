import { failParameter } from '../../platform/app-error.ts'
import type { Ctx, RequestCtx } from '../../platform/context.ts'
import { assertLocks } from '../token-limits/service.ts'
import * as counts from './counts.ts'
import * as listStore from './list-store.ts'
import { kindsOf, type ListFilter, wantedBy } from './rules.ts'
import * as store from './store.ts'

// What other areas may ask of authorizations. All of it joins the caller's transaction.
// biome-ignore lint/performance/noBarrelFile: other areas may import nothing but this file
export { tellCreation } from './callbacks.ts'
export { type Call, endJoined } from './calls.ts'
export { type Change, type ChangeRefusal, change, type Patch } from './changes.ts'
export { openCode } from './codes.ts'
export { explain } from './explanations.ts'
export { type Grant, type Granted, type GrantRefusal, grant } from './grants.ts'
export { removeAllOfLock, revoke, revokeAllOfUser } from './revocations.ts'
export type { AuthRow } from './store.ts'
export { get } from './targets.ts'
export { warn } from './warnings.ts'

/** Those of these ids that are still there: a lock that was deleted took its own with it. */
export async function known(ctx: Ctx<never>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return (await store.listByIds(ctx.db, ctx.accountId, ids)).map(({ id }) => id)
}

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

/** How many authorizations a lock holds (4.25), or how many of them will not have expired by a time. */
export const countOfLock = async (ctx: Ctx<never>, smartlockId: number, at?: number): Promise<number> =>
  at !== undefined
    ? store.countUnexpired(ctx.db, ctx.accountId, smartlockId, at)
    : ((await store.countByLock(ctx.db, ctx.accountId, [smartlockId])).get(smartlockId) ?? 0)

const PART = 500

/** Everything an account has, part by part: a list of any length costs the memory of one part. */
export async function* listAll(
  ctx: RequestCtx<'invalid_parameter'>,
  { ids, ...filter }: ListFilter & { ids?: readonly string[] },
): AsyncGenerator<store.AuthRow[]> {
  checkFilter(ctx, filter)
  const { limits } = ctx.principal
  if (ids) {
    const rows = (await store.listByIds(ctx.db, ctx.accountId, ids)).filter(wantedBy(filter))
    return yield limits ? rows.filter((row) => limits.smartlockIds.has(row.smartlock_id)) : rows
  }
  let fromSeq = 0
  for (;;) {
    const part = await read(ctx, filter, { fromSeq, skip: 0, size: PART })
    yield part
    const last = part.at(-1)
    if (part.length < PART || !last) return
    fromSeq = last.seq + 1
  }
}

export interface Page {
  rows: store.AuthRow[]
  total: number
}

/** One page of the list (4.15), found without walking past the ones before it. */
export async function page(
  ctx: RequestCtx<'invalid_parameter'>,
  filter: ListFilter,
  { page: number, size }: { page: number; size: number },
): Promise<Page> {
  checkFilter(ctx, filter)
  const { total, start } = await placeOf(ctx, filter, number * size)
  const rows = start ? await read(ctx, filter, { fromSeq: start.seq, skip: start.skip, size }) : []
  return { rows, total }
}

function checkFilter(ctx: Ctx<'invalid_parameter'>, { accountUserId }: ListFilter): void {
  if (accountUserId === 0) failParameter(ctx.fail, 'query.accountUserId', 'must not be 0')
}

async function placeOf(ctx: RequestCtx, filter: ListFilter, offset: number): Promise<counts.Place> {
  const { accountUserId = 0 } = filter
  const kinds = kindsOf(filter)
  const { limits } = ctx.principal
  if (limits) {
    const total = await listStore.countOfLocks(ctx.db, ctx.accountId, { ...limits, accountUserId, kinds })
    return { total, ...(offset < total && { start: { seq: 0, skip: offset } }) }
  }
  if (accountUserId <= 0) return counts.locate(ctx, kinds, offset)
  const total = await listStore.countOfUser(ctx.db, ctx.accountId, accountUserId, kinds)
  return { total, ...(offset < total && { start: { seq: 0, skip: offset } }) }
}

function read(ctx: RequestCtx, filter: ListFilter, part: listStore.Page): Promise<store.AuthRow[]> {
  const { accountUserId = 0 } = filter
  const kinds = kindsOf(filter)
  const { limits } = ctx.principal
  if (limits) return listStore.listOfLocks(ctx.db, ctx.accountId, { ...limits, accountUserId, kinds }, part)
  if (accountUserId > 0) return listStore.listOfUser(ctx.db, ctx.accountId, { accountUserId, kinds }, part)
  if (kinds === undefined) return listStore.list(ctx.db, ctx.accountId, part)
  return listStore.listOfKinds(ctx.db, ctx.accountId, kinds, part)
}
