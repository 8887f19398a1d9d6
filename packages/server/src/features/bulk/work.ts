import { type BulkAction, type ErrorCode, LOCK_ACTION } from '@latchwork/contract'
import type { WorkCtx } from '../../platform/context.ts'
import * as access from '../access/service.ts'
import * as users from '../identity/users/service.ts'
import { assertLocks } from '../keys/token-limits/service.ts'
import * as locks from '../locks/service.ts'
import type { ItemRow } from './item-store.ts'
import { newEnd, type Terms } from './rules.ts'

/** How a thing ended; refusals are thrown. */
export interface Done {
  outcome: 'done' | 'same'
  operationId?: string
}

type Work = (ctx: WorkCtx<ErrorCode>, item: ItemRow, terms: Terms) => Promise<Done>

const SAME: Done = { outcome: 'same' }
const doneBy = (operationId: string | undefined): Done =>
  operationId === undefined ? SAME : { outcome: 'done', operationId }

/** One thing, as the call about it alone would do it, with the same refusals. */
export const WORK: Record<BulkAction, Work> = {
  lockDoors: async (ctx, { item_id }) => {
    assertLocks(ctx, [Number(item_id)])
    return doneBy(await locks.operate(ctx, Number(item_id), { action: LOCK_ACTION.lock }))
  },
  renameDoors: async (ctx, { item_id, new_name }) => {
    assertLocks(ctx, [Number(item_id)])
    const { name } = await locks.get(ctx, Number(item_id))
    if (name === new_name || new_name === null) return SAME
    await locks.update(ctx, Number(item_id), { name: new_name })
    return { outcome: 'done' }
  },
  revokeRights: async (ctx, { item_id }) => {
    const rows = await access.knownRows(ctx, [item_id])
    assertLocks(
      ctx,
      rows.map(({ smartlock_id }) => smartlock_id),
    )
    return doneBy(
      await access.revoke(
        ctx,
        rows.map(({ id }) => id),
      ),
    )
  },
  extendRights: async (ctx, { item_id }, terms) => {
    const [row] = await access.knownRows(ctx, [item_id])
    if (!row) return ctx.fail('not_found')
    assertLocks(ctx, [row.smartlock_id])
    const untilDate = newEnd(terms, row.until_date)
    if (untilDate === undefined) return SAME
    return doneBy(await access.change(ctx, [{ id: item_id, patch: { window: { untilDate } } }]))
  },
  revokePeople: async (ctx, { item_id }) => {
    const { account_user_id: id } = await users.get(ctx, Number(item_id))
    return doneBy(await access.revoke(ctx, await theirs(ctx, await access.idsOfUser(ctx, id))))
  },
}

/** Those of these rights that are there, on doors that the caller is for (D119, D209). */
async function theirs(ctx: WorkCtx, ids: readonly string[]): Promise<string[]> {
  const only = ctx.principal?.limits?.smartlockIds
  const rows = await access.knownRows(ctx, ids)
  return rows.filter(({ smartlock_id }) => !only || only.has(smartlock_id)).map(({ id }) => id)
}
