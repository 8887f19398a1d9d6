import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import * as plans from './service.ts'

const PAGE = 100

export const planHandlers: Handlers<Api['plans']> = {
  list: (ctx, { query: { limit = PAGE, ...page } }) => plans.list(ctx, { ...page, limit }),
  preview: (ctx, { body }) => plans.preview(ctx, body),
  create: (ctx, { body: { changes, ...fields } }) => plans.create(ctx, fields, changes),
  get: (ctx, { params }) => plans.get(ctx, params.planId),
  update: (ctx, { params, body: { changes, ...fields } }) =>
    plans.update(ctx, params.planId, fields, changes),
  confirm: (ctx, { params, body }) => plans.confirm(ctx, params.planId, body.changes),
  realign: (ctx, { params, body }) => plans.realign(ctx, params.planId, body.changes),
  remove: (ctx, { params, query }) => plans.remove(ctx, params.planId, query.changes),
}
