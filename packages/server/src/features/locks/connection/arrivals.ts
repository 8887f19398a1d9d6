import type { Ctx, LateWrite } from '../../../platform/context.ts'
import { LATE } from '../../../platform/late-writes.ts'
import * as operations from '../../operations/service.ts'
import { listPendingOfEach } from '../settings/service.ts'
import type { DesiredRow, SmartlockRow } from '../store.ts'
import * as sessions from './store.ts'

/**
 * What is looked up about locks that come back, for all of them at once: after an outage thousands of them do. All of it
 * belongs to the lock, whose row the caller holds, so nobody else changes it meanwhile.
 */

/** What a lock says of its connection. */
export interface NewConnection {
  sessionId: string
  epoch: string
}

/** What has to be known of a lock that says it is online. */
export interface Arrival {
  /** It was said before: no connection comes back. */
  isFormer: boolean
  /** Orders that were not carried out so far, as it is known. */
  openActions: readonly operations.OperationRow[]
  /** Settings it has not answered, the oldest first. */
  pending: readonly DesiredRow[]
  /** It has not got all of its access rights as they are to be. */
  lacksRights: boolean
}

export interface Arriving<A extends NewConnection> {
  lock: SmartlockRow
  announced: A
}

/** By what was announced: it is true as long as nothing else that its lock says has been applied. */
export async function readArrivals<A extends NewConnection>(
  ctx: Ctx<never>,
  arriving: readonly Arriving<A>[],
): Promise<Map<A, Arrival>> {
  // A connection that is known already is no news.
  const fresh = arriving.filter(({ lock, announced }) => lock.session_id !== announced.sessionId)
  if (fresh.length === 0) return new Map()
  const locks = fresh.map(({ lock }) => lock)
  const said = fresh.map(({ lock, announced: { sessionId, epoch } }) => ({ lock, sessionId, epoch }))
  const former = await sessions.listFormer(ctx.db, said)
  const open = Map.groupBy(await operations.openActionsOf(ctx, locks), (row) => row.smartlock_id)
  const pending = Map.groupBy(await listPendingOfEach(ctx.db, locks), (row) => row.smartlock_id)
  const lacking = await ctx.ports.locksLackingRights(ctx, locks)
  return new Map(
    fresh.map(({ lock: { smartlock_id: id }, announced }, i) => [
      announced,
      {
        isFormer: former.has(said[i] as (typeof said)[number]),
        openActions: open.get(id) ?? [],
        pending: pending.get(id) ?? [],
        lacksRights: lacking.has(id),
      },
    ]),
  )
}

/** The same for one lock, when it has said other things in this transaction: what came of them has to be seen. */
export async function readArrival(
  ctx: Ctx<never>,
  lock: SmartlockRow,
  announced: NewConnection,
): Promise<Arrival> {
  await ctx.late.write(ctx, LATE.operations)
  return (await readArrivals(ctx, [{ lock, announced }])).get(announced) as Arrival
}

/** Notes a new connection, and the one before it, which may be from before they were noted. */
export function remember(ctx: Ctx<never>, lock: SmartlockRow, { sessionId, epoch }: NewConnection): void {
  const { account_id, smartlock_id } = lock
  const now = ctx.clock.now()
  if (lock.session_id !== null && lock.epoch !== null)
    ctx.late.add(SESSIONS, {
      account_id,
      smartlock_id,
      session_id: lock.session_id,
      epoch: lock.epoch,
      seen_at: now - 1,
    })
  ctx.late.add(SESSIONS, { account_id, smartlock_id, session_id: sessionId, epoch, seen_at: now })
}

/** They go with the rows of their locks: whoever asks anew what a lock said before has both written first. */
const SESSIONS: LateWrite<sessions.SessionRow> = {
  rank: LATE.locks,
  async write({ db }, rows) {
    await sessions.insert(db, rows)
    const locks = new Map(rows.map((row) => [row.smartlock_id, row]))
    await sessions.forgetOldest(db, [...locks.values()])
  },
}
