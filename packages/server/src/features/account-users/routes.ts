import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { present } from './present.ts'
import * as accountUsers from './service.ts'

export const accountUserHandlers: Handlers<Api['accountUsers']> = {
  list: async (ctx, { query }) => (await accountUsers.list(ctx, query)).map(present),
  create: async (ctx, { body }) => present(await accountUsers.create(ctx, body)),
  get: async (ctx, { params }) => present(await accountUsers.get(ctx, params.accountUserId)),
  update: {
    current: async (ctx, { params }) => present(await accountUsers.get(ctx, params.accountUserId)),
    apply: async (ctx, { params, body }) =>
      present(await accountUsers.update(ctx, params.accountUserId, body)),
  },
}
