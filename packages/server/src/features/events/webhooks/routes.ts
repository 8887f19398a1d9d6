import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as stepUp from '../../identity/step-up/service.ts'
import * as logs from './logs.ts'
import { present, presentLog } from './present.ts'
import * as webhooks from './service.ts'

export const webhookHandlers: Handlers<Api['webhooks']> = {
  list: async (ctx) => (await webhooks.list(ctx)).map((row) => present(row)),
  register: {
    // What the console sets up stays when its session ends (D117).
    staged: async (ctx, { body: { currentPassword, otp, ...webhook } }) => {
      await stepUp.assertMayOutlive(ctx, { currentPassword, otp }, 'its grant')
      return async (tx) => {
        const { row, secret } = await webhooks.register(tx, webhook)
        return present(row, secret)
      }
    },
  },
  remove: async (ctx, { params }) => {
    await webhooks.remove(ctx, params.id)
    return { success: true, message: 'The webhook was removed.' }
  },
  test: async (ctx, { params }) => {
    const { succeeded, text } = await webhooks.test(ctx, params.id)
    return { success: succeeded, message: text }
  },
  replaceSecret: {
    staged: async (ctx, { params, body: { overlapHours = 24, ...proof } }) => {
      await webhooks.get(ctx, params.id)
      await stepUp.assertMayOutlive(ctx, proof, 'its grant')
      return async (tx) => {
        const { row, secret } = await webhooks.replaceSecret(tx, params.id, overlapHours)
        return present(row, secret)
      }
    },
  },
  logOf: async (ctx, { params, query }) =>
    (await logs.listLogOf(ctx, params.webhookId, query)).map(presentLog),
  logs: async (ctx, { params, query }) => (await logs.listLog(ctx, params.apiKeyId, query)).map(presentLog),
  resend: (ctx, { params }) => logs.resend(ctx, params.apiKeyId, params.id),
}
