import { randomBytes } from 'node:crypto'
import type { WebhookFeature, WebhookTest } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { toWireDate } from '../../../platform/clock.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import { withinQuota } from '../../identity/account/service.ts'
import * as callers from '../../identity/callers/service.ts'
import * as notices from '../../identity/security-notices/service.ts'
import * as apiKeys from '../../keys/api-keys/service.ts'
import * as events from '../log/service.ts'
import * as makers from '../makers/service.ts'
import { attempt } from './delivery/service.ts'
import * as logStore from './log-store.ts'
import * as makerStore from './maker-store.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'
import { replacedSecret, secretContext, secretOf, secretsOf } from './target.ts'

/** How anything is posted to a receiver: signed (D87, D88), and again when it fails (D89). */
export const { isSuccess, retryAfterMs, retryDelayMs, signedHeaders } = rules

/** A token of a key sees the webhooks of that key; a console token all of its account (D48). */
export async function list(ctx: RequestCtx) {
  const { accountId, apiKeyId } = ctx.principal
  const all = await store.list(ctx.db, accountId, apiKeyId)
  const rows = all.filter((row) => isTheirs(ctx, row))
  const ended = await makers.endedOf(ctx, accountId)
  return rows.map((row) => ({ ...row, isEnded: ended.has(row.endpoint_id) }))
}

export async function get(ctx: RequestCtx<'not_found'>, endpointId: number): Promise<store.EndpointRow> {
  const { accountId, apiKeyId } = ctx.principal
  const row = await store.find(ctx.db, accountId, apiKeyId, endpointId)
  return row && isTheirs(ctx, row) ? row : ctx.fail('not_found')
}

/** A token that is limited to some doors has to do with the webhooks that it made and with no others (D119). */
const isTheirs = ({ principal: { tokenLimits, tokenId } }: RequestCtx, row: store.EndpointRow): boolean =>
  tokenLimits === undefined || row.token_id === tokenId

export interface NewWebhook {
  webhookUrl: string
  webhookFeatures: WebhookFeature[]
  apiKeyId?: number
}

type RegisterRefusal =
  | 'quota_exceeded'
  | 'url_not_allowed'
  | 'right_missing'
  | 'scope_missing'
  | 'token_invalid'
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
  events.assertMayRead(ctx, webhook.webhookFeatures, 'webhook')
  const problem = rules.lengthProblemOf(webhook.webhookUrl) ?? ctx.outbound.problemWith(webhook.webhookUrl)
  if (problem) {
    const path = 'webhookUrl'
    ctx.fail('url_not_allowed', { message: `${path} ${problem}.`, errors: [{ path, message: problem }] })
  }
  const apiKeyId = await keyOf(ctx, webhook.apiKeyId)
  const { accountId } = ctx.principal
  return inTransaction(ctx, async (tx) => {
    await callers.hold(tx)
    const known = await store.findByUrl(tx.db, accountId, apiKeyId, webhook.webhookUrl)
    if (known && !isTheirs(tx, known)) {
      tx.fail('url_not_allowed', { message: 'Another access of this key has registered this URL.' })
    }
    if (known) {
      assertMaySpeakFor(tx, known)
      const row = await store.update(tx.db, accountId, known.endpoint_id, {
        features: JSON.stringify(webhook.webhookFeatures),
        ...makers.makerOf(tx.principal),
        updated_at: tx.clock.now(),
      })
      const current = await reactivate(tx, row)
      await recordWebhook(tx, 'updated', current)
      return { row: current, secret: secretOf(tx, row) }
    }
    const quota = {
      limit: tx.limits.webhooksPerKey,
      of: 'decentral webhooks per API key',
      count: () => store.count(tx.db, accountId, apiKeyId),
    }
    return withinQuota(tx, quota, () => insertEndpoint(tx, apiKeyId, webhook))
  })
}

/**
 * Who has the secret can tell the receiver whatever the webhook does: nobody gets it who may not read all of that, but
 * its maker, who has it.
 */
function assertMaySpeakFor(ctx: RequestCtx<'right_missing' | 'scope_missing'>, row: store.EndpointRow): void {
  const { tokenId } = ctx.principal
  if (row.token_id === tokenId || row.grant_id === tokenId) return
  events.assertMayRead(ctx, JSON.parse(row.features) as WebhookFeature[], 'webhook')
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
    ...makers.makerOf(tx.principal),
    url: webhook.webhookUrl,
    features: JSON.stringify(webhook.webhookFeatures),
    secret_sealed: tx.sealer.seal(secret, secretContext(apiKeyId)),
    status: 'ACTIVE',
    // What was emitted before nobody asked for.
    last_event_id: (await events.headOf(tx, tx.accountId)) ?? '',
    failing_since: null,
    succeeded_at: null,
    old_secret_sealed: null,
    old_secret_until: null,
    leased_until: null,
    lease_owner: null,
    created_at: now,
    updated_at: now,
  })
  await notices.warn(tx, row.account_id, 'newWebhook', { what: row.url })
  await recordWebhook(tx, 'created', row)
  tx.afterCommit(() => tx.wake.notify('subscription', row.event_account_id))
  return { row, secret }
}

