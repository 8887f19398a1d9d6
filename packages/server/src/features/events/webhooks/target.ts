import type { EventFeature } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import { oldSecretColumns, openOldSecret } from '../../../platform/security/old-secret.ts'
import * as events from '../log/service.ts'
import * as makers from '../makers/service.ts'
import * as central from './central/service.ts'
import type * as store from './store.ts'

/** Where an endpoint's events go, signed with what, and which. */
export interface Target extends central.Target {
  /** The key whose callbacks it gets; null when it gets none. */
  callbacksOf: number | null
}

/** Where the secret of a decentral webhook is sealed to. */
export const secretContext = (apiKeyId: number): string => `webhook_endpoint.secret_sealed:${apiKeyId}`

export const secretOf = (ctx: Ctx<never>, endpoint: store.EndpointRow): string =>
  ctx.sealer.open(endpoint.secret_sealed, secretContext(endpoint.api_key_id))

const oldContext = (apiKeyId: number): string => `webhook_endpoint.old_secret_sealed:${apiKeyId}`

/** What requests to a decentral webhook are signed with: for a while also with the secret before (D123). */
export const secretsOf = (ctx: Ctx<never>, endpoint: store.EndpointRow): Secrets => ({
  secret: secretOf(ctx, endpoint),
  oldSecret: openOldSecret(ctx, endpoint, oldContext(endpoint.api_key_id)),
})

export type Secrets = Pick<Target, 'secret' | 'oldSecret'>

/** The columns of a new secret in the place of the one there is. */
export const replacedSecret = (
  ctx: Ctx<never>,
  endpoint: store.EndpointRow,
  secret: string,
  overlapHours: number,
) => ({
  secret_sealed: ctx.sealer.seal(secret, secretContext(endpoint.api_key_id)),
  ...oldSecretColumns(ctx, secretOf(ctx, endpoint), overlapHours, oldContext(endpoint.api_key_id)),
})

/** As it is now: undefined when the endpoint has just ended. */
export async function targetOf(ctx: Ctx<never>, endpoint: store.EndpointRow): Promise<Target | undefined> {
  const { account_id: accountId, central_key_id: centralKeyId, api_key_id: apiKeyId } = endpoint
  if (centralKeyId !== null) {
    const target = await central.targetFor(ctx, centralKeyId, accountId)
    return target && { ...target, callbacksOf: apiKeyId }
  }
  const sight = await makers.sightOf(ctx, endpoint)
  if (!sight) return undefined
  const features = JSON.parse(endpoint.features) as EventFeature[]
  return {
    url: endpoint.url,
    ...secretsOf(ctx, endpoint),
    // The features it subscribed to, as far as its maker and its account may still have them (D59, D117, D246).
    features: sight.isLive ? features.filter((feature) => events.isPosted(sight, feature)) : [],
    callbacksOf: sight.isLive ? apiKeyId : null,
    bounds: sight,
  }
}

/** Is the event among what the target gets? */
export const isFor = ({ features, callbacksOf, bounds }: Target, event: events.EventRow): boolean =>
  events.isWithin(bounds, event) &&
  (event.feature === 'CALLBACK'
    ? callbacksOf !== null && event.api_key_id === callbacksOf
    : (features as string[]).includes(event.feature))
