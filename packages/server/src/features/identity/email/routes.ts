import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as stepUp from '../step-up/service.ts'
import * as emailAddress from './service.ts'

export const emailAddressHandlers: Handlers<Api['emailAddress']> = {
  change: {
    staged: async (ctx, { body }) => {
      await stepUp.assertManagerStepUp(ctx, body)
      return async (tx) => {
        await emailAddress.requestChange(tx, body.email)
        return { success: true, message: 'A code was sent to the new address.' }
      }
    },
  },
  verify: async (ctx, { body }) => {
    if (body.code === undefined) {
      await emailAddress.resend(ctx)
      return { success: true, message: 'A code was sent.' }
    }
    const success = await emailAddress.verify(ctx, body.code)
    return {
      success,
      message: success ? 'The mail address is verified.' : 'The code is wrong or too old.',
    }
  },
}
