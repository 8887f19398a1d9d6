import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { presentEntry } from './present.ts'
import * as audit from './service.ts'

export const auditHandlers: Handlers<Api['audit']> = {
  list: async (ctx, { query: { id, limit = 50 } }) =>
    (await audit.list(ctx, { limit, ...(id !== undefined && { id }) })).map(presentEntry),
}
