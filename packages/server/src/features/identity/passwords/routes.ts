import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as passwords from './service.ts'

export const passwordResetHandlers: Handlers<Api['passwordReset']> = {
  request: async (ctx, { body }) => {
    await passwords.requestReset(ctx, body.email)
    return { success: true, message: 'If the address has an account, a mail with a reset is on its way.' }
  },
  confirm: async (ctx, { body }) => {
    await passwords.confirmReset(ctx, body)
    return { success: true, message: 'The password was changed.' }
  },
}
