import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import * as imports from './service.ts'

export const importHandlers: Handlers<Api['imports']> = {
  list: async (ctx) => (await imports.list(ctx)).map(imports.presentListed),
  create: async (ctx, { body }) => {
    imports.assertScopes(ctx)
    const { accountId, name } = ctx.principal
    return { importId: await imports.create(ctx, body, { accountId, name }) }
  },
  locks: (ctx) => imports.listLocks(ctx),
  get: async (ctx, { params }) => imports.presentImport(await imports.get(ctx, params.importId)),
  start: async (ctx, { params }) => {
    await imports.get(ctx, params.importId)
    imports.assertScopes(ctx)
    return imports.start(ctx, params.importId)
  },
  remove: (ctx, { params }) => imports.remove(ctx, params.importId),
}
