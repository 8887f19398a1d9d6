import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { toWireDate } from '../../platform/clock.ts'
import * as stepUp from '../identity/step-up/service.ts'
import type { AdoptionWaits } from './adoption-waits.ts'
import { REPORT_SECONDS } from './rules.ts'
import * as gateways from './service.ts'

export interface GatewayMeans {
  waits: AdoptionWaits
  /** Where the locks of a gateway reach the broker, if it reaches the API at this host. */
  brokerUrl: (host: string) => string
}

const shown = ({ claimCode, until }: { claimCode: string; until: number }) => ({
  claimCode,
  claimUntilDate: toWireDate(until),
})

type GatewayHandlers = Handlers<Api['gateways']>

export const gatewayHandlers = ({ waits, brokerUrl }: GatewayMeans): GatewayHandlers => ({
  list: (ctx) => gateways.list(ctx),
  get: (ctx, { params }) => gateways.get(ctx, params.gatewayId),
  create: async (ctx, { body: { name } }) => {
    const { gatewayId, ...claim } = await gateways.create(ctx, name)
    return { gatewayId, name, ...shown(claim) }
  },
  rename: (ctx, { params, body }) => gateways.rename(ctx, params.gatewayId, body.name),
  newClaim: {
    staged: async (ctx, { params: { gatewayId }, body: proof }) => {
      await gateways.find(ctx, gatewayId)
      await stepUp.assertStepUp(ctx, proof)
      return async (tx) => shown(await gateways.renewClaim(tx, gatewayId))
    },
  },
  remove: (ctx, { params }) => gateways.remove(ctx, params.gatewayId),
  adopt: {
    staged: async (ctx, { params, body: { name, smartlockId, ...proof } }) => {
      // Asked again, it answers the same and needs nothing, because nothing changes.
      const adopted = await gateways.findAdopted(ctx, params)
      if (adopted !== undefined) return async () => ({ smartlockId: adopted })
      if (smartlockId !== undefined) {
        gateways.assertMayBecome(ctx)
        await stepUp.assertStepUp(ctx, proof)
      }
      return async (tx) => ({ smartlockId: await gateways.adopt(tx, params, { name, smartlockId }) })
    },
  },
  claim: (ctx, { body }) => gateways.claim(ctx, body),
  report: async (ctx, { body }) => ({
    reportSeconds: REPORT_SECONDS,
    adoptionRevision: await gateways.report(ctx, body),
  }),
  adoptions: async (ctx, { body }) => ({
    ...(await gateways.waitForAdoptions(ctx, waits, body)),
    broker: { url: brokerUrl(ctx.incoming.host) },
  }),
  credentials: (ctx, { params }) => gateways.credentialsFor(ctx, params.key),
})
