import { setTimeout as delay } from 'node:timers/promises'
import { type Ctx, inTransaction } from '../../../../platform/context.ts'
import * as mail from '../../../mail/service.ts'
import * as events from '../../log/service.ts'
import * as central from '../central/service.ts'
import * as logStore from '../log-store.ts'
import * as store from '../store.ts'
import { isFor, type Target, targetOf } from '../target.ts'
import { type Attempt, attempt, type Message } from './attempt.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** Messages that are read at once for an endpoint that answers, and for one that lately did not. */
const BATCH = 100
const BATCH_WHILE_FAILING = 8
/** Requests to one endpoint at a time, each of another lock (D91). */
export const CONCURRENCY = 8

/** Who may read what is asked anew after this time, also for what is under way, in case nobody told us of a change. */
const FRESH_MS = 2000

/** Attempts that end within this time are stored together: a commit costs more than a post. */
const GATHER_MS = 10

/** The right to post to one endpoint, for a while. */
export interface Lease {
  readonly owner: string
  /** False when an attempt could outlast the lease, and when the service stops. */
  mayPost(): boolean
  /** Runs a post when it is its turn: the endpoints of one central webhook share a receiver. */
  inTurn<T>(post: () => Promise<T>): Promise<T>
  /** True while the service stops: what was cut off then says nothing about the receiver. */
  isStopping(): boolean
  /** Counts the times anybody's access changed: what a batch was read for may not be for its receiver any more. */
  accessVersion(): number
}

interface Item {
  message: Message
  /** Not taken from the log before: the endpoint's cursor passes it when it is settled. */
  isNew: boolean
  isSettled: boolean
}

interface Batch {
  target: Target
  /** In the order of the log. */
  items: Item[]
  /** Where the cursor stands once all new items are settled. */
  upTo: string
  /** The deliveries that waited for their time, by event. */
  due: ReadonlyMap<string, store.DeliveryRow>
  /** Those of them whose events are past their time or not to be seen any more. */
  gone: string[]
}

/**
 * Posts what an endpoint has to get until nothing is left, it fails, or the lease ends. The cursor only passes events
 * that were taken or are stored for a retry, in the same transaction: a crash repeats some, and loses none. When this
 * throws, the lease is still held.
 */
export async function runEndpoint(ctx: Ctx<never>, claimed: store.EndpointRow, lease: Lease): Promise<void> {
  await postAll(ctx, claimed, lease)
  await Promise.all([
    store.release(ctx.db, lease.owner, claimed.endpoint_id),
    logStore.prune(ctx.db, claimed.api_key_id),
  ])
}

async function postAll(ctx: Ctx<never>, claimed: store.EndpointRow, lease: Lease): Promise<void> {
  let endpoint: store.EndpointRow | undefined = claimed
  while (endpoint?.status === 'ACTIVE' && lease.mayPost()) {
    const version = lease.accessVersion()
    const batch = await readBatch(ctx, endpoint)
    if (!batch) return
    const readAt = ctx.clock.now()
    const isStale = () => lease.accessVersion() !== version || ctx.clock.now() - readAt > FRESH_MS
    const wasFailing = endpoint.failing_since !== null
    endpoint = await deliverBatch(ctx, endpoint, batch, lease, isStale)
    // Its next turn is among the failing ones, which cannot take all places.
    if (endpoint && !wasFailing && endpoint.failing_since !== null) return
  }
}

