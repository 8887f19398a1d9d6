import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { toWireDate } from '../../../platform/clock.ts'
import * as stepUp from '../step-up/service.ts'
import * as recoveryCodes from './service.ts'

export const recoveryCodeHandlers: Handlers<Api['recoveryCodes']> = {
  get: async (ctx) => {
    const { left, createdAt } = await recoveryCodes.summary(ctx)
    return { left, ...(createdAt !== null && { creationDate: toWireDate(createdAt) }) }
  },
  make: {
    staged: async (ctx, { body }) => {
      await stepUp.assertStepUp(ctx, body)
      return async (tx) => ({ codes: await recoveryCodes.make(tx) })
    },
  },
}
