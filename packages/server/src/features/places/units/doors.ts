import { type Ctx, inTransaction, type RequestCtx, type WorkCtx } from '../../../platform/context.ts'
import { assertLocks, assertNothingGained } from '../../keys/token-limits/service.ts'
import * as smartlocks from '../../locks/service.ts'
import * as addresses from '../addresses/service.ts'
import * as store from './store.ts'

/** A unit and its own doors. */
export interface UnitView {
  row: store.UnitRow
  smartlockIds: number[]
}

const namedBy = ({ smartlock_ids }: Pick<store.UnitRow, 'smartlock_ids'>): number[] =>
  smartlock_ids === null ? [] : (JSON.parse(smartlock_ids) as number[])

/** Units with their own doors, as far as those locks are still the account's: one question for all of them. */
export async function withDoors(ctx: Ctx<never>, rows: readonly store.UnitRow[]): Promise<UnitView[]> {
  const names = await smartlocks.namesOf(ctx, [...new Set(rows.flatMap(namedBy))])
  return rows.map((row) => ({ row, smartlockIds: namedBy(row).filter((id) => names.has(id)) }))
}

/**
 * The doors that a stay opens: those of the address, which all share, and those of its unit (D170). They are the ids as
 * stored; whoever uses them asks for the locks anyway.
 */
export async function doorsOf(
  ctx: Ctx<never>,
  { addressId, unitId }: { addressId: number; unitId: string | null },
): Promise<number[]> {
  const shared = await addresses.smartlockIdsOf(ctx, addressId)
  const unit = unitId === null ? undefined : await store.find(ctx.db, ctx.accountId, addressId, unitId)
  if (!unit) return shared
  const [view] = await withDoors(ctx, [unit])
  return [...new Set([...shared, ...(view?.smartlockIds ?? [])])]
}

/** What a unit's row is to say about its doors: only own locks, and only such as the caller is for (D38, D119, D209). */
export async function doorColumn(ctx: WorkCtx<'not_found'>, addressId: number, named: readonly number[]) {
  const smartlockIds = [...new Set(named)]
  assertLocks(ctx, smartlockIds)
  assertNothingGained(ctx, addressId, smartlockIds)
  if (smartlockIds.length > 0) await smartlocks.assertOwn(ctx, smartlockIds)
  return { smartlock_ids: smartlockIds.length === 0 ? null : JSON.stringify(smartlockIds) }
}

/**
 * Gives a unit other doors; the codes of its stays follow by themselves, as when the address changes (D83). Answers which
 * doors are new.
 */
export function changeDoors(
  ctx: RequestCtx<'not_found'>,
  addressId: number,
  id: string,
  named: readonly number[],
): Promise<number[]> {
  return inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    const [unit] = await store.listByIds(tx.db, tx.accountId, [id])
    if (unit?.address_id !== addressId) return tx.fail('not_found')
    const column = await doorColumn(tx, addressId, named)
    if (column.smartlock_ids === unit.smartlock_ids) return []
    await store.update(tx.db, tx.accountId, [id], column)
    await follow(tx, addressId)
    const before = new Set(namedBy(unit))
    return namedBy(column).filter((door) => !before.has(door))
  })
}

/** Stays get and lose codes; tokens that are limited to the address are for its units' doors, too (D119). */
async function follow(ctx: WorkCtx<'not_found'>, addressId: number): Promise<void> {
  await ctx.ports.stayDoorsChanged(ctx, addressId)
  forgetTokens(ctx)
}

/** What tokens and roles are for is remembered with the tokens. */
export const forgetTokens = (ctx: Ctx<never>): void =>
  ctx.afterCommit(() => ctx.wake.notify('credential', ctx.accountId))
