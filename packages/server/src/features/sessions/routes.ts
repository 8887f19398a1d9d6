import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import * as sessions from './service.ts'

export const sessionHandlers: Handlers<Api['sessions']> = {
  login: (ctx, { body }) => sessions.login(ctx, body),
  logout: (ctx) => sessions.logout(ctx),
}
