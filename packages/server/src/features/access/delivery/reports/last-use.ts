import type { Ctx } from '../../../../platform/context.ts'
import type * as smartlocks from '../../../locks/service.ts'
import * as store from '../../store.ts'

/** Who it was that a device knows by a number; what they did successfully is counted. */
export async function noteUse(
  ctx: Ctx<never>,
  lock: smartlocks.SmartlockRow,
  use: smartlocks.Use,
): Promise<smartlocks.Actor | undefined> {
  const row = await store.findByNumber(ctx.db, ctx.accountId, lock.smartlock_id, use.number)
  if (!row) return undefined
  if (use.succeeded)
    await store.update(ctx.db, row, {
      lock_count: row.lock_count + 1,
      // The clock of a device may be wrong.
      last_active_at: Math.max(Math.min(use.at, ctx.clock.now()), row.last_active_at ?? 0),
    })
  return { authId: row.id, name: row.name, accountUserId: row.account_user_id }
}
