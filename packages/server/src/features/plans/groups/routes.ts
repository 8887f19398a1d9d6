import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as groups from './service.ts'

const PAGE = 100

export const groupHandlers: Handlers<Api['groups']> = {
  list: (ctx, { query: { limit = PAGE, ...filter } }) => groups.list(ctx, { ...filter, limit }),
  create: (ctx, { body }) => groups.create(ctx, body),
  get: (ctx, { params }) => groups.get(ctx, params.groupId),
  rename: (ctx, { params, body }) => groups.rename(ctx, params.groupId, body.name),
  remove: (ctx, { params }) => groups.remove(ctx, params.groupId),
  members: (ctx, { params, query: { limit = PAGE, ...page } }) =>
    groups.members(ctx, params.groupId, { ...page, limit }),
  join: (ctx, { params, body }) => groups.join(ctx, params.groupId, body.ids),
  leave: (ctx, { params, body }) => groups.leave(ctx, params.groupId, body.ids),
}
