import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { presentAdvancedKey } from './present.ts'
import * as advancedKeys from './service.ts'

/** `autoApprove`: an application is accepted at once instead of waiting for the operator (8.5). */
export const advancedKeyHandlers = (options: { autoApprove: boolean }): Handlers<Api['advancedKeys']> => ({
  get: async (ctx, { params }) => {
    const { row, secret } = await advancedKeys.get(ctx, params.apiKeyId)
    return presentAdvancedKey(row, secret)
  },
  apply: (ctx, { params, body }) => advancedKeys.apply(ctx, params.apiKeyId, body, options),
  update: {
    current: async (ctx, { params }) => {
      const { row } = await advancedKeys.get(ctx, params.apiKeyId)
      return presentAdvancedKey(row, undefined)
    },
    apply: (ctx, { params, body }) => advancedKeys.update(ctx, params.apiKeyId, body),
  },
  remove: (ctx, { params }) => advancedKeys.remove(ctx, params.apiKeyId),
  replaceSecret: async (ctx, { params, body }) => {
    const { row, secret } = await advancedKeys.replaceSecret(ctx, params.apiKeyId, body.overlapHours ?? 24)
    return presentAdvancedKey(row, secret)
  },
  reactivate: (ctx, { params }) => advancedKeys.reactivate(ctx, params.apiKeyId),
})
