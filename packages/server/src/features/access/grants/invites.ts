import type { Ctx } from '../../../platform/context.ts'
import * as account from '../../identity/account/service.ts'
import * as accountUsers from '../../identity/users/service.ts'
import * as mail from '../../mail/service.ts'
import type { LockWithCapability } from './locks.ts'

const INVITE_MS = 48 * 3_600_000

/** What an app shows to take part, encrypted, for two days (D56). */
export const inviteColumns = (ctx: Ctx<never>, id: string, key: string | undefined) => ({
  invite_sealed: key === undefined ? null : ctx.sealer.seal(key, `smartlock_auth.invite ${id}`),
  invite_until: key === undefined ? null : ctx.clock.now() + INVITE_MS,
})

/** Mails the keys to the person they are for, one for each lock. */
export async function mailInvite(
  ctx: Ctx<never>,
  accountUserId: number,
  locks: readonly LockWithCapability[],
  keys: readonly string[],
): Promise<void> {
  const user = await accountUsers.find(ctx, accountUserId)
  if (!user) return
  await mail.send(ctx, {
    to: user.email,
    template: 'invite',
    language: user.language,
    values: {
      name: user.name,
      accountName: await account.nameOf(ctx, ctx.accountId),
      keys: locks.map(({ name }, i) => ({ smartlockName: name, key: keys[i] as string })),
    },
  })
}
