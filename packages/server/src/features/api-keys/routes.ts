import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { presentKey, presentToken } from './present.ts'
import * as apiKeys from './service.ts'

export const apiKeyHandlers: Handlers<Api['apiKeys']> = {
  list: async (ctx) => (await apiKeys.list(ctx)).map(presentKey),
  create: async (ctx, { body }) => presentKey(await apiKeys.create(ctx, body)),
  update: {
    current: async (ctx, { params }) => presentKey(await apiKeys.get(ctx, params.apiKeyId)),
    apply: (ctx, { params, body }) => apiKeys.update(ctx, params.apiKeyId, body),
  },
  remove: (ctx, { params }) => apiKeys.remove(ctx, params.apiKeyId),
  listTokens: async (ctx, { params }) =>
    (await apiKeys.listTokens(ctx, params.apiKeyId)).map((row) => presentToken(row)),
  createToken: async (ctx, { params, body }) => {
    const { row, token } = await apiKeys.createToken(ctx, params.apiKeyId, body)
    return presentToken(row, token)
  },
  updateToken: {
    current: async (ctx, { params }) => presentToken(await apiKeys.getToken(ctx, params.apiKeyId, params.id)),
    apply: (ctx, { params, body }) => apiKeys.updateToken(ctx, params.apiKeyId, params.id, body),
  },
  removeToken: (ctx, { params }) => apiKeys.removeToken(ctx, params.apiKeyId, params.id),
}
