import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as stepUp from '../step-up/service.ts'
import * as otp from './service.ts'

export const otpHandlers: Handlers<Api['otp']> = {
  request: {
    // Who confirms a secret of their own locks everybody else out.
    staged: async (ctx, { body }) => {
      if (!(await otp.isOn(ctx, ctx.principal.accountId))) await stepUp.assertOwnerStepUp(ctx, body)
      return otp.request
    },
  },
  enable: async (ctx, { body }) => {
    await otp.enable(ctx, body.otp)
    return { success: true, message: 'One-time passwords are on.' }
  },
  disable: {
    staged: async (ctx, { body }) => {
      const { accountId } = ctx.principal
      const isOn = await otp.isOn(ctx, accountId)
      if (isOn) await stepUp.assertManagerStepUp(ctx, body)
      return async (tx) => {
        await (isOn ? otp.disable(tx, accountId) : otp.forgetRequest(tx, accountId))
        return { success: true, message: 'One-time passwords are off.' }
      }
    },
  },
}
