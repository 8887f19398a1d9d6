import { AUTOMATION } from '@latchwork/contract'
import { type Ctx, inTransaction, type RequestCtx, type WorkCtx } from '../../../platform/context.ts'
import * as smartlocks from '../../locks/service.ts'
import * as addresses from '../addresses/service.ts'
import * as codes from './codes/service.ts'
import { scheduleOf } from './rules.ts'
import * as store from './store.ts'

/** The stay and its codes; the same 404 as ever when it is not of this address. */
export async function find(ctx: Ctx<'not_found'>, addressId: number, id: string): Promise<codes.HeldStay> {
  const row = await store.findAnywhere(ctx.db, ctx.accountId, id)
  if (row?.address_id !== addressId) ctx.fail('not_found')
  return { row: row as store.ReservationRow, codes: await codes.listOf(ctx.db, ctx.accountId, id) }
}

/** A lock that is online is at work on the codes; what waits for locks that are offline can still be changed (8.8). */
export async function assertFree(
  ctx: Ctx<'resource_locked'>,
  { row, codes: held }: codes.HeldStay,
): Promise<void> {
  const open = held.filter((code) => code.state === 'pending' || code.state === 'removing')
  const isBusy =
    (
      await smartlocks.onlineAmong(
        ctx,
        open.map((code) => code.smartlock_id),
      )
    ).length > 0
  if (isBusy)
    ctx.fail('resource_locked', { ...(row.operation_id !== null && { operationId: row.operation_id }) })
}

/** The window of a stay's codes as its facts are now. */
async function planOf(ctx: Ctx<'not_found'>, row: store.ReservationRow) {
  const address = await addresses.get(ctx, row.address_id)
  return scheduleOf(row, addresses.timesOf(ctx, address), true, ctx.clock.now())
}

type IssueRefusal = codes.CodeRefusal | 'no_keypad_lock' | 'reservation_not_active'

/** Puts the code on every keypad lock of the address and of its unit that lacks it; undefined when none does (D82). */
export function issue(
  ctx: RequestCtx<IssueRefusal>,
  addressId: number,
  id: string,
): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const stay = await find(tx, addressId, id)
    const plan = await planOf(tx, stay.row)
    if (stay.row.state === 'canceled' || plan.valid_until <= tx.clock.now()) tx.fail('reservation_not_active')
    const smartlockIds = await codes.keypadLocksOf(tx, stay.row)
    if (smartlockIds.length === 0) tx.fail('no_keypad_lock')
    await assertFree(tx, stay)
    const wanted = { smartlockIds, from: plan.valid_from, until: plan.valid_until }
    const operationId = await codes.issue(tx, stay, wanted, AUTOMATION.none)
    await follow(tx, id)
    return operationId
  })
}

/** The clock works out the rest: when to warn, when to take the codes away. */
async function follow(ctx: Ctx<never>, id: string): Promise<void> {
  const row = await store.update(ctx.db, ctx.accountId, id, { due_at: ctx.clock.now() })
  await codes.settleStay(ctx, row)
  ctx.afterCommit(() => ctx.wake.notify('stay'))
}

/** Takes the codes of a stay from the locks; they do not come back by themselves (D83). */
export function revoke(
  ctx: RequestCtx<'not_found' | 'resource_locked'>,
  addressId: number,
  id: string,
): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const stay = await find(tx, addressId, id)
    if (stay.codes.length === 0) return undefined
    await assertFree(tx, stay)
    const operationId = await revokeByHand(tx, stay)
    await follow(tx, id)
    return operationId
  })
}

const revokeByHand = (ctx: WorkCtx<'not_found' | 'resource_locked'>, stay: codes.HeldStay) =>
  codes.revokeAll(ctx, stay, { automation: AUTOMATION.none, auto_off: 1 }, { replacesPending: true })

/** Revokes what was issued and forgets the stay (5.11). */
export function remove(
  ctx: RequestCtx<'not_found' | 'resource_locked'>,
  addressId: number,
  id: string,
): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const stay = await find(tx, addressId, id)
    await assertFree(tx, stay)
    const operationId = stay.codes.length > 0 ? await revokeByHand(tx, stay) : undefined
    await store.remove(tx.db, tx.accountId, id)
    return operationId
  })
}

/** Gives a stay its own times; codes that were issued move along (D83). A time that is left out stays as it is (D248). */
export function updateAccessTimes(
  ctx: RequestCtx<codes.CodeRefusal>,
  addressId: number,
  id: string,
  { checkInTime, checkOutTime }: { checkInTime?: number; checkOutTime?: number },
): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const stay = await find(tx, addressId, id)
    if (checkInTime === undefined && checkOutTime === undefined) return undefined
    await assertFree(tx, stay)
    return moved(tx, stay, {
      ...(checkInTime !== undefined && { check_in_time: checkInTime }),
      ...(checkOutTime !== undefined && { check_out_time: checkOutTime }),
    })
  })
}

/** Stores what is different about a stay, and moves its codes if it has any; undefined when no lock need know. */
export async function moved(
  ctx: WorkCtx<codes.CodeRefusal>,
  stay: codes.HeldStay,
  changes: Partial<store.ReservationRow>,
): Promise<string | undefined> {
  const { id } = stay.row
  const row = await store.update(ctx.db, ctx.accountId, id, { ...changes, updated_at: ctx.clock.now() })
  const plan = await planOf(ctx, row)
  const isIssued = row.issue_state === 'issuing' || row.issue_state === 'issued'
  const held = { row, codes: stay.codes }
  const smartlockIds = codes.wantedOf(held).map((code) => code.smartlock_id)
  const wanted = { smartlockIds, from: plan.valid_from, until: plan.valid_until }
  const call = { type: 'reservation.update', payload: { reservation: id } } as const
  const isOver = plan.valid_until <= ctx.clock.now()
  const operationId = isIssued && !isOver ? await codes.moveCodes(ctx, held, wanted, call) : undefined
  const window = { valid_from: plan.valid_from, valid_until: plan.valid_until }
  const under = operationId === undefined ? {} : { operation_id: operationId }
  await store.update(ctx.db, ctx.accountId, id, { ...window, ...under })
  await follow(ctx, id)
  return operationId
}
