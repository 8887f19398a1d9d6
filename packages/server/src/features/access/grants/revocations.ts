import { type Ctx, inTransaction, type WorkCtx } from '../../../platform/context.ts'
import * as operations from '../../operations/service.ts'
import { withhold } from '../by-plan/service.ts'
import * as history from '../history/service.ts'
import * as counts from '../listing/service.ts'
import * as store from '../store.ts'
import { recordRights } from './audit-entries.ts'
import { acceptCall, type Call } from './calls.ts'
import { enqueue } from './locks.ts'
import { assertFree, findTargets, type Target } from './targets.ts'

/**
 * Takes authorizations away, all of them or none (D27). Each is gone once its lock confirmed; one that no lock can have
 * seen is gone at once (D57). Undefined when there was nothing to take away.
 */
export function revoke(
  ctx: WorkCtx<'not_found' | 'resource_locked'>,
  ids: readonly string[],
  call: Call = {},
): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const targets = [...(await findTargets(tx, ids)).values()]
    const [first] = targets
    if (!first) return undefined
    if (!call.replacesPending) assertDeletable(tx, targets)
    // Asked again for what waits for a lock that is offline: it is the same deletion.
    const isSame = targets.length === 1 && first.row.sync_state === 'deleting' && call.type === undefined
    if (isSame && first.row.operation_id !== null) return first.row.operation_id
    return begin(tx, targets, call)
  })
}

function assertDeletable(ctx: Ctx<'resource_locked'>, targets: readonly Target[]): void {
  for (const target of targets)
    if (target.lock.isOnline || target.row.sync_state !== 'deleting') assertFree(ctx, target)
}

async function begin(ctx: WorkCtx, targets: readonly Target[], call: Call): Promise<string> {
  const parts = targets.map(({ row }) => ({ id: row.id, smartlockId: row.smartlock_id }))
  const { operationId, partIds } = await acceptCall(ctx, 'auth.delete', call, parts)
  await endReplaced(ctx, targets)
  const rows = targets.map(({ row }, i) => deletingRow(ctx, row, partIds[i] as string))
  const [gone, left] = [rows.filter((row) => row.delivered === 0), rows.filter((row) => row.delivered !== 0)]
  await store.storeColumns(ctx.db, left, DELETING_COLUMNS)
  const versions = new Map([...(await history.note(ctx, left)), ...(await removeRows(ctx, gone))])
  await enqueue(ctx, new Set(targets.map(({ lock }) => lock)))
  await operations.endAll(
    ctx,
    gone.map((row) => ({ id: row.operation_id, status: 'confirmed' })),
  )
  if (!call.byPlan) await withhold(ctx, rows)
  await recordRights(ctx, 'deleted', rows, versions)
  return operationId
}

const endReplaced = (ctx: Ctx<never>, targets: readonly Target[]) =>
  operations.endAll(
    ctx,
    targets.flatMap(({ row: { operation_id: id } }) =>
      id === null ? [] : [{ id, status: 'cancelled' as const, error: 'The authorization was deleted.' }],
    ),
  )

const DELETING_COLUMNS = [
  'sync_state',
  'operation_id',
  'pending_since',
  'sent_revision',
  'error',
  'switch_at',
  'updated_at',
] as const

const deletingRow = (ctx: Ctx<never>, row: store.AuthRow, operationId: string) => ({
  ...row,
  sync_state: 'deleting',
  operation_id: operationId,
  pending_since: ctx.clock.now(),
  sent_revision: null,
  error: null,
  switch_at: null,
  updated_at: ctx.clock.now(),
})

/** They are gone for good, and out of every count. */
export async function removeRows(ctx: Ctx<never>, rows: readonly store.AuthRow[]): Promise<history.Versions> {
  if (rows.length === 0) return new Map()
  await store.remove(
    ctx.db,
    ctx.accountId,
    rows.map(({ id }) => id),
  )
  counts.adjust(
    ctx,
    rows.map(({ seq, kind }) => ({ seq, kind, by: -1 })),
  )
  return history.noteGone(ctx, rows)
}

/** A lock is going away, and what it held with it (D63). */
export async function removeAllOfLock(ctx: Ctx<never>, smartlockId: number): Promise<void> {
  const rows = await store.listOfLock(ctx.db, ctx.accountId, smartlockId)
  await recordRights(ctx, 'deleted', rows, await removeRows(ctx, rows))
}

/** The same, and what waits for a lock that is offline does not name them any more; how many that are. */
export async function eraseAllOfUser(
  ctx: WorkCtx<'not_found' | 'resource_locked'>,
  accountUserId: number,
  name: string,
  call: Call,
): Promise<{ operationId: string | undefined; waiting: number }> {
  return inTransaction(ctx, async (tx) => {
    const operationId = await revokeAllOfUser(tx, accountUserId, call)
    return { operationId, waiting: await store.renameOfUser(tx.db, tx.accountId, accountUserId, name) }
  })
}

/** Everything a person was given is taken away, whatever is under way; undefined when there is nothing. */
export async function revokeAllOfUser(
  ctx: WorkCtx<'not_found' | 'resource_locked'>,
  accountUserId: number,
  call: Call = {},
): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const ids = (await store.listIdsOfUser(tx.db, tx.accountId, accountUserId)).map(({ id }) => id)
    return revoke(tx, ids, { replacesPending: true, ...call })
  })
}
