import { randomBytes } from 'node:crypto'
import type { WebhookFeature, WebhookTest } from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import { toWireDate } from '../../platform/clock.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../platform/context.ts'
import { withinQuota } from '../account/service.ts'
import * as apiKeys from '../api-keys/service.ts'
import * as events from '../events/service.ts'
import * as operations from '../operations/service.ts'
import { attempt } from './attempt.ts'
import * as logStore from './log-store.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'
import { secretContext, secretOf } from './target.ts'

/** How anything is posted to a receiver: signed (D87, D88), and again when it fails (D89). */
export const { isSuccess, retryAfterMs, retryDelayMs, signedHeaders } = rules

/** A token of a key sees the webhooks of that key; a console token all of its account (D48). */
export const list = (ctx: RequestCtx) => store.list(ctx.db, ctx.principal.accountId, ctx.principal.apiKeyId)

export async function get(ctx: RequestCtx<'not_found'>, endpointId: number): Promise<store.EndpointRow> {
  const { accountId, apiKeyId } = ctx.principal
  return (await store.find(ctx.db, accountId, apiKeyId, endpointId)) ?? ctx.fail('not_found')
}

export interface NewWebhook {
  webhookUrl: string
  webhookFeatures: WebhookFeature[]
  apiKeyId?: number
}

type RegisterRefusal =
  | 'quota_exceeded'
  | 'url_not_allowed'
  | 'right_missing'
  | 'invalid_parameter'
  | 'not_found'

export interface RegisteredWebhook {
  row: store.EndpointRow
  secret: string
}

/** Registers a webhook; a URL that the key already has is changed and reactivated instead (D48). */
export async function register(
  ctx: RequestCtx<RegisterRefusal>,
  webhook: NewWebhook,
): Promise<RegisteredWebhook> {
  assertMaySee(ctx, webhook.webhookFeatures)
  const problem = ctx.outbound.problemWith(webhook.webhookUrl)
  if (problem) {
    const path = 'webhookUrl'
    ctx.fail('url_not_allowed', { message: `${path} ${problem}.`, errors: [{ path, message: problem }] })
  }
  const apiKeyId = await keyOf(ctx, webhook.apiKeyId)
  const { accountId } = ctx.principal
  return inTransaction(ctx, async (tx) => {
    const known = await store.findByUrl(tx.db, accountId, apiKeyId, webhook.webhookUrl)
    if (known) {
      const row = await store.update(tx.db, accountId, known.endpoint_id, {
        features: JSON.stringify(webhook.webhookFeatures),
        updated_at: tx.clock.now(),
      })
      return { row: await reactivate(tx, row), secret: secretOf(tx, row) }
    }
    const quota = {
      limit: tx.limits.webhooksPerKey,
      of: 'decentral webhooks per API key',
      count: () => store.count(tx.db, accountId, apiKeyId),
    }
    return withinQuota(tx, accountId, quota, () => insertEndpoint(tx, apiKeyId, webhook))
  })
}

/** A sub-account cannot subscribe to what it may not see (D59). */
function assertMaySee(ctx: RequestCtx<'right_missing'>, features: readonly WebhookFeature[]): void {
  const hidden = features.filter((feature) => !events.rightsCover(ctx.principal, feature))
  if (hidden.length > 0) {
    ctx.fail('right_missing', { message: `The sub-account lacks the right to see ${hidden.join(', ')}.` })
  }
}

/** The key of the token; a console token names one of its account's (D48). */
async function keyOf(
  ctx: RequestCtx<'invalid_parameter' | 'not_found'>,
  named: number | undefined,
): Promise<number> {
  if (ctx.principal.apiKeyId !== null) return ctx.principal.apiKeyId
  if (named === undefined) return failParameter(ctx.fail, 'apiKeyId', 'is needed with a console token')
  return (await apiKeys.get(ctx, named)).api_key_id
}

