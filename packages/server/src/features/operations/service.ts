import type { OperationType } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import type { Ctx, RequestCtx, WorkCtx } from '../../platform/context.ts'
import { type CallRecord, recordCall } from '../../platform/observe/call-record.ts'
import { assertAccountHeld } from '../../platform/store/account-locks.ts'
import { deleteSomeOf } from '../../platform/store/partitions.ts'
import { GROWING_TABLES } from '../../schema/growing-tables.ts'
import type { OperationTable } from '../../schema/operations.ts'
import { endAll } from './ends.ts'
import * as listStore from './list-store.ts'
import { originOf, tellAccepted } from './origin.ts'
import { sightsOf } from './rules.ts'
import * as store from './store.ts'

export { nextDeadline, overdue, queuedActions, type SentAction, sentActions } from './due.ts'
export { type End, type Ending, end, endAll, markLeaving, move, settle } from './ends.ts'
export { named, type Origin, originOf, sending } from './origin.ts'

export type OperationRow = Selectable<OperationTable>

export interface NewOperation {
  /** Made before it is stored, where something else has to name it first. */
  id?: string
  type: OperationType
  /** It leaves with the commit that stores it: nobody is to hand it over once more. */
  status?: 'queued' | 'sent'
  smartlockId?: number
  payload?: unknown
  /** When it may no longer be handed over; absent for changes that never expire (D26). */
  deadlineAt?: number
  /** The connection it is meant for: after a reconnect it must not run. */
  sessionId?: string
  /** Set by advanced calls: comes back in the callback. */
  requestId?: string
  authIds?: readonly string[]
}

/** Stores the receipt of an accepted call and returns its id (D23). */
export async function accept(ctx: WorkCtx, operation: NewOperation): Promise<string> {
  const row = newRow(ctx, operation)
  await store.insert(ctx.db, row)
  tellAccepted(ctx, row)
  return row.id
}

/** The same for several calls that share a transaction, each with its own context. */
export async function acceptAll(
  db: Ctx['db'],
  all: readonly { readonly ctx: WorkCtx; readonly operation: NewOperation }[],
): Promise<void> {
  const rows = all.map(({ ctx, operation }) => newRow(ctx, operation))
  await store.insertMany(db, rows)
  for (const [i, { ctx }] of all.entries()) tellAccepted(ctx, rows[i] as (typeof rows)[number])
}

/** The same for several that have nothing to do with each other. */
export async function acceptEach(ctx: WorkCtx, all: readonly NewOperation[]): Promise<string[]> {
  const rows = all.map((operation) => newRow(ctx, operation))
  await store.insertMany(ctx.db, rows)
  for (const row of rows) tellAccepted(ctx, row)
  return rows.map(({ id }) => id)
}

/** One operation for several that together are one call: it ends with the last of them (D23, 8.4). */
export async function acceptFamily(
  ctx: WorkCtx,
  parent: NewOperation,
  children: readonly NewOperation[],
): Promise<{ parentId: string; childIds: string[] }> {
  const parentRow = { ...newRow(ctx, parent), open_children: children.length }
  const childRows = children.map((child) => ({ ...newRow(ctx, child), parent_id: parentRow.id }))
  await store.insert(ctx.db, parentRow)
  await store.insertMany(ctx.db, childRows)
  tellAccepted(ctx, parentRow)
  return { parentId: parentRow.id, childIds: childRows.map(({ id }) => id) }
}

/** In place of the name of who asked, where that was the service itself. */
const NOBODY = ''

/** Who asked for it; what the service does by itself is done in the name of the account. */
const actorOf = ({ principal, accountId }: WorkCtx) => ({
  actor_account_id: principal?.accountId ?? accountId,
  actor_name: principal?.name ?? NOBODY,
  api_key_id: principal?.apiKeyId ?? null,
})

/** Written out, because it is made for every unlock: what follows a spread in a literal is set one by one, and slowly. */
function newRow(ctx: WorkCtx, operation: NewOperation) {
  assertAccountHeld(ctx.db, ctx.accountId)
  const now = ctx.clock.now()
  const { actor_account_id, actor_name, api_key_id } = actorOf(ctx)
  const { call_id, trace } = originOf(ctx)
  return {
    id: operation.id ?? ctx.ids.timeOrdered(),
    account_id: ctx.accountId,
    actor_account_id,
    actor_name,
    api_key_id,
    request_id: operation.requestId ?? null,
    request_sealed: sealedCall(ctx, operation.requestId),
    call_id,
    trace,
    parent_id: null,
    smartlock_id: operation.smartlockId ?? null,
    type: operation.type,
    status: operation.status ?? 'queued',
    payload: JSON.stringify(operation.payload ?? {}),
    auth_ids: operation.authIds ? JSON.stringify(operation.authIds) : null,
    error_code: null,
    proof: null,
    error: null,
    deadline_at: operation.deadlineAt ?? null,
    session_id: operation.sessionId ?? null,
    open_children: null,
    created_at: now,
    updated_at: now,
  }
}

