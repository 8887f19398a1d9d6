import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { assertMayGive } from './granting.ts'
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
  createToken: {
    staged: async (ctx, { params, body: { currentPassword, otp, ...fields } }) => {
      await assertMayGive(ctx, fields.scopes, { currentPassword, otp })
      return async (tx) => {
        const { row, token } = await apiKeys.createToken(tx, params.apiKeyId, fields)
        return presentToken(row, token)
      }
    },
  },
  updateToken: {
    current: async (ctx, { params }) => presentToken(await apiKeys.getToken(ctx, params.apiKeyId, params.id)),
    staged: async (ctx, { params, body: { currentPassword, otp, ...changes } }) => {
      const { description: _name, ...worth } = changes
      if (Object.keys(worth).length > 0) {
        const given = await apiKeys.scopesGivenBy(ctx, params.apiKeyId, params.id, changes)
        await assertMayGive(ctx, given, { currentPassword, otp })
      }
      return (tx) => apiKeys.updateToken(tx, params.apiKeyId, params.id, changes)
    },
  },
  removeToken: (ctx, { params }) => apiKeys.removeToken(ctx, params.apiKeyId, params.id),
}
