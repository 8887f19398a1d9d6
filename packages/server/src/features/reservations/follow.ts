import type { Ctx } from '../../platform/context.ts'
import type * as operations from '../operations/service.ts'
import * as smartlocks from '../smartlocks/service.ts'
import * as codeStore from './code-store.ts'
import { settle } from './settle.ts'
import * as store from './store.ts'

/**
 * An operation on an authorization has ended: if it is the code of a stay, the stay's flags follow, in the same
 * transaction. What needs more than that is left to the clock, which looks at the stay at once.
 */
export async function followCode(ctx: Ctx<never>, operation: operations.OperationRow): Promise<void> {
  const [authId] = JSON.parse(operation.auth_ids ?? '[]') as string[]
  // An operation without a lock is that of a whole call; its parts are heard of one by one.
  if (authId === undefined || operation.smartlock_id === null) return
  const code = await codeStore.find(ctx.db, ctx.accountId, authId)
  if (!code) return
  await noteAnswer(ctx, code, operation)
  const row = await store.findForUpdate(ctx.db, ctx.engine, ctx.accountId, code.reservation_id)
  if (row) await settleStay(ctx, row)
}

async function noteAnswer(
  ctx: Ctx<never>,
  code: codeStore.CodeRow,
  { type, status, error }: operations.OperationRow,
): Promise<void> {
  const isConfirmed = status === 'confirmed'
  // A change that a later one took the place of says nothing.
  if (!isConfirmed && status !== 'failed') return
  if (type === 'auth.delete') {
    if (isConfirmed) await codeStore.remove(ctx.db, ctx.accountId, [code.auth_id])
    else await codeStore.update(ctx.db, ctx.accountId, [code.auth_id], { error })
    return
  }
  if (code.state === 'removing') return
  const state = isConfirmed ? 'confirmed' : 'failed'
  await codeStore.update(ctx.db, ctx.accountId, [code.auth_id], { state, error: isConfirmed ? null : error })
}

/** Brings the flags of a stay in line with its codes. */
export async function settleStay(ctx: Ctx<never>, row: store.ReservationRow): Promise<store.ReservationRow> {
  const codes = await codeStore.listOf(ctx.db, ctx.accountId, row.id)
  const waiting = codes.filter((code) => code.state === 'pending').map((code) => code.smartlock_id)
  const online = new Set(await smartlocks.onlineAmong(ctx, waiting))
  const { isDue, ...changes } = settle(row, codes, (id) => online.has(id))
  if (isDue) ctx.afterCommit(() => ctx.wake.notify('stay'))
  const now = ctx.clock.now()
  return store.update(ctx.db, ctx.accountId, row.id, {
    ...changes,
    // The window and the next look are worked out anew when the state is another one.
    ...((isDue || changes.issue_state !== row.issue_state) && { due_at: now }),
    updated_at: now,
  })
}

/** Somebody opened with an authorization: if it is the code of a stay, the guest has arrived. */
export async function noteArrival(ctx: Ctx<never>, authId: string): Promise<void> {
  const code = await codeStore.find(ctx.db, ctx.accountId, authId)
  if (code) await store.noteArrival(ctx.db, ctx.accountId, code.reservation_id, ctx.clock.now())
}
