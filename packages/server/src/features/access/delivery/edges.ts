import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { emit } from '../../events/outbox/service.ts'
import * as smartlocks from '../../locks/service.ts'
import * as history from '../history/service.ts'
import { authsEvent } from '../present.ts'
import * as store from '../store.ts'
import * as queue from './queue-store.ts'
import * as waitingStore from './waiting-store.ts'
import { atEdge, beforeSending, isStuck, type Keeping, keepingOf } from './windows.ts'

/** What the clock does to rights whose windows the service keeps. */

const BATCH = 500
/** Soon: somebody may stand at the door. */
const RETRY_MS = 5000

/** Begins and ends what the clock says is due, of all accounts; all of one lock together. */
export async function switchDue(system: Ctx<never>): Promise<void> {
  for (;;) {
    const due = await waitingStore.listSwitching(system.db, system.clock.now(), BATCH)
    for (const rows of Map.groupBy(due, (row) => `${row.account_id} ${row.smartlock_id}`).values()) {
      const [{ account_id, smartlock_id }] = rows as [(typeof rows)[number]]
      const ids = rows.map(({ id }) => id)
      await switchLock({ ...system, accountId: account_id }, smartlock_id, ids).catch((error: unknown) =>
        putOff(system, smartlock_id, ids, error),
      )
    }
    if (due.length < BATCH) return
  }
}

/** One that cannot be dealt with, for whatever reason, must not hold up the others. */
async function putOff(
  system: Ctx<never>,
  smartlockId: number,
  ids: readonly string[],
  error: unknown,
): Promise<void> {
  system.log.error({ err: error, smartlockId }, 'windows of a lock could not be opened or closed')
  await waitingStore.switchLater(system.db, ids, system.clock.now() + RETRY_MS)
}

const EDGE_COLUMNS = ['switch_at', 'sync_state', 'pending_since', 'sent_revision', 'place'] as const

const switchLock = (ctx: Ctx<never>, smartlockId: number, ids: readonly string[]): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [lock] = await smartlocks.listByIds(tx, [smartlockId])
    if (!lock) return
    const now = tx.clock.now()
    const isOnline = smartlocks.isOnline(lock.server_state)
    const keeping = keepingOf(lock)
    // Read again: whoever held the lock before may have done it.
    const rows = (await store.listByIds(tx.db, tx.accountId, ids)).filter(
      ({ switch_at }) => switch_at !== null && switch_at <= now,
    )
    const isAnswering = isOnline && !(await isSilent(tx, smartlockId))
    const next = rows.map((row) => atEdge(tx, keeping, row, isAnswering))
    await storeStanding(tx, rows, next)
    if (isOnline && next.some(({ sync_state }) => sync_state === 'pending'))
      await queue.makeDue(tx.db, tx.accountId, [smartlockId], now)
  })

/** It has not answered a message before the last one: what it is told now may wait for long. */
const isSilent = async (ctx: Ctx<never>, smartlockId: number): Promise<boolean> =>
  ((await queue.find(ctx.db, ctx.accountId, smartlockId))?.attempts ?? 0) > 1

/** Stores how rights stand, and tells of those that are somewhere else now. */
async function storeStanding(
  ctx: Ctx<never>,
  rows: readonly store.AuthRow[],
  next: readonly store.AuthRow[],
): Promise<void> {
  const changed = next.filter((row, i) => EDGE_COLUMNS.some((name) => row[name] !== rows[i]?.[name]))
  await store.storeColumns(ctx.db, changed, EDGE_COLUMNS)
  await history.note(ctx, changed)
  const moved = next.filter((row, i) => row.place !== null && row.place !== rows[i]?.place)
  await emit(
    ctx,
    moved.map((row) => authsEvent(row)),
  )
}

/** Puts aside what the lock must not have yet and does not have; returns what is to be sent. */
export async function withoutEarly(
  ctx: Ctx<never>,
  keeping: Keeping,
  rows: readonly store.AuthRow[],
): Promise<store.AuthRow[]> {
  const next = rows.map((row) => beforeSending(ctx, keeping, row))
  await storeStanding(
    ctx,
    rows,
    next.map(({ row }) => row),
  )
  return next.filter(({ isEarly }) => !isEarly).map(({ row }) => row)
}

/** The lock is offline, or silent: what is on it although its time is over is told as that. */
export async function tellStuck(
  ctx: Ctx<never>,
  lock: smartlocks.SmartlockRow,
  rows: readonly store.AuthRow[],
): Promise<void> {
  const keeping = keepingOf(lock)
  const next = rows.map((row) => (isStuck(ctx, keeping, row) ? { ...row, place: 'stuck' } : row))
  await storeStanding(ctx, rows, next)
}

/**
 * A lock goes by another clock: what follows from that is looked at now. Where others keep its windows than before it
 * holds rights with times that it ignores, or without those it is to keep: all of them are sent as they are to be now.
 */
export async function lookAgain(
  ctx: Ctx<never>,
  lock: smartlocks.SmartlockRow,
  areKeepersNew: boolean,
  before: smartlocks.SmartlockRow,
): Promise<void> {
  const { smartlock_id } = lock
  const zone = keepingOf(before).zone
  if (zone !== keepingOf(lock).zone) await history.noteZone(ctx, smartlock_id, zone)
  const switchAll = areKeepersNew ? waitingStore.sendWindowsAgain : waitingStore.switchNow
  await switchAll(ctx.db, ctx.accountId, smartlock_id, ctx.clock.now())
  if (areKeepersNew) await history.note(ctx, await store.listOfLock(ctx.db, ctx.accountId, smartlock_id))
  ctx.afterCommit(() => ctx.wake.notify('access', smartlock_id))
}
