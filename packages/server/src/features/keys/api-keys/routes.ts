import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { assertMayGive, assertMayMakeClient } from './granting.ts'
import { presentKey, presentToken } from './present.ts'
import * as apiKeys from './service.ts'
import * as tokenChanges from './token-changes.ts'

export const apiKeyHandlers: Handlers<Api['apiKeys']> = {
  list: async (ctx) => (await apiKeys.list(ctx)).map(presentKey),
  create: async (ctx, { body }) => presentKey(await apiKeys.create(ctx, body)),
  update: {
    current: async (ctx, { params }) => presentKey(await apiKeys.get(ctx, params.apiKeyId)),
    staged: async (ctx, { params, body: { currentPassword, otp, ...body } }) => {
      const changes = await apiKeys.withoutSameUris(ctx, params.apiKeyId, body)
      if (changes.redirectUris !== undefined) await assertMayMakeClient(ctx, { currentPassword, otp })
      return (tx) => apiKeys.update(tx, params.apiKeyId, changes)
    },
  },
  remove: (ctx, { params }) => apiKeys.remove(ctx, params.apiKeyId),
  listTokens: async (ctx, { params }) =>
    (await apiKeys.listTokens(ctx, params.apiKeyId)).map((row) => presentToken(row)),
  createToken: {
    staged: async (ctx, { params, body: { currentPassword, otp, ...fields } }) => {
      await assertMayGive(ctx, fields, { currentPassword, otp })
      return async (tx) => {
        const { row, token } = await apiKeys.createToken(tx, params.apiKeyId, fields)
        return presentToken(row, token)
      }
    },
  },
  updateToken: {
    current: async (ctx, { params }) => presentToken(await apiKeys.getToken(ctx, params.apiKeyId, params.id)),
    staged: async (ctx, { params, body: { currentPassword, otp, ...body } }) => {
      const changes = await tokenChanges.withoutSameKind(ctx, params.apiKeyId, params.id, body)
      const { description: _name, management, ...worth } = changes
      if (management || Object.keys(worth).length > 0) {
        const scopes = await tokenChanges.scopesGivenBy(ctx, params.apiKeyId, params.id, changes)
        await assertMayGive(ctx, { scopes, management: management === true }, { currentPassword, otp })
      }
      return (tx) => tokenChanges.updateToken(tx, params.apiKeyId, params.id, changes)
    },
  },
  removeToken: (ctx, { params }) => apiKeys.removeToken(ctx, params.apiKeyId, params.id),
}