/** Of the address only where it leads: the rest of it may be a key. */
const recordWebhook = (tx: RequestCtx, act: 'created' | 'updated', row: store.EndpointRow) =>
  audit.record(tx, {
    action: `webhook.${act}`,
    subject: row.endpoint_id,
    detail: {
      origin: new URL(row.url).origin,
      features: (JSON.parse(row.features) as string[]).join(' '),
      apiKeyId: String(row.api_key_id),
    },
  })

/** Back to work: what was not delivered in the last 24 hours is, in order; what is older is given up (D90). */
async function reactivate(tx: Ctx<never>, row: store.EndpointRow): Promise<store.EndpointRow> {
  if (row.status === 'ACTIVE') return row
  const now = tx.clock.now()
  const oldest = events.replayFloor(now)
  // The webhook before what waits for it, as whoever delivers holds them.
  const changed = await store.update(tx.db, row.account_id, row.endpoint_id, {
    status: 'ACTIVE',
    failing_since: null,
    ...(row.last_event_id < oldest && { last_event_id: oldest }),
    updated_at: now,
  })
  await store.dropDeliveriesBefore(tx.db, row.endpoint_id, oldest)
  await store.restartDeliveries(tx.db, row.endpoint_id, now)
  tx.afterCommit(() => tx.wake.notify('event', row.event_account_id))
  return changed
}

/** Gives a webhook a new secret; the old one signs as well for a while, so that no receiver misses anything (D123). */
export async function replaceSecret(
  ctx: RequestCtx<'not_found' | 'right_missing' | 'scope_missing'>,
  endpointId: number,
  overlapHours: number,
): Promise<RegisteredWebhook> {
  return inTransaction(ctx, async (tx) => {
    const known = await get(tx, endpointId)
    assertMaySpeakFor(tx, known)
    const secret = randomBytes(32).toString('hex')
    const row = await store.update(tx.db, known.account_id, endpointId, {
      ...replacedSecret(tx, known, secret, overlapHours),
      updated_at: tx.clock.now(),
    })
    const detail = { overlapHours: String(overlapHours) }
    await audit.record(tx, { action: 'webhook.secretReplaced', subject: endpointId, detail })
    return { row, secret }
  })
}

export async function remove(ctx: RequestCtx<'not_found'>, endpointId: number): Promise<void> {
  const { accountId, apiKeyId } = ctx.principal
  await inTransaction(ctx, async (tx) => {
    await get(tx, endpointId)
    if (!(await store.remove(tx.db, accountId, apiKeyId, endpointId))) tx.fail('not_found')
    await audit.record(tx, { action: 'webhook.deleted', subject: endpointId })
  })
}

const MAKER_ENDED = 'The access that registered this webhook has ended; register it again.'

export interface TestResult {
  succeeded: boolean
  /** What a person should read. */
  text: string
}

/** Posts a test message now, also to a webhook that was switched off; a good answer switches it on again (D90). */
export async function test(ctx: RequestCtx<'not_found'>, endpointId: number): Promise<TestResult> {
  const endpoint = await get(ctx, endpointId)
  if (!(await makers.sightOf(ctx, endpoint))?.isLive) return { succeeded: false, text: MAKER_ENDED }
  const now = ctx.clock.now()
  const payload: WebhookTest = { feature: 'TEST', webhookId: endpointId, date: toWireDate(now) }
  const message = { id: ctx.ids.timeOrdered(), body: JSON.stringify(payload), attempt: 1 }
  const result = await attempt(ctx, endpoint, { url: endpoint.url, ...secretsOf(ctx, endpoint) }, message)
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

/** Goes with the access that made it. */
export async function endMadeBy(
  ctx: Ctx<never>,
  accountId: number,
  ended: makers.EndedAccess,
): Promise<void> {
  if (ended.of === 'account') await makerStore.removeAll(ctx.db, accountId)
  else if (ended.of === 'key') await makerStore.removeOfKey(ctx.db, accountId, ended.apiKeyId)
  else if (ended.of === 'token') await makerStore.removeUnknownOfKey(ctx.db, accountId, ended.apiKeyId)
  else if (ended.sessionIds.length > 0) await makerStore.removeOfSessions(ctx.db, accountId, ended.sessionIds)
}
