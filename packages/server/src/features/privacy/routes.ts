import type { Api, Scope } from '@latchwork/contract'
import { FileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/mount.ts'
import type { RequestCtx } from '../../platform/context.ts'
import * as stepUp from '../identity/step-up/service.ts'
import * as accountUsers from '../identity/users/service.ts'
import * as privacy from './service.ts'

/** A token that may not read or change rights and logs one by one may not do it to all of a person at once. */
async function assertScopes(
  ctx: RequestCtx<'scope_missing' | 'not_found'>,
  accountUserId: number,
  needed: readonly Scope[],
): Promise<void> {
  await accountUsers.get(ctx, accountUserId)
  if (needed.some((scope) => !ctx.principal.scopes.has(scope)))
    ctx.fail('scope_missing', { message: `The token needs the scopes ${needed.join(', ')}.` })
}

export const privacyHandlers: Handlers<Api['privacy']> = {
  export: async (ctx, { params: { accountUserId } }) => {
    await assertScopes(ctx, accountUserId, ['account', 'smartlock.auth', 'smartlock.log'])
    const parts = await privacy.exportPerson(ctx, accountUserId)
    return FileAnswer.of(parts, 'application/json', `person-${accountUserId}.json`)
  },
  erase: {
    staged: async (ctx, { params: { accountUserId }, body }) => {
      await assertScopes(ctx, accountUserId, ['account', 'smartlock.auth'])
      await stepUp.assertStepUp(ctx, body)
      return privacy.beginErasure(ctx, accountUserId)
    },
  },
}
