import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as retention from './service.ts'

export const retentionHandlers: Handlers<Api['retention']> = {
  get: (ctx) => retention.get(ctx),
  update: {
    current: (ctx) => retention.get(ctx),
    apply: (ctx, { body }) => retention.update(ctx, body),
  },
}
