import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { find } from './service.ts'

export const searchHandlers: Handlers<Api['search']> = {
  find: (ctx, { query }) => find(ctx, query),
}
