import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { present } from './present.ts'
import * as operations from './service.ts'

export const operationHandlers: Handlers<Api['operations']> = {
  list: async (ctx, { query }) => (await operations.list(ctx, query)).map(present),
  get: async (ctx, { params }) => present(await operations.get(ctx, params.operationId)),
}
