import type { Ctx } from '../../platform/context.ts'
import { emit, type NewEvent } from '../../platform/outbox.ts'
import * as operations from '../operations/service.ts'
import * as smartlocks from '../smartlocks/service.ts'
import { afterAnswer, isAboutDates, isEarlyStill, takeOver } from './dates.ts'
import { authsPayload } from './present.ts'
import * as queue from './queue-store.ts'
import { removeRows } from './revocations.ts'
import { isPassing, waitMs } from './rules.ts'
import * as store from './store.ts'

/** A lock's answer to a change of its list. */
export interface AccessAnswer {
  revision: number
  errors: readonly Refusal[]
  /** What of the change is on the device now, by id. */
  values?: Record<string, unknown>
}

interface Refusal {
  path: string
  code: number
  text: string
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
  const rows = await store.listSentWith(ctx.db, ctx.accountId, lock.smartlock_id, answer.revision)
  const refusals = new Map(answer.errors.map((refusal) => [refusal.path, refusal]))
  const ofAll = answer.errors.find(({ path }) => !IS_ID.test(path))
  const events: NewEvent[] = []
  let isPutOff = false
  for (const row of rows) {
    const refusal = refusals.get(row.id) ?? ofAll
    if (refusal && isPassing(refusal.code)) isPutOff = true
    events.push(...(await settle(ctx, row, refusal, answer.values?.[row.id])))
  }
  if (!ofAll) await queue.removeStrays(ctx.db, lock, answer.revision)
  await continueWith(ctx, lock, waiting, isPutOff)
  await emit(ctx, events)
}

/** What an answer means for one authorization; the events that tell of it. */
async function settle(
  ctx: Ctx<never>,
  row: store.AuthRow,
  refusal: Refusal | undefined,
  held: unknown,
): Promise<NewEvent[]> {
  if (refusal && isPassing(refusal.code)) {
    await store.update(ctx.db, row, { sent_revision: null })
    return []
  }
  if (refusal && isAboutDates(row, refusal.code)) {
    await takeOver(ctx, row)
    return []
  }
  if (refusal) return fail(ctx, row, refusal)
  if (row.sync_state === 'deleting') return finishDeletion(ctx, row)
  return confirm(ctx, row, (held as { n: number } | undefined)?.n ?? null)
}

/** `number` is null when the device holds nothing, because the dates of this one are kept here and say so. */
async function confirm(ctx: Ctx<never>, row: store.AuthRow, number: number | null): Promise<NewEvent[]> {
  const onDevice = { device_number: number, ...afterAnswer(ctx, row, number !== null) }
  if (isEarlyStill(ctx, row)) {
    await store.update(ctx.db, row, { ...onDevice, sent_revision: null })
    return []
  }
  const settled = await store.update(ctx.db, row, {
    ...SETTLED,
    ...onDevice,
    sync_state: 'synced',
    error: null,
  })
  if (row.operation_id === null) return []
  await operations.move(ctx, row.operation_id, 'confirmed')
  return [eventOf(settled)]
}

const SETTLED = { operation_id: null, pending_since: null, sent_revision: null }

const eventOf = (row: store.AuthRow, deleted = false): NewEvent => ({
  feature: 'DEVICE_AUTHS',
  smartlockId: row.smartlock_id,
  payload: authsPayload(row, deleted),
})

async function fail(ctx: Ctx<never>, row: store.AuthRow, { code, text }: Refusal): Promise<NewEvent[]> {
  const errorCode = code.toString(16).padStart(2, '0')
  const error = `${text} (${errorCode})`
  const next = await store.update(ctx.db, row, {
    ...SETTLED,
    // An earlier form of it may be on the device, and must come off in time all the same.
    ...afterAnswer(ctx, row, row.delivered === 1),
    sync_state: 'failed',
    error,
  })
  if (row.operation_id !== null) await operations.move(ctx, row.operation_id, 'failed', { errorCode, error })
  return [eventOf(next)]
}

async function finishDeletion(ctx: Ctx<never>, row: store.AuthRow): Promise<NewEvent[]> {
  await removeRows(ctx, [row])
  if (row.operation_id !== null) await operations.move(ctx, row.operation_id, 'confirmed')
  const { operation_id, pending_since, ...rest } = row
  return [eventOf({ ...rest, operation_id: null, pending_since: null }, true)]
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
  const isThere = smartlocks.isOnline(lock.server_state)
  await queue.update(ctx.db, lock, { attempts: 0, due_at: hasMore && isThere ? now : null })
  if (hasMore && isThere) ctx.afterCommit(() => ctx.wake.notify('access'))
}

const hasWork = async (ctx: Ctx<never>, lock: smartlocks.SmartlockRow): Promise<boolean> =>
  (await store.hasWaiting(ctx.db, ctx.accountId, lock.smartlock_id, ctx.clock.now())) ||
  (await queue.listStrays(ctx.db, lock, 1)).length > 0

/** The lock is there, on a new connection: what it has not answered is sent again. */
export async function release(ctx: Ctx<never>, lock: smartlocks.SmartlockRow): Promise<void> {
  if (!(await hasWork(ctx, lock))) return
  await queue.restart(ctx.db, ctx.accountId, lock.smartlock_id, ctx.clock.now())
  ctx.afterCommit(() => ctx.wake.notify('access'))
}