async function insertEndpoint(
  tx: RequestCtx,
  apiKeyId: number,
  webhook: NewWebhook,
): Promise<RegisteredWebhook> {
  const secret = randomBytes(32).toString('hex')
  const now = tx.clock.now()
  const row = await store.insert(tx.db, {
    account_id: tx.principal.accountId,
    event_account_id: tx.accountId,
    api_key_id: apiKeyId,
    central_key_id: null,
    grant_id: null,
    url: webhook.webhookUrl,
    features: JSON.stringify(webhook.webhookFeatures),
    secret_sealed: tx.sealer.seal(secret, secretContext(apiKeyId)),
    status: 'ACTIVE',
    // What was emitted before nobody asked for.
    last_event_id: (await events.headOf(tx, tx.accountId)) ?? '',
    failing_since: null,
    succeeded_at: null,
    leased_until: null,
    lease_owner: null,
    created_at: now,
    updated_at: now,
  })
  return { row, secret }
}

/** Back to work: what was not delivered in the last 24 hours is, in order; what is older is given up (D90). */
async function reactivate(tx: Ctx<never>, row: store.EndpointRow): Promise<store.EndpointRow> {
  if (row.status === 'ACTIVE') return row
  const now = tx.clock.now()
  const oldest = events.replayFloor(now)
  await store.dropDeliveriesBefore(tx.db, row.endpoint_id, oldest)
  await store.restartDeliveries(tx.db, row.endpoint_id, now)
  const changed = await store.update(tx.db, row.account_id, row.endpoint_id, {
    status: 'ACTIVE',
    failing_since: null,
    ...(row.last_event_id < oldest && { last_event_id: oldest }),
    updated_at: now,
  })
  tx.afterCommit(() => tx.wake.notify('event'))
  return changed
}

export async function remove(ctx: RequestCtx<'not_found'>, endpointId: number): Promise<void> {
  const { accountId, apiKeyId } = ctx.principal
  if (!(await store.remove(ctx.db, accountId, apiKeyId, endpointId))) ctx.fail('not_found')
}

export interface TestResult {
  succeeded: boolean
  /** What a person should read. */
  text: string
}

/** Posts a test message now, also to a webhook that was switched off; a good answer switches it on again (D90). */
export async function test(ctx: RequestCtx<'not_found'>, endpointId: number): Promise<TestResult> {
  const endpoint = await get(ctx, endpointId)
  const now = ctx.clock.now()
  const payload: WebhookTest = { feature: 'TEST', webhookId: endpointId, date: toWireDate(now) }
  const message = { id: ctx.ids.timeOrdered(), body: JSON.stringify(payload), attempt: 1 }
  const result = await attempt(ctx, endpoint, { url: endpoint.url, secret: secretOf(ctx, endpoint) }, message)
  await inTransaction(ctx, async (tx) => {
    const current = await get(tx, endpointId)
    await logStore.insert(tx.db, [result.log])
    if (result.succeeded) await reactivate(tx, current)
  })
  await logStore.prune(ctx.db, endpoint.api_key_id)
  const text =
    result.status === undefined
      ? `The receiver did not answer: ${result.error}`
      : `The receiver answered ${result.status}.`
  return { succeeded: result.succeeded, text }
}

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
  return withCalls(ctx, await logStore.list(ctx.db, apiKeyId, logFilter(query)))
}

export async function listLogOf(ctx: RequestCtx<'not_found'>, endpointId: number, query: LogQuery) {
  const endpoint = await get(ctx, endpointId)
  const filter = { ...logFilter(query), endpointId }
  return withCalls(ctx, await logStore.list(ctx.db, endpoint.api_key_id, filter))
}

/** The entries of callbacks with the calls they answer (4.5). */
const withCalls = (ctx: RequestCtx, rows: readonly logStore.ListedLog[]) =>
  rows.map((row) => ({
    ...row,
    call:
      row.request_id !== null && row.request_sealed !== null
        ? operations.openCall(ctx, row.request_id, row.request_sealed)
        : undefined,
  }))

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
    if (!event) tx.fail('webhook_not_deliverable', { message: 'The event is older than events are kept.' })
    const row = { endpoint_id: endpoint.endpoint_id, event_id: eventId, attempts: 0, next_at: tx.clock.now() }
    await store.upsertDeliveries(tx.db, [row])
    tx.afterCommit(() => tx.wake.notify('event'))
  })
}
