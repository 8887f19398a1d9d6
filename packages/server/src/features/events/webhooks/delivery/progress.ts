import { type Ctx, inTransaction } from '../../../../platform/context.ts'
import * as mail from '../../../mail/service.ts'
import * as central from '../central/service.ts'
import * as logStore from '../log-store.ts'
import * as store from '../store.ts'
import type { Target } from '../target.ts'
import type { Attempt, Message } from './attempt.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

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

export interface Item {
  message: Message
  /** Not taken from the log before: the endpoint's cursor passes it when it is settled. */
  isNew: boolean
  isSettled: boolean
}

export interface Batch {
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

/** The cursor after the last new item before which nothing new is open. */
function cursorOf(endpoint: store.EndpointRow, batch: Batch): string {
  const fresh = batch.items.filter(({ isNew }) => isNew)
  const open = fresh.findIndex(({ isSettled }) => !isSettled)
  if (open === -1) return batch.upTo
  return fresh[open - 1]?.message.id ?? endpoint.last_event_id
}

/** Undoes what was to be stored: the endpoint is removed, or another process has it. */
class NotOurs extends Error {}

/** Moves the endpoint on past what was tried, if it is still ours; else nothing of it is stored. */
export async function storeAttempts(
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
  const stored = inTransaction(ctx, async (tx) => {
    const isOff = await switchOff(tx, endpoint, outcome)
    // Entries of the log refer to the key, which is held before the endpoints that go with it.
    if (attempts.length > 0) await store.holdKey(tx.db, tx.engine, endpoint.api_key_id)
    const row = await store.progress(tx.db, lease.owner, endpoint.endpoint_id, {
      last_event_id: cursor,
      failing_since: outcome.failingSince,
      succeeded_at: outcome.succeededAt,
      // Only written when it ends here: the owner may have set it in the meantime.
      ...(isOff && { status: 'DEACTIVATED', updated_at: tx.clock.now() }),
    })
    if (!row) throw new NotOurs()
    if (waited.length > 0) await store.endDeliveries(tx.db, endpoint.endpoint_id, waited)
    if (outcome.retries.length > 0) await store.insertDeliveries(tx.db, outcome.retries)
    if (attempts.length > 0)
      await logStore.insert(
        tx.db,
        attempts.map((one) => one.log),
      )
    return row
  })
  return stored.catch((error: unknown) => {
    if (error instanceof NotOurs) return undefined
    throw error
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
