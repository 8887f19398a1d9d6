import type { Ctx } from '../../platform/context.ts'
import { emit } from '../events/outbox/service.ts'
import { authsEvent } from './present.ts'
import * as store from './store.ts'

/** Tells by events that something is wrong with authorizations that nothing has changed about. */
export async function warn(ctx: Ctx<never>, ids: readonly string[], text: string): Promise<void> {
  if (ids.length === 0) return
  const rows = await store.listByIds(ctx.db, ctx.accountId, ids)
  await emit(
    ctx,
    rows.map((row) => authsEvent({ ...row, error: row.error === null ? text : `${text} ${row.error}` })),
  )
}
