import type { EventFeature, EventPayload } from '@latchwork/contract'
import type { Ctx, LateWrite } from '../../../platform/context.ts'
import { nextId } from '../../../platform/ids.ts'
import { LATE } from '../../../platform/late-writes.ts'
import { assertAccountHeld } from '../../../platform/store/account-locks.ts'
import { deleteSomeOf } from '../../../platform/store/partitions.ts'
import type { EventTable } from '../../../schema/events.ts'
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
  assertAccountHeld(ctx.db, ctx.accountId)
  const now = ctx.clock.now()
  for (const event of events)
    ctx.late.add(EVENT_LOG, {
      id: NOT_YET,
      account_id: ctx.accountId,
      feature: event.feature,
      smartlock_id: event.smartlockId ?? null,
      api_key_id: event.apiKeyId ?? null,
      payload: JSON.stringify(event.payload),
      notices: event.notices?.length ? event.notices.join(',') : null,
      created_at: now,
    })
}

/** Of an event that is not written yet: its id is made with all others, in the order in which they are stored. */
const NOT_YET = ''

/**
 * Ids of one account ascend in the order its transactions commit, so that a reader with a cursor misses nothing.
 * SQLite has one writer, which is order enough. On PostgreSQL the account's head row is locked until commit, and the
 * ids are made greater than the last one even when another machine's clock was ahead. That row is wanted by all who
 * change something in the account, so it is the last that is asked for.
 */
const EVENT_LOG: LateWrite<EventTable> = {
  rank: LATE.events,
  async write(ctx, rows) {
    for (const row of rows) row.id = ctx.ids.timeOrdered()
    if (ctx.engine === 'sqlite') await store.insert(ctx.db, rows)
    else await insertInOrder(ctx, rows)
    const accountIds = new Set(rows.map(({ account_id }) => account_id))
    ctx.afterCommit(() => {
      for (const accountId of accountIds) ctx.wake.notify('event', accountId)
    })
  },
}

async function insertInOrder(ctx: Ctx<never>, rows: readonly EventTable[]): Promise<void> {
  const byAccount = [...Map.groupBy(rows, ({ account_id }) => account_id)].sort(([a], [b]) => a - b)
  const claims = byAccount.map(([account_id, own]) => ({
    account_id,
    first: own.at(0)?.id as string,
    last: own.at(-1)?.id as string,
  }))
  const done = await store.insertBehindHeads(ctx.db, claims, rows)
  for (const [accountId, own] of byAccount) if (!done.has(accountId)) await renumber(ctx, accountId, own)
}

/** The clock of another machine is ahead: its last event has a greater id than ours would have. */
async function renumber(ctx: Ctx<never>, accountId: number, rows: readonly EventTable[]): Promise<void> {
  let last = await store.holdHead(ctx.db, accountId)
  const numbered = rows.map((row) => {
    last = nextId(last)
    return { ...row, id: last }
  })
  await store.moveHead(ctx.db, accountId, last)
  await store.insert(ctx.db, numbered)
}

/** Some of what a deleted account left behind; how many there were. */
export const removeSome = (ctx: Ctx<never>, accountId: number, limit: number) =>
  deleteSomeOf(ctx.db, GROWING_TABLES.event, accountId, limit)

export const removeHead = (ctx: Ctx<never>, accountId: number) => store.removeHead(ctx.db, accountId)
