import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as stepUp from '../step-up/service.ts'
import * as retention from './service.ts'

export const retentionHandlers: Handlers<Api['retention']> = {
  get: (ctx) => retention.get(ctx),
  update: {
    current: (ctx) => retention.get(ctx),
    staged: async (ctx, { body: { currentPassword, otp, ...changes } }) => {
      const isProved = await retention.isShortened(ctx, changes)
      if (isProved) await stepUp.assertStepUp(ctx, { currentPassword, otp })
      return (tx) => retention.update(tx, changes, isProved)
    },
  },
}
