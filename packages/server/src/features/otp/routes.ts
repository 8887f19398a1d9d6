import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import * as otp from './service.ts'

export const otpHandlers: Handlers<Api['otp']> = {
  request: (ctx) => otp.request(ctx),
  enable: async (ctx, { body }) => {
    await otp.enable(ctx, body.otp)
    return { success: true, message: 'One-time passwords are on.' }
  },
  disable: async (ctx) => {
    await otp.disable(ctx, ctx.principal.accountId)
    return { success: true, message: 'One-time passwords are off.' }
  },
}
