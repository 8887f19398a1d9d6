import type { Ctx, LateWrite, RequestCtx } from '../../../platform/context.ts'
import { timeOfId } from '../../../platform/ids.ts'
import { LATE } from '../../../platform/late-writes.ts'
import { deleteSomeOf } from '../../../platform/store/partitions.ts'
import { GROWING_TABLES } from '../../../schema/growing-tables.ts'
import { onlyTheirs } from '../rules.ts'
import * as locks from '../store.ts'
import * as searchStore from './search-store.ts'
import * as store from './store.ts'

export { logPayload, presentLog } from './present.ts'
/** Appends to the log of a lock; together with whatever else the transaction appends. */
export const append = (ctx: Ctx<never>, row: store.LogRow): void => ctx.late.add(LOCK_LOG, row)

const LOCK_LOG: LateWrite<store.LogRow> = {
  rank: LATE.logs,
  write: ({ db }, rows) => store.insert(db, rows),
}

export interface LogQuery {
  accountUserId?: number
  authId?: string
  fromDate?: string
  toDate?: string
  action?: number
  id?: string
  limit?: number
}

export const listLog = (ctx: RequestCtx, query: LogQuery) => search(ctx, query, onlyTheirs(ctx.principal))

export async function listLogOf(ctx: RequestCtx<'not_found'>, smartlockId: number, query: LogQuery) {
  if (!(await locks.find(ctx.db, ctx.accountId, smartlockId))) ctx.fail('not_found')
  return search(ctx, query, { smartlockId })
}

async function search(
  ctx: RequestCtx,
  { fromDate, toDate, id, limit = 20, ...rest }: LogQuery,
  where: Pick<searchStore.LogFilter, 'smartlockId' | 'smartlockIds'>,
) {
  const filter = {
    ...rest,
    ...where,
    ...(fromDate !== undefined && { fromDate: Date.parse(fromDate) }),
    ...(toDate !== undefined && { toDate: Date.parse(toDate) }),
    limit,
  }
  const after = id === undefined ? undefined : await placeOf(ctx, id, searchStore.isByDate(filter))
  return searchStore.list(ctx.db, ctx.accountId, { ...filter, ...(after && { after }) })
}

/** An entry that is gone stood about where its id was made. */
async function placeOf(ctx: RequestCtx, id: string, needsDate: boolean): Promise<searchStore.Place> {
  const date = needsDate ? await store.findDate(ctx.db, ctx.accountId, id) : undefined
  return { id, date: date ?? timeOfId(id) }
}

/** Some of what a deleted account left behind; how many there were. */
export const removeSomeOfLog = (ctx: Ctx<never>, accountId: number, limit: number) =>
  deleteSomeOf(ctx.db, GROWING_TABLES.smartlockLog, accountId, limit)
