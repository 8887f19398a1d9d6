import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import * as stepUp from '../identity/step-up/service.ts'
import { type BridgeFacts, present } from './present.ts'
import * as bridges from './service.ts'

/** What a person does about the bridge of their account; what programs ask it is in `face`. */
export const bridgeHandlers = (facts: BridgeFacts): Handlers<Api['bridge']> => ({
  get: async (ctx) => present(await bridges.get(ctx), facts, ctx.clock.now()),
  make: {
    staged: async (ctx, { body }) => {
      await stepUp.assertStepUp(ctx, body)
      return async (tx) => {
        const made = await bridges.make(tx)
        return present(made, facts, tx.clock.now(), made.token)
      }
    },
  },
  pair: {
    staged: async (ctx, { body }) => {
      await stepUp.assertStepUp(ctx, body)
      return async (tx) => present(await bridges.openPairing(tx), facts, tx.clock.now())
    },
  },
  remove: async (ctx) => {
    await bridges.remove(ctx)
  },
})
