import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { presentItem, presentRun } from './present.ts'
import * as bulk from './service.ts'

export const bulkHandlers: Handlers<Api['bulk']> = {
  preview: (ctx, { body }) => bulk.preview(ctx, body),
  create: async (ctx, { body }) => ({ bulkId: await bulk.create(ctx, body) }),
  list: async (ctx) => (await bulk.list(ctx)).map(presentRun),
  get: async (ctx, { params }) => presentRun(await bulk.get(ctx, params.bulkId)),
  items: async (ctx, { params, query }) => (await bulk.listItems(ctx, params.bulkId, query)).map(presentItem),
  remove: (ctx, { params }) => bulk.remove(ctx, params.bulkId),
}
