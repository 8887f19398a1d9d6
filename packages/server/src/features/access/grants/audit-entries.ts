import type { Ctx, WorkCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import type { Versions } from '../history/service.ts'
import type { AuthRow } from '../store.ts'

type Recorded = Pick<AuthRow, 'id' | 'smartlock_id' | 'type'> & Partial<Pick<AuthRow, 'account_user_id'>>

/**
 * Every right that is given, changed or taken away, in one go however many there are. Neither codes nor names: the log
 * outlives the people it is about.
 */
export function recordRights(
  ctx: Ctx<never> | WorkCtx,
  action: 'created' | 'updated' | 'deleted',
  rows: readonly Recorded[],
  versions: Versions,
  changesOf?: (index: number) => readonly string[],
): Promise<void> {
  const isAsked = 'principal' in ctx && ctx.principal !== undefined
  const entries = rows.map(({ id, smartlock_id, type, account_user_id }, i) => ({
    action: `authorization.${action}` as const,
    subject: id,
    detail: {
      smartlockId: String(smartlock_id),
      type: String(type),
      ...(account_user_id != null && { accountUserId: String(account_user_id) }),
      ...(changesOf && { changed: changesOf(i).join(',') }),
      // What was written down of it, so that the chain covers its history as well.
      ...(versions.has(id) && { version: versions.get(id) as string }),
    },
  }))
  return audit.recordAll(isAsked ? ctx : { ...ctx, actor: audit.SERVICE }, entries)
}
