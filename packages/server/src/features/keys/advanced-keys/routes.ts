import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as stepUp from '../../identity/step-up/service.ts'
import { presentAdvancedKey } from './present.ts'
import * as advancedKeys from './service.ts'

/** `autoApprove`: an application is accepted at once instead of waiting for the operator (8.5). */
export const advancedKeyHandlers = (options: { autoApprove: boolean }): Handlers<Api['advancedKeys']> => ({
  get: async (ctx, { params }) => {
    const { row, secret } = await advancedKeys.show(ctx, params.apiKeyId)
    return presentAdvancedKey(row, secret)
  },
  apply: {
    staged: async (ctx, { params, body: { currentPassword, otp, ...application } }) => {
      await stepUp.assertMayOutlive(ctx, { currentPassword, otp }, 'nothing')
      return (tx) => advancedKeys.apply(tx, params.apiKeyId, application, options)
    },
  },
  update: {
    current: async (ctx, { params }) =>
      presentAdvancedKey(await advancedKeys.get(ctx, params.apiKeyId), undefined),
    staged: async (ctx, { params, body: { currentPassword, otp, ...changes } }) => {
      if (Object.keys(changes).length > 0)
        await stepUp.assertMayOutlive(ctx, { currentPassword, otp }, 'nothing')
      return (tx) => advancedKeys.update(tx, params.apiKeyId, changes)
    },
  },
  remove: (ctx, { params }) => advancedKeys.remove(ctx, params.apiKeyId),
  replaceSecret: {
    staged: async (ctx, { params, body: { overlapHours = 24, ...proof } }) => {
      await advancedKeys.get(ctx, params.apiKeyId)
      await stepUp.assertMayOutlive(ctx, proof, 'nothing')
      return async (tx) => {
        const { row, secret } = await advancedKeys.replaceSecret(tx, params.apiKeyId, overlapHours)
        return presentAdvancedKey(row, secret)
      }
    },
  },
  reactivate: (ctx, { params }) => advancedKeys.reactivate(ctx, params.apiKeyId),
})
