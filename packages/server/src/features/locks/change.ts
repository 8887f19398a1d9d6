import type { Updateable } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { SmartlockTable } from '../../schema/smartlocks.ts'
import type { NewEvent } from '../events/outbox/service.ts'
import type { StateNotice } from './notices.ts'
import { statusPayload } from './present.ts'
import * as store from './store.ts'

type Lock = store.SmartlockRow

/** Stores the changes, and keeps the caller's copy of the row true for the reports that follow. */
export async function change(
  ctx: Ctx<never>,
  lock: Lock,
  changes: Updateable<SmartlockTable>,
): Promise<Lock> {
  const all = { last_seen_at: ctx.clock.now(), ...changes }
  await store.set(ctx.db, lock.account_id, lock.smartlock_id, all)
  return Object.assign(lock, all)
}

export const statusEvent = (lock: Lock, notices: readonly StateNotice[] = []): NewEvent => ({
  feature: 'DEVICE_STATUS',
  smartlockId: lock.smartlock_id,
  payload: statusPayload(lock),
  notices,
})
