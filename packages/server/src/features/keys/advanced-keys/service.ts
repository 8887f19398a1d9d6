import { randomBytes } from 'node:crypto'
import type {
  AdvancedKeyStatus,
  AdvancedKeyType,
  Changes,
  OperatorAct,
  OperatorApplication,
  WebhookFeature,
} from '@latchwork/contract'
import type { Selectable } from 'kysely'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inAccounts, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { oldSecretColumns, openOldSecret } from '../../../platform/security/old-secret.ts'
import type { AdvancedApiKeyTable } from '../../../schema/credentials.ts'
import * as audit from '../../audit/service.ts'
import * as events from '../../events/log/service.ts'
import * as central from '../../events/webhooks/central/service.ts'
import { ownerOf } from '../../identity/account/service.ts'
import * as notices from '../../identity/security-notices/service.ts'
import * as apiKeys from '../api-keys/service.ts'
import { presentApplication } from './present.ts'
import { isInUse, statusAfter } from './rules.ts'
import * as store from './store.ts'

type Row = Selectable<AdvancedApiKeyTable>

export interface WebhookFields {
  webhookUrl?: string
  webhookFeatures?: WebhookFeature[]
}

export interface Application extends WebhookFields {
  name: string
  country: string
  description: string
  url: string
  email: string
  type: AdvancedKeyType
  restricted?: boolean
}

/** The advanced key, or the same 404 whether it is missing or somebody else's (D38). */
export const get = async (ctx: RequestCtx<'not_found'>, apiKeyId: number): Promise<Row> =>
  (await store.find(ctx.db, ctx.principal.accountId, apiKeyId)) ?? ctx.fail('not_found')

/**
 * The advanced key, with its secret the first time that a program reads it which may apply for one (D244): creating one
 * answers nothing, so this is how a client of the interface gets it. A session or application cannot prove itself in a
 * `GET` and gets a secret by replacing it.
 */
export async function show(ctx: RequestCtx<'not_found'>, apiKeyId: number) {
  const row = await get(ctx, apiKeyId)
  const { kind } = ctx.principal
  const isAsked = ctx.incoming.method !== 'HEAD' && kind === 'api' && !apiKeys.isBounded(ctx.principal)
  if (!isAsked || row.secret_shown_at !== null || !isInUse(row.status)) return { row }
  // Of two calls at the same time one gets the secret.
  const isFirst = await store.markShown(ctx.db, apiKeyId, ctx.clock.now())
  return isFirst ? { row, secret: secretOf(ctx, row) } : { row }
}

/** The secret of a key in use; other states have none that counts. */
export const secretOf = (ctx: Ctx<never>, row: Row): string | undefined =>
  isInUse(row.status) ? ctx.sealer.open(row.secret_sealed, central.secretContext(row.api_key_id)) : undefined

/** The one before, while it counts as well (D123). */
export const oldSecretOf = (ctx: Ctx<never>, row: Row): string | undefined =>
  isInUse(row.status) ? openOldSecret(ctx, row, central.oldSecretContext(row.api_key_id)) : undefined

/** Gives a key in use a new secret, for OAuth and for its central webhook (D123). */
export async function replaceSecret(ctx: RequestCtx<'not_found'>, apiKeyId: number, overlapHours: number) {
  return inTransaction(ctx, async (tx) => {
    const row = await get(tx, apiKeyId)
    const before = secretOf(tx, row)
    if (before === undefined) return tx.fail('not_found')
    const secret = randomBytes(32).toString('hex')
    await store.update(tx.db, row.account_id, apiKeyId, {
      secret_sealed: tx.sealer.seal(secret, central.secretContext(apiKeyId)),
      ...oldSecretColumns(tx, before, overlapHours, central.oldSecretContext(apiKeyId)),
      secret_shown_at: tx.clock.now(),
      updated_at: tx.clock.now(),
    })
    const detail = { overlapHours: String(overlapHours) }
    await audit.record(tx, { action: 'advancedKey.secretReplaced', subject: apiKeyId, detail })
    return { row: await get(tx, apiKeyId), secret }
  })
}

