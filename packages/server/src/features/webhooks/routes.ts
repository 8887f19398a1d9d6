import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import * as logs from './logs.ts'
import { present, presentLog } from './present.ts'
import * as webhooks from './service.ts'

export const webhookHandlers: Handlers<Api['webhooks']> = {
  list: async (ctx) => (await webhooks.list(ctx)).map((row) => present(row)),
  register: async (ctx, { body }) => {
    const { row, secret } = await webhooks.register(ctx, body)
    return present(row, secret)
  },
  remove: async (ctx, { params }) => {
    await webhooks.remove(ctx, params.id)
    return { success: true, message: 'The webhook was removed.' }
  },
  test: async (ctx, { params }) => {
    const { succeeded, text } = await webhooks.test(ctx, params.id)
    return { success: succeeded, message: text }
  },
  replaceSecret: async (ctx, { params, body }) => {
    const { row, secret } = await webhooks.replaceSecret(ctx, params.id, body.overlapHours ?? 24)
    return present(row, secret)
  },
  logOf: async (ctx, { params, query }) => (await logs.listLogOf(ctx, params.id, query)).map(presentLog),
  logs: async (ctx, { params, query }) => (await logs.listLog(ctx, params.apiKeyId, query)).map(presentLog),
  resend: (ctx, { params }) => logs.resend(ctx, params.apiKeyId, params.id),
}
