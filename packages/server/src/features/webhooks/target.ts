import type { EventFeature } from '@latchwork/contract'
import type { Ctx } from '../../platform/context.ts'
import * as central from '../central-webhooks/service.ts'
import * as events from '../events/service.ts'
import * as store from './store.ts'

export type { Target } from '../central-webhooks/service.ts'

/** Where the secret of a decentral webhook is sealed to. */
export const secretContext = (apiKeyId: number): string => `webhook_endpoint.secret_sealed:${apiKeyId}`

export const secretOf = (ctx: Ctx<never>, endpoint: store.EndpointRow): string =>
  ctx.sealer.open(endpoint.secret_sealed, secretContext(endpoint.api_key_id))

/** As it is now: undefined when the endpoint has just ended. */
export async function targetOf(
  ctx: Ctx<never>,
  endpoint: store.EndpointRow,
): Promise<central.Target | undefined> {
  const { account_id: accountId, central_key_id: centralKeyId } = endpoint
  if (centralKeyId !== null) return central.targetFor(ctx, centralKeyId, accountId)
  const account = await store.findViewer(ctx.db, accountId)
  if (!account) return undefined
  const viewer = { isMaster: account.master_account_id === null, rights: account.rights }
  const features = JSON.parse(endpoint.features) as EventFeature[]
  return {
    url: endpoint.url,
    secret: secretOf(ctx, endpoint),
    // What it subscribed to, as far as its account may still see it (D59).
    features: features.filter((feature) => events.rightsCover(viewer, feature)),
  }
}
