import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as stepUp from '../../identity/step-up/service.ts'
import { presentAll } from './present.ts'
import * as integrations from './service.ts'

export const integrationHandlers: Handlers<Api['integrations']> = {
  list: async (ctx) => presentAll(ctx.principal, await integrations.list(ctx), ctx.clock.now()),
  remove: async (ctx, { body }) => {
    await integrations.remove(ctx, body)
    return { success: true, message: 'The integration was removed.' }
  },
  request: (ctx, { body }) => integrations.request(ctx, body.query),
  consent: {
    // What is allowed here goes on when the session has ended (D110); who does not allow need prove nothing.
    staged: async (ctx, { body: { ticket, isAllowed, isForOneHour = false, ...proof } }) => {
      if (isAllowed) await stepUp.assertStepUp(ctx, proof)
      return async (tx) => {
        if (isAllowed) await stepUp.assertStillThere(tx)
        return { redirectTo: await integrations.consent(tx, { ticket, isAllowed, isForOneHour }) }
      }
    },
  },
}
