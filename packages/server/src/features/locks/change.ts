import type { Updateable } from 'kysely'
import type { Ctx, LateWrite } from '../../platform/context.ts'
import { LATE } from '../../platform/late-writes.ts'
import { assertAccountHeld } from '../../platform/store/account-locks.ts'
import type { SmartlockTable } from '../../schema/smartlocks.ts'
import type { NewEvent } from '../events/outbox/service.ts'
import type { StateNotice } from './notices.ts'
import { statusPayload } from './present.ts'
import * as store from './store.ts'
import { troublesOf } from './troubles.ts'

type Lock = store.SmartlockRow

/** The same because the lock said something. */
export const change = (ctx: Ctx<never>, lock: Lock, changes: Updateable<SmartlockTable>): Lock =>
  keep(ctx, lock, { last_seen_at: ctx.clock.now(), ...changes })

/**
 * Changes the row of a lock that the caller holds: in the caller's copy at once, so that it is true for what follows, and
 * in the store before the transaction commits, with whatever else has changed about it by then.
 */
export function keep(ctx: Ctx<never>, lock: Lock, changes: Updateable<SmartlockTable>): Lock {
  assertAccountHeld(ctx.db, lock.account_id)
  Object.assign(lock, changes)
  ctx.late.add(LOCK_ROWS, { lock, columns: Object.keys(changes) as Column[] })
  return lock
}

type Column = keyof Lock

/** What the troubles of a lock follow from. */
const DECISIVE: readonly Column[] = ['type', 'server_state', 'state']

/** One statement for all locks on PostgreSQL, one for each on SQLite. */
const LOCK_ROWS: LateWrite<{ lock: Lock; columns: Column[] }> = {
  rank: LATE.locks,
  async write({ db, engine }, changes) {
    const locks = new Set(changes.map(({ lock }) => lock))
    const columns = new Set(changes.flatMap((change) => change.columns))
    // Where they do not come with the row, SQLite's trigger writes it a second time (ADR 81).
    if (engine === 'sqlite' && DECISIVE.some((column) => columns.has(column))) {
      for (const lock of locks) lock.troubles = troublesOf(lock)
      columns.add('troubles')
    }
    await store.setAll(db, [...locks], [...columns])
  },
}

export const statusEvent = (lock: Lock, notices: readonly StateNotice[] = []): NewEvent => ({
  feature: 'DEVICE_STATUS',
  smartlockId: lock.smartlock_id,
  payload: statusPayload(lock),
  notices,
})
