import type { Ctx } from '../../../platform/context.ts'
import type * as smartlocks from '../../locks/service.ts'
import * as store from './store.ts'

/** Codes on locks that were not granted here. They are listed and take up places; nobody ever changes them. */

/** A page of what a lock says: it speaks for all places after `after` up to and with `upTo`. */
export async function applyPage(
  ctx: Ctx<never>,
  { account_id, smartlock_id }: smartlocks.SmartlockRow,
  page: smartlocks.ForeignPage,
): Promise<void> {
  const known = new Map(
    (await store.list(ctx.db, account_id, smartlock_id, page)).map((row) => [row.slot, row.name]),
  )
  const named = new Map(page.codes.map(({ slot, name }) => [slot, name ?? null]))
  const changed = [...named].filter(([slot, name]) => known.get(slot) !== name)
  const gone = [...known.keys()].filter((slot) => !named.has(slot))
  const seen = { account_id, smartlock_id, first_seen_at: ctx.clock.now() }
  if (changed.length > 0)
    await store.put(
      ctx.db,
      changed.map(([slot, name]) => ({ ...seen, slot, name })),
    )
  if (gone.length > 0) await store.remove(ctx.db, account_id, smartlock_id, gone)
}

export const list = (ctx: Ctx<never>, smartlockId: number) => store.list(ctx.db, ctx.accountId, smartlockId)

export const countByLock = (ctx: Ctx<never>, smartlockIds: readonly number[]) =>
  smartlockIds.length === 0
    ? Promise.resolve(new Map<number, number>())
    : store.countByLock(ctx.db, ctx.accountId, smartlockIds)
