import type { Api } from '@latchwork/contract'
import { CookieAnswer, cookieOf } from '../../../http/cookie-answer.ts'
import type { Handlers } from '../../../http/mount.ts'
import * as stepUp from '../step-up/service.ts'
import { presentSession } from './present.ts'
import * as remembered from './remembered.ts'
import { DEVICE_COOKIE, DEVICE_PATH, REMEMBERED_SECONDS } from './rules.ts'
import * as sessions from './service.ts'

export const sessionHandlers: Handlers<Api['sessions']> = {
  login: (ctx, { body }) => sessions.login(ctx, body),
  logout: (ctx) => sessions.logout(ctx),
  verify: (ctx, { body }) => stepUp.renew(ctx, body),
  remember: {
    staged: async (ctx, { body }) => {
      // What lives for three months is not made of a token that somebody left behind.
      await stepUp.assertStepUp(ctx, body)
      return async (tx) => {
        const { signedIn, secret } = await remembered.remember(tx)
        return CookieAnswer.of(signedIn, {
          ...{ name: DEVICE_COOKIE, value: secret, path: DEVICE_PATH },
          maxAgeSeconds: REMEMBERED_SECONDS,
        })
      }
    },
  },
  resume: (ctx) => remembered.resume(ctx, cookieOf(ctx.incoming.headers.cookie, DEVICE_COOKIE)),
  list: async (ctx, { query: { id, limit = 50 } }) =>
    (await sessions.list(ctx, { limit, ...(id !== undefined && { id }) })).map((row) =>
      presentSession(row, ctx.principal.tokenId),
    ),
  removeOthers: (ctx) => sessions.removeOthers(ctx),
  remove: (ctx, { params }) => sessions.remove(ctx, params.sessionId),
}
