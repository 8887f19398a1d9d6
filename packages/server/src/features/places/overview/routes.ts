import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { overview } from './service.ts'

export const overviewHandlers: Handlers<Api['overview']> = {
  get: (ctx) => overview(ctx),
}
