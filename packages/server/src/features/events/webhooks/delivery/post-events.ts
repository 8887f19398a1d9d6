import type { Ctx } from '../../../../platform/context.ts'
import * as events from '../../log/service.ts'
import * as logStore from '../log-store.ts'
import * as store from '../store.ts'
import { isFor, targetOf } from '../target.ts'
import { deliverBatch } from './batch.ts'
import * as leaseStore from './lease-store.ts'
import type { Batch, Item, Lease } from './progress.ts'

/** Messages that are read at once for an endpoint that answers, and for one that lately did not. */
const BATCH = 100
const BATCH_WHILE_FAILING = 8
/** For one that took its last batch this fast: between two batches nothing is posted. */
const BATCH_WHILE_QUICK = 400
const QUICK_MS = 400
/** Who may read what is asked anew after this time, also for what is under way, in case word of a change was lost. */
const FRESH_MS = 2000

/**
 * Posts what an endpoint has to get until nothing is left, it fails, or the lease ends. The cursor only passes events
 * that were taken or are stored for a retry, in the same transaction: a crash repeats some, and loses none. When this
 * throws, the lease is still held.
 */
export async function runEndpoint(ctx: Ctx<never>, claimed: store.EndpointRow, lease: Lease): Promise<void> {
  await postAll(ctx, claimed, lease)
  await Promise.all([
    leaseStore.giveBackOne(ctx.db, lease.owner, claimed.endpoint_id),
    logStore.prune(ctx.db, claimed.api_key_id),
  ])
}

async function postAll(ctx: Ctx<never>, claimed: store.EndpointRow, lease: Lease): Promise<void> {
  let endpoint: store.EndpointRow | undefined = claimed
  let isQuick = false
  while (endpoint?.status === 'ACTIVE' && lease.mayPost()) {
    const version = lease.accessVersion()
    const batch = await readBatch(ctx, endpoint, isQuick ? BATCH_WHILE_QUICK : BATCH)
    if (!batch) return
    const readAt = ctx.clock.now()
    const isStale = () => lease.accessVersion() !== version || ctx.clock.now() - readAt > FRESH_MS
    const wasFailing = endpoint.failing_since !== null
    endpoint = await deliverBatch(ctx, endpoint, batch, lease, isStale)
    isQuick =
      batch.items.length >= BATCH && ctx.clock.now() - readAt < QUICK_MS * (batch.items.length / BATCH)
    // Its next turn is among the failing ones, which cannot take all places.
    if (endpoint && !wasFailing && endpoint.failing_since !== null) return
  }
}

/** Retries that are due and what is new in the log; undefined when there is neither. */
async function readBatch(
  ctx: Ctx<never>,
  endpoint: store.EndpointRow,
  most: number,
): Promise<Batch | undefined> {
  const limit = endpoint.failing_since === null ? most : BATCH_WHILE_FAILING
  const rows = await store.listDue(ctx.db, endpoint.endpoint_id, ctx.clock.now(), limit)
  const due = new Map(rows.map((row) => [row.event_id, row]))
  const target = await targetOf(ctx, endpoint)
  if (!target) return undefined
  const kept = await events.listByIds(ctx, endpoint.event_account_id, [...due.keys()])
  // What was withdrawn since the first attempt is not tried again.
  const retried = kept.filter((event) => isFor(target, event))
  const page = await events.pageAfter(ctx.db, endpoint.event_account_id, {
    after: endpoint.last_event_id,
    features: target.features,
    apiKeyId: target.callbacksOf,
    ...target.bounds,
    limit,
  })
  if (due.size === 0 && !page) return undefined
  const item = (event: events.EventRow, isNew: boolean): Item => ({
    message: { id: event.id, body: event.payload, event, attempt: (due.get(event.id)?.attempts ?? 0) + 1 },
    isNew,
    isSettled: false,
  })
  const fresh = (page?.rows ?? []).map((event) => item(event, true))
  const freshIds = new Set(fresh.map(({ message }) => message.id))
  const old = retried.filter((event) => !freshIds.has(event.id)).map((event) => item(event, false))
  const found = new Set(retried.map((event) => event.id))
  return {
    target,
    items: [...old, ...fresh].sort((a, b) => (a.message.id < b.message.id ? -1 : 1)),
    upTo: page?.next ?? endpoint.last_event_id,
    due,
    gone: [...due.keys()].filter((id) => !found.has(id)),
  }
}
