import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { presentRow, presentRun } from './present.ts'
import * as sheets from './service.ts'

export const sheetHandlers: Handlers<Api['sheets']> = {
  create: {
    staged: async (ctx, { body }) => {
      const file = await sheets.read(ctx, body)
      return (tx) => sheets.create(tx, body.kind, file)
    },
  },
  list: async (ctx) => (await sheets.list(ctx)).map((run) => presentRun(run, ctx.principal)),
  get: (ctx, { params }) => sheets.getWhole(ctx, params.sheetId),
  check: (ctx, { params, body }) => sheets.check(ctx, params.sheetId, body.mapping),
  start: (ctx, { params }) => sheets.start(ctx, params.sheetId),
  rows: async (ctx, { params, query }) => (await sheets.listRows(ctx, params.sheetId, query)).map(presentRow),
  remove: (ctx, { params }) => sheets.remove(ctx, params.sheetId),
}
