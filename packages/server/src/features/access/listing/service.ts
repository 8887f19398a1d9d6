import { failParameter } from '../../../platform/app-error.ts'
import type { Ctx, RequestCtx } from '../../../platform/context.ts'
import { kindsOf, type ListFilter, wantedBy } from '../rules.ts'
import * as rights from '../store.ts'
import * as counts from './counts.ts'
import * as store from './store.ts'

export { adjust, claimNumbers } from './counts.ts'

const PART = 500

/** Everything an account has, part by part: a list of any length costs the memory of one part. */
export async function* listAll(
  ctx: RequestCtx<'invalid_parameter'>,
  { ids, ...filter }: ListFilter & { ids?: readonly string[] },
): AsyncGenerator<rights.AuthRow[]> {
  checkFilter(ctx, filter)
  const { limits } = ctx.principal
  if (ids) {
    const rows = (await rights.listByIds(ctx.db, ctx.accountId, ids)).filter(wantedBy(filter))
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
  rows: rights.AuthRow[]
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
    const total = await store.countOfLocks(ctx.db, ctx.accountId, { ...limits, accountUserId, kinds })
    return { total, ...(offset < total && { start: { seq: 0, skip: offset } }) }
  }
  if (accountUserId <= 0) return counts.locate(ctx, kinds, offset)
  const total = await store.countOfUser(ctx.db, ctx.accountId, accountUserId, kinds)
  return { total, ...(offset < total && { start: { seq: 0, skip: offset } }) }
}

function read(ctx: RequestCtx, filter: ListFilter, part: store.Page): Promise<rights.AuthRow[]> {
  const { accountUserId = 0 } = filter
  const kinds = kindsOf(filter)
  const { limits } = ctx.principal
  if (limits) return store.listOfLocks(ctx.db, ctx.accountId, { ...limits, accountUserId, kinds }, part)
  if (accountUserId > 0) return store.listOfUser(ctx.db, ctx.accountId, { accountUserId, kinds }, part)
  if (kinds === undefined) return store.list(ctx.db, ctx.accountId, part)
  return store.listOfKinds(ctx.db, ctx.accountId, kinds, part)
}
