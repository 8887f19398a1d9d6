import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as settings from './service.ts'

export const accountSettingHandlers: Handlers<Api['accountSettings']> = {
  get: (ctx) => settings.get(ctx),
  update: {
    current: (ctx) => settings.get(ctx),
    apply: (ctx, { body }) => settings.update(ctx, body.web ?? {}),
  },
  remove: async (ctx) => {
    await settings.remove(ctx)
    return { success: true, message: 'The settings were removed.' }
  },
}
