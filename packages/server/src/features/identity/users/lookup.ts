import { limitsFor, type WorkCtx } from '../../../platform/context.ts'
import * as store from './store.ts'

/** Undefined: everybody of the account. */
export function circleOf({ principal }: WorkCtx): store.Circle | undefined {
  const limits = principal && limitsFor(principal, 'manageAuthorizations')
  return principal && limits && { smartlockIds: limits.smartlockIds, accountId: principal.accountId }
}

async function getUser(ctx: WorkCtx<'not_found'>, accountUserId: number): Promise<store.AccountUserRow> {
  const [user] = await listByIds(ctx, [accountUserId])
  return user ?? ctx.fail('not_found')
}

/** Returns the rows that exist, and leaves out the others. */
export async function listByIds(
  ctx: WorkCtx,
  accountUserIds: readonly number[],
): Promise<store.AccountUserRow[]> {
  const ids = [...new Set(accountUserIds)]
  if (ids.length === 0) return []
  return store.listByIds(ctx.db, ctx.accountId, { ids, circle: circleOf(ctx) })
}

/** The user; one that is being deleted cannot be changed any more (D66). */
export async function findUnlocked(
  ctx: WorkCtx<'not_found' | 'resource_locked'>,
  accountUserId: number,
): Promise<store.AccountUserRow> {
  const user = await getUser(ctx, accountUserId)
  if (user.operation_id !== null) ctx.fail('resource_locked', { operationId: user.operation_id })
  return user
}