/** For OAuth: the key knows its client, and nobody is logged in yet. */
export const findByKey = (ctx: Ctx<never>, apiKeyId: number) => store.findByKey(ctx.db, apiKeyId)

export async function apply(
  ctx: RequestCtx<
    | 'not_found'
    | 'invalid_parameter'
    | 'url_not_allowed'
    | 'advanced_key_exists'
    | 'right_missing'
    | 'scope_missing'
  >,
  apiKeyId: number,
  application: Application,
  { autoApprove }: { autoApprove: boolean },
): Promise<void> {
  await apiKeys.get(ctx, apiKeyId)
  assertComplete(ctx, application)
  events.assertMayRead(ctx, application.webhookFeatures ?? [])
  const now = ctx.clock.now()
  const { webhookUrl, webhookFeatures, restricted = false, ...company } = application
  await inTransaction(ctx, async (tx) => {
    const isNew = await store.insert(tx.db, {
      ...company,
      api_key_id: apiKeyId,
      account_id: tx.principal.accountId,
      webhook_url: webhookUrl ?? null,
      webhook_features: webhookFeatures ? JSON.stringify(webhookFeatures) : null,
      restricted: restricted ? 1 : 0,
      webhook_status: autoApprove && webhookUrl !== undefined ? 'ACTIVE' : null,
      secret_sealed: tx.sealer.seal(randomBytes(32).toString('hex'), central.secretContext(apiKeyId)),
      secret_shown_at: null,
      old_secret_sealed: null,
      old_secret_until: null,
      status: autoApprove ? 'ACTIVE' : 'APPLIED',
      created_at: now,
      updated_at: now,
    })
    if (!isNew) tx.fail('advanced_key_exists')
    await central.open(tx, apiKeyId)
    await audit.record(tx, {
      action: 'advancedKey.applied',
      subject: apiKeyId,
      detail: { status: autoApprove ? 'ACTIVE' : 'APPLIED' },
    })
    await warnOfWebhook(tx, webhookUrl, null)
  })
}

async function warnOfWebhook(tx: RequestCtx<never>, url: string | undefined, before: string | null) {
  if (url === undefined || url === before) return
  await notices.warn(tx, tx.principal.accountId, 'newWebhook', { what: url })
}

/** Only a key that is nothing but a secret can do without a webhook (4.3). */
function assertComplete(ctx: Ctx<'invalid_parameter' | 'url_not_allowed'>, application: Application): void {
  if (application.type !== 'ONLY_SECRET') {
    for (const name of ['webhookUrl', 'webhookFeatures'] as const) {
      if (application[name] === undefined)
        failParameter(ctx.fail, name, `is required for type ${application.type}`)
    }
  }
  assertWebhookUrl(ctx, application.webhookUrl)
}

function assertWebhookUrl(ctx: Ctx<'url_not_allowed'>, url: string | undefined): void {
  const message = url === undefined ? undefined : ctx.outbound.problemWith(url)
  if (message === undefined) return
  ctx.fail('url_not_allowed', {
    message: `webhookUrl ${message}.`,
    errors: [{ path: 'webhookUrl', message }],
  })
}

export async function update(
  ctx: RequestCtx<'not_found' | 'url_not_allowed' | 'right_missing' | 'scope_missing'>,
  apiKeyId: number,
  changes: Changes<WebhookFields>,
): Promise<void> {
  const webhookUrl = changes.webhookUrl ?? undefined
  const webhookFeatures = changes.webhookFeatures ?? undefined
  assertWebhookUrl(ctx, webhookUrl)
  if (webhookUrl === undefined && webhookFeatures === undefined) return
  await inTransaction(ctx, async (tx) => {
    const row = await get(tx, apiKeyId)
    // Another address gets what the old one got: whoever may not read that cannot have it sent elsewhere (D117).
    events.assertMayRead(
      tx,
      webhookFeatures ?? (JSON.parse(row.webhook_features ?? '[]') as WebhookFeature[]),
    )
    const isFirstUrl = webhookUrl !== undefined && row.webhook_status === null && isInUse(row.status)
    await store.update(tx.db, tx.principal.accountId, apiKeyId, {
      ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
      ...(webhookFeatures && { webhook_features: JSON.stringify(webhookFeatures) }),
      ...(isFirstUrl && { webhook_status: 'ACTIVE' }),
      updated_at: tx.clock.now(),
    })
    await central.open(tx, apiKeyId)
    await audit.record(tx, { action: 'advancedKey.updated', subject: apiKeyId })
    await warnOfWebhook(tx, webhookUrl, row.webhook_url)
  })
}

