import { AUTH_TYPE, type Capability } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import type { Ctx } from '../../../platform/context.ts'
import * as smartlocks from '../../locks/service.ts'
import type { CodeLock } from '../codes.ts'
import { sendSoon } from '../delivery/service.ts'
import * as foreignCodes from '../foreign/service.ts'
import * as store from '../store.ts'

/** A lock and what it can do. */
export interface LockWithCapability extends CodeLock {
  row: smartlocks.SmartlockRow
  isOnline: boolean
  capability: Capability
}

/** All of these locks, or 404. */
export async function findLocks(
  ctx: Ctx<'not_found'>,
  smartlockIds: readonly number[],
): Promise<Map<number, LockWithCapability>> {
  const ids = [...new Set(smartlockIds)]
  const rows = await smartlocks.listByIds(ctx, ids)
  if (rows.length < ids.length) ctx.fail('not_found')
  return new Map(rows.map((row) => [row.smartlock_id, heldLock(row)]))
}

function heldLock(row: smartlocks.SmartlockRow): LockWithCapability {
  // As last reported: what the lock is only asked to become does not count (D51).
  const capability = smartlocks.capabilityOf({ row, pending: [] })
  const { smartlock_id, name } = row
  return {
    row,
    smartlock_id,
    name,
    isOnline: smartlocks.isOnline(row.server_state),
    capability,
    code: capability.code,
  }
}

export function checkKeypads(
  ctx: Ctx<'keypad_missing' | 'invalid_parameter'>,
  locks: readonly LockWithCapability[],
  type: number,
): void {
  // Apps and fobs are of our own devices; a lock that others made knows codes, if anything (D146).
  const foreign = type !== AUTH_TYPE.keypadCode && locks.find(({ capability }) => capability.told)
  if (foreign) failParameter(ctx.fail, 'type', `${foreign.name} takes keypad codes (13) only`)
  const without = type === AUTH_TYPE.keypadCode && locks.find(({ capability }) => !capability.keypad)
  if (!without) return
  const errors = [{ path: 'type', message: `${without.name} has no keypad` }]
  ctx.fail('keypad_missing', { message: `${without.name} has no keypad.`, errors })
}

/** Every lock holds a limited number (D54); one that is there several times is to take as many. */
export async function checkRoom(
  ctx: Ctx<'auth_limit_reached'>,
  locks: readonly LockWithCapability[],
): Promise<void> {
  const wanted = Map.groupBy(locks, ({ smartlock_id }) => smartlock_id)
  const ids = [...wanted.keys()]
  const own = await store.countByLock(ctx.db, ctx.accountId, ids)
  const foreign = await foreignCodes.countByLock(ctx, ids)
  const used = new Map(ids.map((id) => [id, (own.get(id) ?? 0) + (foreign.get(id) ?? 0)]))
  const full = locks.find(
    ({ smartlock_id: id, capability }) =>
      (used.get(id) ?? 0) + (wanted.get(id)?.length ?? 0) > capability.slots.total,
  )
  if (full)
    ctx.fail('auth_limit_reached', {
      message: `${full.name} holds ${full.capability.slots.total} authorizations already.`,
    })
}

/** Something waits for these locks: it is sent to those that are online, to the others when they are back. */
export const enqueue = (ctx: Ctx<never>, locks: Iterable<LockWithCapability>): Promise<void> =>
  sendSoon(
    ctx,
    [...locks].filter(({ isOnline }) => isOnline).map(({ smartlock_id }) => smartlock_id),
  )
