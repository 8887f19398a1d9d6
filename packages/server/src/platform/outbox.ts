import type { EventFeature, EventPayload } from '@latchwork/contract'
import { sql } from 'kysely'
import type { Ctx } from './context.ts'
import type { Db } from './database.ts'
import { nextId } from './ids.ts'
import { prepared } from './prepared.ts'
import type { EventTable } from './schema/events.ts'

export interface NewEvent {
  feature: EventFeature
  smartlockId?: number
  /** Set for CALLBACK events: the key whose token made the call. */
  apiKeyId?: number
  payload: EventPayload
  /** What of it people want to be told, where the payload does not show it: it is no part of what receivers get. */
  notices?: readonly string[]
}

const insertOne = prepared<EventTable, never>((db, slot) =>
  db
    .insertInto('event')
    .values({
      id: slot('id'),
      account_id: slot('account_id'),
      feature: slot('feature'),
      smartlock_id: slot('smartlock_id'),
      api_key_id: slot('api_key_id'),
      payload: slot('payload'),
      notices: slot('notices'),
      created_at: slot('created_at'),
    })
    .$castTo<never>(),
)

/** Rows of one statement: both engines limit how many values it may hold. */
const CHUNK = 500

/** Nearly always there is one, which is not worth building a statement for. */
async function insert(db: Db, rows: readonly EventTable[]): Promise<void> {
  const [only] = rows
  if (only && rows.length === 1) {
    await insertOne(db, only)
    return
  }
  for (let i = 0; i < rows.length; i += CHUNK)
    await db
      .insertInto('event')
      .values(rows.slice(i, i + CHUNK))
      .execute()
}

/**
 * Appends to the event log in the caller's transaction: a change and its events commit together or not at all.
 * The emitting area builds the payload; receivers get it as it stands here.
 */
export async function emit(ctx: Ctx<never>, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  if (!ctx.db.isTransaction)
    throw new Error('events are emitted in the transaction of the change they tell of')
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
  await insert(ctx.db, rows)
  ctx.afterCommit(() => ctx.wake.notify('event'))
}

/**
 * Ids of one account ascend in the order its transactions commit, so that a reader with a cursor misses nothing.
 * SQLite has one writer, which is order enough. On PostgreSQL the account's head row is locked until commit, and the
 * id is made greater than the last one even when another machine's clock was ahead.
 */
async function claimEventIds(ctx: Ctx<never>, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => ctx.ids.timeOrdered())
  if (ctx.engine === 'sqlite') return ids
  const head = await ctx.db
    .insertInto('event_head')
    .values({ account_id: ctx.accountId, last_id: '' })
    .onConflict((c) => c.column('account_id').doUpdateSet({ last_id: sql`event_head.last_id` }))
    .returning('last_id')
    .executeTakeFirstOrThrow()
  let last = head.last_id
  const claimed = ids.map((id) => {
    last = id > last ? id : nextId(last)
    return last
  })
  await ctx.db
    .updateTable('event_head')
    .set({ last_id: last })
    .where('account_id', '=', ctx.accountId)
    .execute()
  return claimed
}
