import type { CodeProof, MovementProof, OperationStatus } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import type { Ctx, LateWrite } from '../../platform/context.ts'
import { LATE } from '../../platform/late-writes.ts'
import { assertAccountHeld } from '../../platform/store/account-locks.ts'
import { groupByChange } from '../../platform/store/group-changes.ts'
import type { OperationTable } from '../../schema/operations.ts'
import { tellEnds } from './origin.ts'
import { REACHED_FROM } from './rules.ts'
import * as store from './store.ts'

/** How operations come to an end, and who hears of it. */

type OperationRow = Selectable<OperationTable>

export interface Ending {
  errorCode?: string
  error?: string
  /** How it is known, of what was confirmed. */
  proof?: MovementProof | CodeProof
}

/**
 * Ends an operation. `isFirstEnd` is false when a late proof only corrects `unknown` (8.4): two ends at the same time
 * cannot both be the first.
 */
export async function end(
  ctx: Ctx<never>,
  id: string,
  status: Exclude<OperationStatus, 'queued' | 'sent'>,
  ending: Ending = {},
): Promise<{ row: OperationRow; isFirstEnd: boolean } | undefined> {
  const first = await move(ctx, id, status, ending, ['queued', 'sent'])
  if (first) return { row: first, isFirstEnd: true }
  const corrected = await move(ctx, id, status, ending, ['unknown'])
  return corrected && { row: corrected, isFirstEnd: false }
}

/**
 * The same for an action whose lock the caller holds and whose row it read since: it changes in the caller's copy at
 * once, and in the store before the transaction commits. Undefined when it cannot end like that any more.
 */
export function settle(
  ctx: Ctx<never>,
  row: OperationRow,
  status: Exclude<OperationStatus, 'queued' | 'sent'>,
  { errorCode, error, proof }: Ending = {},
): { isFirstEnd: boolean } | undefined {
  assertAccountHeld(ctx.db, row.account_id)
  const before = row.status as OperationStatus
  if (!REACHED_FROM[status].includes(before)) return undefined
  const now = ctx.clock.now()
  Object.assign(row, {
    status,
    updated_at: now,
    error_code: errorCode ?? null,
    error: error ?? null,
    proof: proof ?? null,
    deadline_at: null,
  })
  ctx.late.add(SETTLED, row)
  return { isFirstEnd: before !== 'unknown' }
}

const SETTLED: LateWrite<OperationRow> = {
  rank: LATE.operations,
  async write(ctx, rows) {
    const settled = [...new Set(rows)]
    await store.storeEnds(ctx.db, settled)
    for (const [accountId, own] of Map.groupBy(settled, ({ account_id }) => account_id))
      await complete({ ...ctx, accountId }, own)
  },
}

/** Actions leave: the caller holds their locks. */
export function markLeaving(ctx: Ctx<never>, rows: readonly OperationRow[], deadlineAt: number) {
  for (const row of rows)
    Object.assign(row, { status: 'sent', updated_at: ctx.clock.now(), deadline_at: deadlineAt })
  return store.storeEnds(ctx.db, rows)
}

/** Moves an operation to a status if the table of 8.4 allows it from where it is; undefined when it does not. */
export async function move(
  ctx: Ctx<never>,
  id: string,
  status: Exclude<OperationStatus, 'queued'>,
  change: Ending & { deadlineAt?: number } = {},
  onlyFrom: readonly OperationStatus[] = REACHED_FROM[status],
): Promise<OperationRow | undefined> {
  const isOpen = status === 'sent'
  const from = REACHED_FROM[status].filter((start) => onlyFrom.includes(start))
  if (from.length === 0) return undefined
  const row = await store.transition(ctx.db, ctx.accountId, id, {
    ...transitionTo(ctx, status, change),
    from,
    deadlineAt: isOpen ? (change.deadlineAt ?? null) : null,
  })
  if (row && !isOpen) await complete(ctx, [row])
  return row
}

const transitionTo = (
  ctx: Ctx<never>,
  status: Exclude<OperationStatus, 'queued'>,
  { errorCode = null, error = null, proof = null }: store.Known,
) => ({ status, from: REACHED_FROM[status], now: ctx.clock.now(), errorCode, error, proof, deadlineAt: null })

/** How one of several operations ends. */
export interface End extends Ending {
  id: string
  status: 'confirmed' | 'failed' | 'cancelled' | 'unknown'
}

/** Ends operations as `move` would each of them; those that end alike cost no more than one. */
export async function endAll(ctx: Ctx<never>, ends: readonly End[]): Promise<void> {
  const ended: OperationRow[] = []
  for (const { change, items } of groupByChange(ends, ({ id: _id, ...ending }) => ending)) {
    const ids = items.map(({ id }) => id)
    const transition = transitionTo(ctx, change.status, change)
    ended.push(...(await store.transitionMany(ctx.db, ctx.accountId, ids, transition)))
  }
  await complete(ctx, ended.toSorted(byAge))
}

/** Ids ascend with time. */
const byAge = (a: OperationRow, b: OperationRow): number => (a.id < b.id ? -1 : 1)

/** Informs those who wait for them, and ends each parent with its last child. */
async function complete(ctx: Ctx<never>, ended: readonly OperationRow[]): Promise<void> {
  for (const { type, status } of ended) ctx.metrics.operations.inc({ type, status })
  tellEnds(ctx, ended)
  await ctx.ports.operationsEnded(ctx, ended)
  const children = ended.filter((row) => row.parent_id !== null)
  if (children.length > 0) await completeParents(ctx, children)
}

async function completeParents(ctx: Ctx<never>, children: readonly OperationRow[]): Promise<void> {
  const families = [...Map.groupBy(children, (child) => child.parent_id as string)]
  const ends: End[] = []
  for (const { change, items } of groupByChange(families, ([, ended]) => childEnds(ended))) {
    const ids = items.map(([parentId]) => parentId)
    const parents = await store.countChildEnds(ctx.db, ctx.accountId, ids, change)
    ends.push(...parents.filter((parent) => parent.open_children === 0).map(parentEnd))
  }
  if (ends.length > 0) await endAll(ctx, ends)
}

function childEnds(ended: readonly OperationRow[]): store.ChildEnds {
  const failed = ended.filter(({ status }) => status !== 'confirmed')
  return {
    ended: ended.length,
    failed: failed.length,
    errorCode: failed.find((row) => row.error_code !== null)?.error_code ?? null,
    error: failed.find((row) => row.error !== null)?.error ?? null,
  }
}

const parentEnd = ({ id, failed_children, error_code, error }: OperationRow): End =>
  failed_children === 0
    ? { id, status: 'confirmed' }
    : {
        id,
        status: 'failed',
        ...(error_code !== null && { errorCode: error_code }),
        ...(error !== null && { error }),
      }