/** Retries that are due and what is new in the log; undefined when there is neither. */
async function readBatch(ctx: Ctx<never>, endpoint: store.EndpointRow): Promise<Batch | undefined> {
  const limit = endpoint.failing_since === null ? BATCH : BATCH_WHILE_FAILING
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
    limits: target.limits,
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

/** Events of one lock one after the other, different locks side by side (D91). */
function lanesOf(items: readonly Item[]): Item[][] {
  const lanes = Map.groupBy(items, ({ message }) => message.event?.smartlock_id ?? 'account')
  return [...lanes.values()]
}

/** Posts a batch and stores what came of it as it comes. Returns the endpoint as it is then; undefined when it is not ours any more. */
async function deliverBatch(
  ctx: Ctx<never>,
  endpoint: store.EndpointRow,
  batch: Batch,
  lease: Lease,
  isStale: () => boolean,
): Promise<store.EndpointRow | undefined> {
  const settled: { item: Item; attempt: Attempt }[] = []
  let current: store.EndpointRow | undefined = endpoint
  let storing: Promise<void> | undefined
  let hasFailed = false
  const allPosted = Promise.withResolvers<void>()

  /** Attempts that end meanwhile are stored together after these. */
  async function storeAll(): Promise<void> {
    while (settled.length > 0 && current) {
      const now = settled.splice(0)
      for (const { item } of now) item.isSettled = true
      const attempts = now.map((one) => one.attempt)
      current = await storeAttempts(ctx, current, batch, attempts, lease)
    }
  }

  /** A healthy endpoint that begins to fail gives its place back soon. */
  const isOver = () =>
    current?.status !== 'ACTIVE' ||
    !lease.mayPost() ||
    isStale() ||
    (hasFailed && endpoint.failing_since === null)

  /** False when it was not posted, and when the service stops and nobody knows what came of it. */
  async function postOne(item: Item): Promise<boolean> {
    const result = await lease.inTurn(async () =>
      isOver() ? undefined : attempt(ctx, endpoint, batch.target, item.message),
    )
    if (!result || (lease.isStopping() && result.status === undefined)) return false
    hasFailed ||= !result.succeeded
    settled.push({ item, attempt: result })
    storing ??= Promise.race([delay(GATHER_MS), allPosted.promise])
      .then(storeAll)
      .finally(() => {
        storing = undefined
      })
    return true
  }

  const waiting = lanesOf(batch.items)
  async function postLanes(): Promise<void> {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) {
      for (const item of lane) if (!(await postOne(item))) return
    }
  }
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, postLanes))
  } finally {
    allPosted.resolve()
    while (storing !== undefined) await storing
  }
  if (current && batch.items.length === 0) current = await storeAttempts(ctx, current, batch, [], lease)
  return current
}

/** The cursor after the last new item before which nothing new is open. */
function cursorOf(endpoint: store.EndpointRow, batch: Batch): string {
  const fresh = batch.items.filter(({ isNew }) => isNew)
  const open = fresh.findIndex(({ isSettled }) => !isSettled)
  if (open === -1) return batch.upTo
  return fresh[open - 1]?.message.id ?? endpoint.last_event_id
}

async function storeAttempts(
  ctx: Ctx<never>,
  endpoint: store.EndpointRow,
  batch: Batch,
  attempts: readonly Attempt[],
  lease: Lease,
): Promise<store.EndpointRow | undefined> {
  const cursor = cursorOf(endpoint, batch)
  const outcome = outcomeOf(ctx, endpoint, attempts)
  const tried = [...batch.gone, ...attempts.map(({ message }) => message.id)]
  const waited = tried.flatMap((id) => batch.due.get(id) ?? [])
  return inTransaction(ctx, async (tx) => {
    const isOff = await switchOff(tx, endpoint, outcome)
    const row = await store.progress(tx.db, lease.owner, endpoint.endpoint_id, {
      last_event_id: cursor,
      failing_since: outcome.failingSince,
      succeeded_at: outcome.succeededAt,
      // Only written when it ends here: the owner may have set it in the meantime.
      ...(isOff && { status: 'DEACTIVATED', updated_at: tx.clock.now() }),
    })
    // Removed, or taken over by another process: then what we know is of no use to anybody.
    if (!row) return undefined
    if (waited.length > 0) await store.endDeliveries(tx.db, endpoint.endpoint_id, waited)
    if (outcome.retries.length > 0) await store.insertDeliveries(tx.db, outcome.retries)
    if (attempts.length > 0)
      await logStore.insert(
        tx.db,
        attempts.map((one) => one.log),
      )
    return row
  })
}

/** Is the endpoint to be switched off (D89, D90)? A central webhook is one receiver, and goes off for all accounts. */
async function switchOff(tx: Ctx<never>, endpoint: store.EndpointRow, outcome: Outcome): Promise<boolean> {
  const { isGone, isExpired, failingSince } = outcome
  const key = endpoint.central_key_id
  if (!isGone && !isExpired) return false
  if (key !== null) {
    // It fails for this account only: then the receiver can be reached.
    const isReachable = await central.hasSucceededSince(tx, key, failingSince ?? 0)
    if (isReachable && !isGone) return false
  }
  const owner = key === null ? endpoint.account_id : await central.deactivate(tx, key)
  const notice = { url: endpoint.url, failingSince: failingSince ?? tx.clock.now() }
  if (owner !== undefined) await mail.sendToAccount(tx, owner, 'webhookDeactivated', notice)
  const { endpoint_id: webhookId, account_id: accountId } = endpoint
  tx.afterCommit(() =>
    tx.log.warn({ webhookId, accountId, apiKeyId: endpoint.api_key_id }, 'webhook deactivated'),
  )
  return true
}
