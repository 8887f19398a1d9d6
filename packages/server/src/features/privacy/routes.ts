import type { Api, Scope } from '@latchwork/contract'
import { FileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/mount.ts'
import type { RequestCtx } from '../../platform/context.ts'
import * as privacy from './service.ts'

/** A token that may not read or change rights and logs one by one may not do it to all of a person at once. */
function assertScopes(ctx: RequestCtx<'scope_missing'>, needed: readonly Scope[]): void {
  if (needed.some((scope) => !ctx.principal.scopes.has(scope)))
    ctx.fail('scope_missing', { message: `The token needs the scopes ${needed.join(', ')}.` })
}

export const privacyHandlers: Handlers<Api['privacy']> = {
  export: async (ctx, { params: { accountUserId } }) => {
    assertScopes(ctx, ['account', 'smartlock.auth', 'smartlock.log'])
    const parts = await privacy.exportPerson(ctx, accountUserId)
    return FileAnswer.of(parts, 'application/json', `person-${accountUserId}.json`)
  },
  erase: (ctx, { params: { accountUserId } }) => {
    assertScopes(ctx, ['account', 'smartlock.auth'])
    return privacy.erasePerson(ctx, accountUserId)
  },
}
