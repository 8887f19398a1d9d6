import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { present } from './present.ts'
import * as accountUsers from './service.ts'

export const accountUserHandlers = (revokeAll: accountUsers.RevokeAll): Handlers<Api['accountUsers']> => ({
  list: async (ctx, { query }) => (await accountUsers.list(ctx, query)).map(present),
  create: async (ctx, { body }) => present(await accountUsers.create(ctx, body)),
  get: async (ctx, { params }) => present(await accountUsers.get(ctx, params.accountUserId)),
  update: {
    current: async (ctx, { params }) => present(await accountUsers.get(ctx, params.accountUserId)),
    apply: async (ctx, { params, body }) =>
      present(await accountUsers.update(ctx, params.accountUserId, body)),
  },
  remove: async (ctx, { params }) => ({
    operationId: await accountUsers.remove(ctx, params.accountUserId, revokeAll),
    body: { success: true, message: 'The user is deleted once every lock has dropped what they were given.' },
  }),
})