/** Secret and central webhook end with the row (D58). */
export async function remove(ctx: RequestCtx<'not_found'>, apiKeyId: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await store.remove(tx.db, tx.principal.accountId, apiKeyId))) tx.fail('not_found')
    await audit.record(tx, { action: 'advancedKey.deleted', subject: apiKeyId })
  })
}

/** Switches a deactivated webhook on; on an active one, or without one, nothing changes (D58). */
export async function reactivate(ctx: RequestCtx<'not_found'>, apiKeyId: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await get(tx, apiKeyId)
    if (row.webhook_status !== 'DEACTIVATED') return
    await central.reactivate(tx, apiKeyId)
    await audit.record(tx, { action: 'advancedKey.reactivated', subject: apiKeyId })
  })
}

const ACT_ENTRIES = {
  approve: 'advancedKey.approved',
  test: 'advancedKey.tested',
  reject: 'advancedKey.rejected',
  suspend: 'advancedKey.suspended',
} as const

export interface Decision {
  /** Otherwise the state of the key does not allow it, and nothing was changed. */
  isDone: boolean
  /** As it is now. */
  status: AdvancedKeyStatus
}

/** What the operator decides about an application (8.5); undefined when the API key has none. */
export async function decide(
  ctx: Ctx<never> & audit.Origin,
  apiKeyId: number,
  act: OperatorAct,
): Promise<Decision | undefined> {
  const known = await store.findByKey(ctx.db, apiKeyId)
  if (!known) return undefined
  const accountId = await ownerOf(ctx, known.account_id)
  return inAccounts(ctx, [ctx.accountId, accountId], async (tx) => {
    const row = await store.findByKey(tx.db, apiKeyId)
    if (!row) return undefined
    const status = statusAfter(act, row.status)
    if (!status) return { isDone: false, status: row.status }
    const startsWebhook = isInUse(status) && row.webhook_url !== null && row.webhook_status === null
    await store.update(tx.db, row.account_id, apiKeyId, {
      status,
      ...(startsWebhook && { webhook_status: 'ACTIVE' }),
      updated_at: tx.clock.now(),
    })
    if (isInUse(status)) await central.open(tx, apiKeyId)
    else await central.close(tx, apiKeyId)
    await audit.recordByOperator(tx, accountId, {
      action: ACT_ENTRIES[act],
      subject: apiKeyId,
      detail: { status },
    })
    return { isDone: true, status }
  })
}

/** Every application, for the operator. */
export const listAll = (ctx: Ctx<never>) => store.listAll(ctx.db)

/** A page of the applications of all accounts, newest API key first; for the operator. */
export const listApplications = async (
  ctx: Ctx<never>,
  page: store.ApplicationPage,
): Promise<OperatorApplication[]> => (await store.listApplications(ctx.db, page)).map(presentApplication)

/** One application, whosever it is; for the operator. */
export const showApplication = async (
  ctx: Ctx<never>,
  apiKeyId: number,
): Promise<OperatorApplication | undefined> => {
  const row = await store.findApplication(ctx.db, apiKeyId)
  return row && presentApplication(row)
}

/** How many applications nobody decided about yet. */
export const countApplied = (ctx: Ctx<never>): Promise<number> => store.countApplied(ctx.db)

/** Whether the key's central webhook gets anything; the key's owner if that changed. */
export const setWebhookStatus = (ctx: Ctx<never>, apiKeyId: number, status: 'ACTIVE' | 'DEACTIVATED') =>
  store.setWebhookStatus(ctx.db, apiKeyId, status, ctx.clock.now())
