import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as stepUp from '../step-up/service.ts'
import { presentSession } from './present.ts'
import * as sessions from './service.ts'

export const sessionHandlers: Handlers<Api['sessions']> = {
  login: (ctx, { body }) => sessions.login(ctx, body),
  logout: (ctx) => sessions.logout(ctx),
  verify: (ctx, { body }) => stepUp.renew(ctx, body),
  list: async (ctx, { query: { id, limit = 50 } }) =>
    (await sessions.list(ctx, { limit, ...(id !== undefined && { id }) })).map((row) =>
      presentSession(row, ctx.principal.tokenId),
    ),
  removeOthers: (ctx) => sessions.removeOthers(ctx),
  remove: (ctx, { params }) => sessions.remove(ctx, params.sessionId),
}
