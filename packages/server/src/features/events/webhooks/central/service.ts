import type { EventFeature, Scope } from '@latchwork/contract'
import type { Ctx } from '../../../../platform/context.ts'
import { openOldSecret } from '../../../../platform/security/old-secret.ts'
import * as tokenLimits from '../../../keys/token-limits/service.ts'
import * as events from '../../log/service.ts'
import * as store from './store.ts'

/** Where the secret of an advanced key is sealed to; its central webhook is signed with it (D87). */
export const oldSecretContext = (apiKeyId: number): string => `advanced_api_key.old_secret:${apiKeyId}`

export const secretContext = (apiKeyId: number): string => `advanced_api_key.secret:${apiKeyId}`

/** Serves the central webhook of a key to everybody its state allows (D85); what is served already goes on. */
export async function open(tx: Ctx<never>, apiKeyId: number): Promise<void> {
  await store.open(tx.db, apiKeyId, tx.clock.now())
  tx.afterCommit(() => tx.wake.notify('subscription'))
}

/** Ends the central webhook of a key for everybody, with all that waits. */
export const close = (tx: Ctx<never>, apiKeyId: number) => store.closeAll(tx.db, apiKeyId)

export interface Grant {
  apiKeyId: number
  accountId: number
  grantId: string
}

/** The key's central webhook may carry the account's callbacks, and its events as far as it consented. */
export async function grantMade(tx: Ctx<never>, { apiKeyId, accountId }: Grant): Promise<void> {
  await store.open(tx.db, apiKeyId, tx.clock.now(), accountId)
  tx.afterCommit(() => tx.wake.notify('subscription'))
}

/** Called before the grant is removed. With the account's last grant the endpoint goes too, in the database itself. */
export const grantEnds = (tx: Ctx<never>, { apiKeyId, accountId, grantId }: Grant) =>
  store.leaveGrant(tx.db, apiKeyId, accountId, grantId)

/** Back to work for every account: what was not delivered in the last 24 hours is, in order (D90). */
export async function reactivate(tx: Ctx<never>, apiKeyId: number): Promise<void> {
  const now = tx.clock.now()
  const oldest = events.replayFloor(now)
  await tx.ports.centralWebhookSwitched(tx, apiKeyId, 'ACTIVE')
  await store.reactivateAll(tx.db, apiKeyId, oldest, now)
  await store.dropDeliveriesBefore(tx.db, apiKeyId, oldest)
  await store.restartDeliveries(tx.db, apiKeyId, now)
  tx.afterCommit(() => tx.wake.notify('event'))
}

/** One receiver serves all accounts: it is switched off for all of them. The key's row is always the first to lock. Returns whose it is to whoever switches it off first. */
export async function deactivate(tx: Ctx<never>, apiKeyId: number): Promise<number | undefined> {
  const now = tx.clock.now()
  const key = await tx.ports.centralWebhookSwitched(tx, apiKeyId, 'DEACTIVATED')
  await store.deactivateAll(tx.db, apiKeyId, now)
  return key?.account_id
}

/** Has the receiver of a key taken anything since then, for whichever account? */
export const hasSucceededSince = (ctx: Ctx<never>, apiKeyId: number, since: number) =>
  store.hasSucceededSince(ctx.db, apiKeyId, since)

/** Where an endpoint's events go, signed with what, and which. */
export interface Target {
  url: string
  secret: string
  /** The one before, while it counts as well (D123). */
  oldSecret?: string | undefined
  /** As far as the account whose events they are lets them be seen; callbacks of the key come on top (D94). */
  features: EventFeature[]
  /** The doors that its maker, or the account whose events they are, is for. */
  bounds: events.Bounds
}

/** An app has no limits of its own. */
const NO_LIMITS = { smartlock_ids: null, address_ids: null, door_group_ids: null }

/** The key's features: all of them in its own account, in others those that the account consented to (D85, 7.2). */
export async function targetFor(
  ctx: Ctx<never>,
  apiKeyId: number,
  accountId: number,
): Promise<Target | undefined> {
  const key = await store.findKey(ctx.db, apiKeyId, accountId)
  if (!key || key.webhook_url === null) return undefined
  const viewer = { isMaster: key.master_account_id === null, rights: key.rights }
  const consented =
    accountId === key.owner_account_id ? undefined : await consentedScopes(ctx, apiKeyId, accountId)
  const isVisible = (feature: EventFeature) =>
    consented
      ? events.isVisible({ ...viewer, scopes: consented }, feature)
      : events.rightsCover(viewer, feature)
  return {
    url: key.webhook_url,
    secret: ctx.sealer.open(key.secret_sealed, secretContext(apiKeyId)),
    oldSecret: openOldSecret(ctx, key, oldSecretContext(apiKeyId)),
    features: (JSON.parse(key.webhook_features ?? '[]') as EventFeature[]).filter(isVisible),
    bounds: await tokenLimits.resolve(ctx, key.master_account_id ?? accountId, {
      ...NO_LIMITS,
      roles: key.roles,
    }),
  }
}

/** The scopes of the grants with which the account agreed to the webhook. */
async function consentedScopes(
  ctx: Ctx<never>,
  apiKeyId: number,
  accountId: number,
): Promise<ReadonlySet<Scope>> {
  const rows = await store.listGrantedScopes(ctx.db, apiKeyId, accountId, ctx.clock.now())
  const grants = rows.map(({ scopes }) => JSON.parse(scopes) as Scope[])
  return new Set(grants.filter((scopes) => scopes.includes('webhook.central')).flat())
}
