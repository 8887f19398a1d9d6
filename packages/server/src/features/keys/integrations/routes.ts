import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { presentGrant, presentToken } from './present.ts'
import * as integrations from './service.ts'

export const integrationHandlers: Handlers<Api['integrations']> = {
  list: async (ctx) => {
    const { tokens, grants } = await integrations.list(ctx)
    return [...tokens.map(presentToken), ...grants.map(presentGrant)]
  },
  remove: async (ctx, { body }) => {
    await integrations.remove(ctx, body)
    return { success: true, message: 'The integration was removed.' }
  },
}
