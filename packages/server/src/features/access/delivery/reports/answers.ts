import type { Ctx } from '../../../../platform/context.ts'
import { emit, type NewEvent } from '../../../events/outbox/service.ts'
import * as smartlocks from '../../../locks/service.ts'
import * as operations from '../../../operations/service.ts'
import { removeRows } from '../../grants/service.ts'
import * as history from '../../history/service.ts'
import { authsEvent } from '../../present.ts'
import { waitMs } from '../../rules.ts'
import * as store from '../../store.ts'
import * as queue from '../queue-store.ts'
import * as waitingStore from '../waiting-store.ts'
import { keepingOf } from '../windows.ts'
import { isAskedAgain, isTaken, type Outcome, outcomeOf, type Refusal, waitingOn } from './outcomes.ts'

/** A lock's answer to a change of its list. */
export interface AccessAnswer {
  revision: number
  errors: readonly Refusal[]
  /** What of the change is on the device now, by id. */
  values?: Record<string, unknown>
}

const IS_ID = /^[0-9a-f]{24}$/

/**
 * Applies what a lock said to a change of its list (8.3). Only what still stands as it was sent is answered by it: what
 * was changed meanwhile goes out with the next one.
 */
export async function applyAnswer(
  ctx: Ctx<never>,
  lock: smartlocks.SmartlockRow,
  answer: AccessAnswer,
): Promise<void> {
  const waiting = await queue.find(ctx.db, ctx.accountId, lock.smartlock_id)
  if (waiting?.revision !== answer.revision) return
  const rows = await waitingStore.listSentWith(ctx.db, ctx.accountId, lock.smartlock_id, answer.revision)
  const ofAll = answer.errors.find(({ path }) => !IS_ID.test(path))
  const refusals = new Map(answer.errors.map((refusal) => [refusal.path, refusal]))
  const refusalOf = ({ id }: store.AuthRow) => refusals.get(id) ?? ofAll
  const keeping = keepingOf(lock)
  const isPutOff = rows.some((row) => isAskedAgain(ctx, keeping, row, refusalOf(row)))
  const taken = rows.filter((row) => isTaken(refusalOf(row)))
  const blocked = await listBlocked(ctx, lock, answer.revision, { taken, isPutOff })
  const outcomes = rows.map((row) =>
    blocked.has(row.id)
      ? waitingOn(row)
      : outcomeOf(ctx, keeping, row, refusalOf(row), answer.values?.[row.id]),
  )
  const events = await settle(ctx, rows, outcomes)
  if (!ofAll) await forgetRemoved(ctx, lock, answer.revision)
  if (blocked.size > 0) await queue.addStrays(ctx.db, lock, [...blocked])
  await continueWith(ctx, lock, waiting, isPutOff)
  await emit(ctx, events)
}

/**
 * Codes that the lock did not take because it still has them for somebody who is to get another one with a later message.
 * They come off the lock and wait until the others are through: so that any number of codes can be swapped, however
 * few a message holds. The same where the other one was to come off with this message and did not: its time is over, and
 * that of the same code of somebody else has begun.
 */
async function listBlocked(
  ctx: Ctx<never>,
  { smartlock_id }: smartlocks.SmartlockRow,
  revision: number,
  { taken, isPutOff }: { taken: readonly store.AuthRow[]; isPutOff: boolean },
): Promise<Set<string>> {
  const mayPass =
    taken.length > 0 &&
    (isPutOff || (await waitingStore.isMoreToChange(ctx.db, ctx.accountId, smartlock_id, revision)))
  return new Set(mayPass ? taken.map(({ id }) => id) : [])
}

/** What one change was to take off the lock is not there any more. */
async function forgetRemoved(
  ctx: Ctx<never>,
  lock: smartlocks.SmartlockRow,
  revision: number,
): Promise<void> {
  const removed = await queue.removeStrays(ctx.db, lock, revision)
  if (removed.length === 0) return
  await waitingStore.markAbsent(ctx.db, ctx.accountId, removed)
  await history.note(ctx, await store.listByIds(ctx.db, ctx.accountId, removed))
}

/** What an outcome can change about an authorization. */
const OUTCOME_COLUMNS = [
  'operation_id',
  'pending_since',
  'sent_revision',
  'device_number',
  'delivered',
  'switch_at',
  'keeps_dates',
  'keeps_weekly',
  'proof',
  'place',
  'sync_state',
  'error',
  'unproven',
] as const

/** Stores outcomes and ends what ends with them; returns the events that report it. */
async function settle(
  ctx: Ctx<never>,
  before: readonly store.AuthRow[],
  outcomes: readonly Outcome[],
): Promise<NewEvent[]> {
  const [gone, kept] = [outcomes.filter(({ isGone }) => isGone), outcomes.filter(({ isGone }) => !isGone)]
  await removeRows(
    ctx,
    gone.map(({ row }) => row),
  )
  await store.storeColumns(
    ctx.db,
    kept.map(({ row }) => row),
    OUTCOME_COLUMNS,
  )
  await history.note(
    ctx,
    kept.map(({ row }) => row),
  )
  const ends = outcomes.flatMap(({ operationId, ending }): operations.End[] =>
    ending && operationId !== null ? [{ id: operationId, ...ending }] : [],
  )
  await operations.endAll(ctx, ends)
  return outcomes
    .filter(({ ending, row }, i) => ending || row.place !== before[i]?.place)
    .map(({ row, isGone }) => authsEvent(row, isGone))
}

/** The next part of what waits goes out at once; after a refusal that may pass, later and later. */
async function continueWith(
  ctx: Ctx<never>,
  lock: smartlocks.SmartlockRow,
  waiting: queue.QueueRow,
  isPutOff: boolean,
): Promise<void> {
  const now = ctx.clock.now()
  if (isPutOff) {
    await queue.update(ctx.db, lock, { due_at: now + waitMs(waiting.attempts) })
    return
  }
  const hasMore = await hasWork(ctx, lock)
  const isConnected = smartlocks.isOnline(lock.server_state)
  await queue.update(ctx.db, lock, { attempts: 0, due_at: hasMore && isConnected ? now : null })
  if (hasMore && isConnected) ctx.afterCommit(() => ctx.wake.notify('access', lock.smartlock_id))
}

const hasWork = (ctx: Ctx<never>, lock: smartlocks.SmartlockRow): Promise<boolean> =>
  waitingStore.hasWork(ctx.db, ctx.accountId, lock.smartlock_id, ctx.clock.now())

/** Which of these locks have not got all of their rights as they are to be now? */
export const listLacking = (
  ctx: Ctx<never>,
  locks: readonly smartlocks.SmartlockRow[],
): Promise<ReadonlySet<number>> => waitingStore.listWithWork(ctx.db, locks, ctx.clock.now())

/** A lock that lacks some is online, on a new connection: what it has not answered is sent again. */
export async function release(ctx: Ctx<never>, lock: smartlocks.SmartlockRow): Promise<void> {
  await queue.restart(ctx.db, ctx.accountId, lock.smartlock_id, ctx.clock.now())
  ctx.afterCommit(() => ctx.wake.notify('access', lock.smartlock_id))
}
