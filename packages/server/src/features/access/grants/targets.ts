import type { Ctx } from '../../../platform/context.ts'
import * as store from '../store.ts'
import { findLocks, type LockWithCapability } from './locks.ts'

/** An authorization that is to change, and its lock, both held. */
export interface Target {
  row: store.AuthRow
  lock: LockWithCapability
}

/** All of these, or the same 404 whether one is missing or somebody else's (D38). */
export async function findTargets(
  ctx: Ctx<'not_found'>,
  ids: readonly string[],
): Promise<Map<string, Target>> {
  if (ids.length === 0) return new Map()
  const rows = await store.listByIds(ctx.db, ctx.accountId, ids)
  if (rows.length < new Set(ids).size) ctx.fail('not_found')
  const locks = await findLocks(
    ctx,
    rows.map((row) => row.smartlock_id),
  )
  return new Map(
    rows.map((row) => [row.id, { row, lock: locks.get(row.smartlock_id) as LockWithCapability }]),
  )
}

/**
 * A lock that is online is busy with the change before; one that is being deleted takes no other change (D24). With what
 * is put aside until its time comes no lock is busy.
 */
export function assertFree(ctx: Ctx<'resource_locked'>, { row, lock }: Target): void {
  const isAside = row.place === 'kept' && row.switch_at !== null
  if (row.operation_id === null || isAside) return
  if (lock.isOnline || row.sync_state === 'deleting')
    ctx.fail('resource_locked', { operationId: row.operation_id })
}

/** The authorization of this lock that a caller means; undefined where the id names none. */
export async function findOnLock(
  ctx: Ctx<never>,
  smartlockId: number,
  id: unknown,
): Promise<store.AuthRow | undefined> {
  const row =
    typeof id === 'string' && /^[0-9a-f]{24}$/.test(id)
      ? await store.find(ctx.db, ctx.accountId, id)
      : undefined
  return row?.smartlock_id === smartlockId ? row : undefined
}

/** The authorization under its own lock's path, or the same 404 whatever is wrong (D38, D60). */
export async function get(ctx: Ctx<'not_found'>, smartlockId: number, id: string): Promise<store.AuthRow> {
  return (await findOnLock(ctx, smartlockId, id)) ?? ctx.fail('not_found')
}