/** Sealed, because a body may hold the code of a door. */
const sealedCall = (ctx: WorkCtx, requestId: string | undefined): string | null =>
  requestId === undefined || ctx.incoming === undefined
    ? null
    : ctx.sealer.seal(JSON.stringify(recordCall(ctx.incoming, ctx.clock.now())), callContext(requestId))

const callContext = (requestId: string): string => `operation.request_sealed:${requestId}`

/** The advanced call behind an operation, as it was kept. */
export const openCall = (ctx: Ctx<never>, requestId: string, sealed: string): CallRecord =>
  JSON.parse(ctx.sealer.open(sealed, callContext(requestId))) as CallRecord

export interface OperationWithChildren {
  row: OperationRow
  children: string[]
}

export async function get(ctx: RequestCtx<'not_found'>, id: string): Promise<OperationWithChildren> {
  const seen = sightsOf(ctx.principal)
  const row = seen?.length === 0 ? undefined : await store.find(ctx.db, ctx.accountId, id, seen)
  if (!row && ctx.principal.tokenLimits) return ctx.fail('not_found')
  if (!row) return (await ownRedemption(ctx, id)) ?? ctx.fail('not_found')
  const [found] = await withChildren(ctx, [row])
  return found as OperationWithChildren
}

/** Who redeemed a token learns how it went, and nothing else of the account in which it happened (D23, D80). */
async function ownRedemption(ctx: RequestCtx, id: string): Promise<OperationWithChildren | undefined> {
  if (!ctx.principal.scopes.has('account')) return undefined
  const row = await store.findRedemptionBy(ctx.db, ctx.principal.accountId, id)
  return row && { row: { ...row, smartlock_id: null, auth_ids: null, request_id: null }, children: [] }
}

export type ListQuery = Omit<listStore.ListFilter, 'seen' | 'limit'> & { limit?: number }

export async function list(ctx: RequestCtx, query: ListQuery): Promise<OperationWithChildren[]> {
  const seen = sightsOf(ctx.principal)
  if (seen?.length === 0) return []
  const rows = await listStore.list(ctx.db, ctx.accountId, { limit: 50, ...query, ...(seen && { seen }) })
  return withChildren(ctx, rows)
}

async function withChildren(ctx: RequestCtx, rows: OperationRow[]): Promise<OperationWithChildren[]> {
  // Only operations without a lock of their own can be parents; most lists have none.
  const parents = rows.filter((row) => row.smartlock_id === null).map((row) => row.id)
  const children = parents.length > 0 ? await store.listChildren(ctx.db, ctx.accountId, parents) : []
  return rows.map((row) => ({
    row,
    children: children.filter((c) => c.parent_id === row.id).map((c) => c.id),
  }))
}

/**
 * Makes an operation that the service began by itself the caller's, whose own change has become part of it. False when
 * it is somebody's already, or has ended.
 */
export const adopt = async (ctx: RequestCtx, id: string): Promise<boolean> =>
  (await store.giveActor(ctx.db, ctx.accountId, id, NOBODY, { ...actorOf(ctx), ...originOf(ctx) })) !==
  undefined

/** Several changes were handed to a device with one message. */
export const markSent = (ctx: Ctx<never>, ids: readonly string[]) =>
  store.markSent(ctx.db, ctx.accountId, ids, ctx.clock.now())

/** The lock went away: what it has not answered waits again. Actions have an end of their own. */
export const requeueOf = (ctx: Ctx<never>, smartlockId: number) =>
  store.requeueOf(ctx.db, ctx.accountId, smartlockId, ctx.clock.now())

/** The children of an operation that has ended, with how each of them did. */
export const endedChildren = (ctx: Ctx<never>, parentId: string) =>
  store.listEndings(ctx.db, ctx.accountId, parentId)

/** A change that got no answer waits again: it is declarative, so sending it twice does no harm (8.4). */
export const requeue = (ctx: Ctx<never>, id: string) =>
  store.transition(ctx.db, ctx.accountId, id, { status: 'queued', from: ['sent'], now: ctx.clock.now() })

/** Ends everything that waits for a lock that is going away (D63). */
export async function cancelAll(ctx: Ctx<never>, smartlockId: number): Promise<void> {
  const open = await store.listCancellable(ctx.db, ctx.accountId, smartlockId)
  const error = 'The smartlock was deleted.'
  await endAll(
    ctx,
    open.map(({ id }) => ({ id, status: 'cancelled', error })),
  )
}

/** Several, of whatever accounts, by id. */
export async function findAny(ctx: Ctx<never>, ids: ReadonlySet<string>): Promise<Map<string, OperationRow>> {
  const rows = ids.size === 0 ? [] : await store.listByIds(ctx.db, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Open actions of these locks, whichever connection they were meant for. */
export const openActionsOf = (ctx: Ctx<never>, locks: Parameters<typeof store.listOpenActions>[1]) =>
  store.listOpenActions(ctx.db, locks)

/** Some of what a deleted account left behind; how many there were. */
export const removeSome = (ctx: Ctx<never>, accountId: number, limit: number) =>
  deleteSomeOf(ctx.db, GROWING_TABLES.operation, accountId, limit)
