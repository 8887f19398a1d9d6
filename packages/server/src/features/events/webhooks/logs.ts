import type { OperationType, Scope, WebhookAnswer, WebhookFeature } from '@latchwork/contract'
import { inTransaction, type Principal, type RequestCtx } from '../../../platform/context.ts'
import * as apiKeys from '../../keys/api-keys/service.ts'
import * as operations from '../../operations/service.ts'
import * as events from '../log/service.ts'
import { openAnswer } from './delivery/service.ts'
import * as logStore from './log-store.ts'
import * as webhooks from './service.ts'
import * as store from './store.ts'
import { isFor, targetOf } from './target.ts'

export interface LogQuery {
  id?: string
  limit?: number
}

const logFilter = ({ id, limit = 50 }: LogQuery): logStore.LogFilter => ({
  ...(id !== undefined && { olderThanId: id }),
  limit,
})

/** Attempts of all webhooks of a key; the key's owner sees them whosever webhook it was (D48). */
export async function listLog(ctx: RequestCtx<'not_found'>, apiKeyId: number, query: LogQuery) {
  await apiKeys.get(ctx, apiKeyId)
  return shown(ctx, await logStore.list(ctx.db, apiKeyId, logFilter(query)))
}

export async function listLogOf(ctx: RequestCtx<'not_found'>, endpointId: number, query: LogQuery) {
  const endpoint = await webhooks.get(ctx, endpointId)
  const filter = { ...logFilter(query), endpointId }
  return shown(ctx, await logStore.list(ctx.db, endpoint.api_key_id, filter))
}

/** What the caller may read of the entries: the attempts, with what was posted as far as its scopes and rights show it (D117). */
const shown = (ctx: RequestCtx, rows: readonly logStore.ListedLog[]) =>
  rows.map((row) => ({
    ...row,
    payload: mayRead(ctx.principal, row) ? row.payload : null,
    call: callOf(ctx, row),
    answer: answerOf(ctx, row),
  }))

const mayRead = (principal: Principal, row: logStore.ListedLog): boolean => {
  if (row.request_id === null)
    return (
      row.feature !== null &&
      maySee(principal, row, row.feature as WebhookFeature) &&
      isInside(principal, row)
    )
  const scope = row.call_type === null ? undefined : CALLER_SCOPE[row.call_type as OperationType]
  return scope !== undefined && principal.scopes.has(scope)
}

/** A token that may have its own account's event posted to a webhook (D246) may also read it in the log. */
const maySee = (principal: Principal, row: logStore.ListedLog, feature: WebhookFeature): boolean =>
  events.isVisible(principal, feature) ||
  (row.event_account_id === principal.ownerAccountId && events.isPosted(principal, feature))

/** Roles and doors are those of the own account (D209); what others let an application see is theirs to say. */
const isInside = (
  principal: Principal,
  { event_account_id, feature, smartlock_id, payload }: logStore.ListedLog,
): boolean =>
  event_account_id !== principal.ownerAccountId ||
  events.isWithin(principal, { feature: feature ?? '', smartlock_id, payload: payload ?? '{}' })

/** What it took to make the call that a callback answers. */
const CALLER_SCOPE: Partial<Record<OperationType, Scope>> = {
  action: 'smartlock.action',
  'auth.create': 'smartlock.auth',
  'unit.delete': 'account',
}

/** The call that a callback answers (4.5). */
const callOf = (ctx: RequestCtx, row: logStore.ListedLog) =>
  row.request_id !== null && row.request_sealed !== null && mayRead(ctx.principal, row)
    ? operations.openCall(ctx, row.request_id, row.request_sealed)
    : undefined

/** A receiver may answer with what it was sent, so its answer is for who may read that. A test says nothing of anybody. */
const answerOf = (ctx: RequestCtx, row: logStore.ListedLog): WebhookAnswer | undefined =>
  row.answer_sealed !== null && (row.event_id === null || mayRead(ctx.principal, row))
    ? openAnswer(ctx, row.id, row.answer_sealed)
    : undefined

/** Puts the event of a log entry in line once more, with a new schedule. */
export async function resend(
  ctx: RequestCtx<'not_found' | 'webhook_not_deliverable'>,
  apiKeyId: number,
  logId: string,
): Promise<void> {
  await apiKeys.get(ctx, apiKeyId)
  await inTransaction(ctx, async (tx) => {
    const entry = (await logStore.find(tx.db, apiKeyId, logId)) ?? tx.fail('not_found')
    const endpoint = await store.findOfKey(tx.db, apiKeyId, entry.endpoint_id)
    if (!endpoint) return tx.fail('webhook_not_deliverable')
    const eventId =
      entry.event_id ?? tx.fail('webhook_not_deliverable', { message: 'A test has no event to send again.' })
    const [event] = await events.listByIds(tx, entry.event_account_id, [eventId])
    if (!event)
      return tx.fail('webhook_not_deliverable', { message: 'The event is older than events are kept.' })
    const target = await targetOf(tx, endpoint)
    if (!target || !isFor(target, event)) {
      tx.fail('webhook_not_deliverable', { message: 'The webhook may not be told of this event any more.' })
    }
    const row = { endpoint_id: endpoint.endpoint_id, event_id: eventId, attempts: 0, next_at: tx.clock.now() }
    await store.upsertDeliveries(tx.db, [row])
    tx.afterCommit(() => tx.wake.notify('event', endpoint.event_account_id))
  })
}
