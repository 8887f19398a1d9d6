import { AUTH_TYPE, type Capability } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import * as smartlocks from '../../locks/service.ts'
import type { CodeLock } from '../codes.ts'
import { sendSoon } from '../delivery/service.ts'
import * as store from '../store.ts'

/** A lock, held until the transaction ends, and what it can do. */
export interface HeldLock extends CodeLock {
  row: smartlocks.SmartlockRow
  isOnline: boolean
  capability: Capability
}

/** All of these locks, held in the order of their ids, so that two who want the same ones do not block each other. */
export async function holdLocks(
  ctx: Ctx<'not_found'>,
  smartlockIds: readonly number[],
): Promise<Map<number, HeldLock>> {
  const ids = [...new Set(smartlockIds)]
  const rows = await smartlocks.hold(ctx, ids)
  if (rows.length < ids.length) ctx.fail('not_found')
  return new Map(rows.map((row) => [row.smartlock_id, heldLock(row)]))
}

function heldLock(row: smartlocks.SmartlockRow): HeldLock {
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

export function checkKeypads(ctx: Ctx<'keypad_missing'>, locks: readonly HeldLock[], type: number): void {
  const without = type === AUTH_TYPE.keypadCode && locks.find(({ capability }) => !capability.keypad)
  if (!without) return
  const errors = [{ path: 'type', message: `${without.name} has no keypad` }]
  ctx.fail('keypad_missing', { message: `${without.name} has no keypad.`, errors })
}

/** Every lock holds a limited number (D54). */
export async function checkRoom(ctx: Ctx<'auth_limit_reached'>, locks: readonly HeldLock[]): Promise<void> {
  const used = await store.countByLock(
    ctx.db,
    ctx.accountId,
    locks.map(({ smartlock_id }) => smartlock_id),
  )
  const full = locks.find(
    ({ smartlock_id, capability }) => (used.get(smartlock_id) ?? 0) >= capability.slots.total,
  )
  if (full)
    ctx.fail('auth_limit_reached', {
      message: `${full.name} holds ${full.capability.slots.total} authorizations already.`,
    })
}

/** Something waits for these locks: it is sent to those that are online, to the others when they are back. */
export const enqueue = (ctx: Ctx<never>, locks: Iterable<HeldLock>): Promise<void> =>
  sendSoon(
    ctx,
    [...locks].filter(({ isOnline }) => isOnline).map(({ smartlock_id }) => smartlock_id),
  )
