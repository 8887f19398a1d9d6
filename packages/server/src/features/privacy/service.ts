import type { Ctx } from '../../platform/context.ts'
import * as users from '../identity/users/service.ts'
import { exported } from './export.ts'

export { beginErasure, erasePerson } from './erasure.ts'

/** Everything about one person of the account, part by part. */
export async function exportPerson(
  ctx: Ctx<'not_found'>,
  accountUserId: number,
): Promise<AsyncIterable<string>> {
  await users.get(ctx, accountUserId)
  return exported(ctx, accountUserId)
}
