import type { EventFeature, EventPayload } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import { nextId } from '../../../platform/ids.ts'
import { deleteSomeOf } from '../../../platform/store/partitions.ts'
import { GROWING_TABLES } from '../../../schema/growing-tables.ts'
import * as store from './store.ts'

export interface NewEvent {
  feature: EventFeature
  smartlockId?: number
  /** Set for CALLBACK events: the key whose token made the call. */
  apiKeyId?: number
  payload: EventPayload
  /** What of it people want to be notified of, where the payload does not show it: it is no part of what receivers get. */
  notices?: readonly string[]
}

/**
 * Appends to the event log in the caller's transaction: a change and its events commit together or not at all.
 * The emitting area builds the payload; receivers get it as it stands here.
 */
export async function emit(ctx: Ctx<never>, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  if (!ctx.db.isTransaction)
    throw new Error('events are emitted in the transaction of the change they report')
  const ids = await claimEventIds(ctx, events.length)
  const now = ctx.clock.now()
  const rows = events.map((event, i) => ({
    id: ids[i] as string,
    account_id: ctx.accountId,
    feature: event.feature,
    smartlock_id: event.smartlockId ?? null,
    api_key_id: event.apiKeyId ?? null,
    payload: JSON.stringify(event.payload),
    notices: event.notices?.length ? event.notices.join(',') : null,
    created_at: now,
  }))
  await store.insert(ctx.db, rows)
  ctx.afterCommit(() => ctx.wake.notify('event', ctx.accountId))
}

/**
 * Ids of one account ascend in the order its transactions commit, so that a reader with a cursor misses nothing.
 * SQLite has one writer, which is order enough. On PostgreSQL the account's head row is locked until commit, and the
 * id is made greater than the last one even when another machine's clock was ahead.
 */
async function claimEventIds(ctx: Ctx<never>, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => ctx.ids.timeOrdered())
  if (ctx.engine === 'sqlite') return ids
  let last = await store.holdHead(ctx.db, ctx.accountId)
  const claimed = ids.map((id) => {
    last = id > last ? id : nextId(last)
    return last
  })
  await store.moveHead(ctx.db, ctx.accountId, last)
  return claimed
}

/** Some of what a deleted account left behind; how many there were. */
export const removeSome = (ctx: Ctx<never>, accountId: number, limit: number) =>
  deleteSomeOf(ctx.db, GROWING_TABLES.event, accountId, limit)

export const removeHead = (ctx: Ctx<never>, accountId: number) => store.removeHead(ctx.db, accountId)
