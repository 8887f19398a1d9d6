import { LOG_KINDS, type LogKind } from '@latchwork/contract'
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

/**
 * Entries that were made elsewhere, with ids that the same entry always has: one that is here already stays as it is.
 * Nobody is told of them, it is long ago. How many are new.
 */
export async function bringLog(ctx: Ctx<never>, rows: readonly store.LogRow[]): Promise<number> {
  const known = await store.listKnown(
    ctx.db,
    ctx.accountId,
    rows.map(({ id }) => id),
  )
  const fresh = rows.filter(({ id }) => !known.has(id))
  for (const row of fresh) append(ctx, row)
  return fresh.length
}

export interface LogQuery {
  accountUserId?: number
  authId?: string
  fromDate?: string
  toDate?: string
  action?: number
  kind?: LogKind
  denied?: boolean
  id?: string
  limit?: number
}

/** Of a lock that the caller's token is not for there is as little as of one that never was. */
export function listLog(ctx: RequestCtx, { smartlockId, ...query }: LogQuery & { smartlockId?: number }) {
  const { smartlockIds } = onlyTheirs(ctx.principal)
  if (smartlockId === undefined) return search(ctx, query, smartlockIds && [...smartlockIds])
  const isTheirs = smartlockIds?.has(smartlockId) ?? true
  return search(ctx, query, isTheirs ? [smartlockId] : [])
}

export async function listLogOf(ctx: RequestCtx<'not_found'>, smartlockId: number, query: LogQuery) {
  if (!(await locks.find(ctx.db, ctx.accountId, smartlockId))) ctx.fail('not_found')
  return search(ctx, query, [smartlockId])
}

async function search(
  ctx: RequestCtx,
  { fromDate, toDate, id, action, kind, limit = 20, ...rest }: LogQuery,
  smartlockIds: readonly number[] | undefined,
) {
  const actions = actionsOf(action, kind)
  // Any of none is nothing.
  if (smartlockIds?.length === 0 || actions?.length === 0) return []
  const filter = {
    ...rest,
    smartlockIds,
    actions,
    fromDate: fromDate === undefined ? undefined : Date.parse(fromDate),
    toDate: toDate === undefined ? undefined : Date.parse(toDate),
    limit,
  }
  const after = id === undefined ? undefined : await placeOf(ctx, id, searchStore.isByDate(filter))
  return searchStore.list(ctx.db, ctx.accountId, { ...filter, ...(after && { after }) })
}

function actionsOf(action: number | undefined, kind: LogKind | undefined): readonly number[] | undefined {
  if (kind === undefined) return action === undefined ? undefined : [action]
  const ofKind: readonly number[] = LOG_KINDS[kind]
  return action === undefined ? ofKind : ofKind.filter((one) => one === action)
}

/** An entry that is gone stood about where its id was made. */
async function placeOf(ctx: RequestCtx, id: string, needsDate: boolean): Promise<searchStore.Place> {
  const date = needsDate ? await store.findDate(ctx.db, ctx.accountId, id) : undefined
  return { id, date: date ?? timeOfId(id) }
}

/** Some of what a deleted account left behind; how many there were. */
export const removeSomeOfLog = (ctx: Ctx<never>, accountId: number, limit: number) =>
  deleteSomeOf(ctx.db, GROWING_TABLES.smartlockLog, accountId, limit)

/** What a person did stays, and who they were does not. */
export const forgetSomeOf = (ctx: Ctx<never>, accountUserId: number, name: string, limit: number) =>
  store.forgetSomeOf(ctx.db, ctx.accountId, accountUserId, name, limit)
