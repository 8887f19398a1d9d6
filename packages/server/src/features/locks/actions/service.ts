import { type ActionCallback, type ActionCallbackType, LOCK_ACTION } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx, type WorkCtx } from '../../../platform/context.ts'
import { emit, type NewEvent } from '../../events/outbox/service.ts'
import * as operations from '../../operations/service.ts'
import { keep } from '../change.ts'
import { optionFits } from '../rules.ts'
import * as store from '../store.ts'
import { type Asked, assertInTime, objectionTo, planned, refusalOf, type SlotRefusal } from './acceptance.ts'
import { takeActionSlot } from './slot-store.ts'
import { acceptTogether } from './together.ts'

export type { Leaving } from './acceptance.ts'

/** Asking locks to move. */

type LockAction = Pick<Asked, 'action'> & Partial<Pick<Asked, 'option' | 'isShortCall' | 'callback'>>

type ActionRefusal = SlotRefusal | 'invalid_parameter'

/**
 * Asks the lock to move. Returns once the intent is durable; what became of it is reported by the operation and by events.
 * An action is ephemeral (D25): refused when the lock is not online, dead after its time to live, never repeated.
 */
export async function operate(
  ctx: WorkCtx<ActionRefusal>,
  smartlockId: number,
  { action, option = 0, isShortCall = false, callback }: LockAction,
): Promise<string> {
  if (!optionFits(action, option)) failParameter(ctx.fail, 'option', 'full lock (4) goes with action 2 only')
  const askedAt = ctx.calledAt ?? ctx.clock.now()
  // Its time tells whether the caller waited for the answer before (ADR 88), so it is made before any wait for a turn.
  const operationId = ctx.ids.timeOrdered()
  const asked = { operationId, smartlockId, action, option, isShortCall, callback, askedAt }
  return acceptTogether(ctx, asked, () => {
    assertInTime(ctx, askedAt)
    return inTransaction(ctx, (tx) => accept(tx, asked))
  })
}

async function accept(tx: WorkCtx<ActionRefusal>, asked: Asked): Promise<string> {
  const id = asked.operationId
  const take = () => takeActionSlot(tx.db, tx.accountId, asked.smartlockId, id)
  const lock = (await take()) ?? (await refuse(tx, asked)) ?? (await take())
  if (!lock) return tx.fail('not_supported_by_device')
  const objection = objectionTo(lock, asked)
  if (objection) return tx.fail(objection.code, objection.detail)
  const { operation, leave } = await planned(tx, lock, id, asked)
  await operations.accept(tx, operation)
  tx.afterCommit(leave)
  return id
}

/** Says why the lock's action slot was not to be had; returns where it has become free since. */
async function refuse(ctx: WorkCtx<ActionRefusal>, asked: Asked): Promise<undefined> {
  const lock = await store.find(ctx.db, ctx.accountId, asked.smartlockId)
  const refusal = refusalOf(lock, asked)
  if (refusal) ctx.fail(refusal.code, refusal.detail)
}

export const lock = (ctx: RequestCtx<ActionRefusal>, smartlockId: number) =>
  operateLock(ctx, smartlockId, { action: LOCK_ACTION.lock })

export const unlock = (ctx: RequestCtx<ActionRefusal>, smartlockId: number) =>
  operateLock(ctx, smartlockId, { action: LOCK_ACTION.unlock })

export interface AdvancedReceipt {
  operationId: string
  /** Comes back in the callback. */
  requestId: string
}

/** The advanced calls do what the plain ones do, and a CALLBACK event reports how it ended (D94). */
export async function operateAdvanced(
  ctx: RequestCtx<ActionRefusal>,
  smartlockId: number,
  action: Omit<LockAction, 'callback'>,
): Promise<AdvancedReceipt> {
  const callback = { type: 'Action' as const, requestId: ctx.ids.random() }
  const operationId = await operate(ctx, smartlockId, { ...action, callback })
  return { operationId, requestId: callback.requestId }
}

export const lockAdvanced = (ctx: RequestCtx<ActionRefusal>, smartlockId: number) =>
  operateLockAdvanced(ctx, smartlockId, LOCK_ACTION.lock, 'LockAction')

export const unlockAdvanced = (ctx: RequestCtx<ActionRefusal>, smartlockId: number) =>
  operateLockAdvanced(ctx, smartlockId, LOCK_ACTION.unlock, 'UnlockAction')

async function operateLockAdvanced(
  ctx: RequestCtx<ActionRefusal>,
  smartlockId: number,
  action: number,
  type: ActionCallbackType,
): Promise<AdvancedReceipt> {
  const callback = { type, requestId: ctx.ids.random() }
  const operationId = await operateLock(ctx, smartlockId, { action, callback })
  return { operationId, requestId: callback.requestId }
}

/** The short calls mean the locks' own numbering: on an opener 1 and 2 would switch ring-to-open (D61). */
const operateLock = (
  ctx: RequestCtx<ActionRefusal>,
  smartlockId: number,
  action: LockAction,
): Promise<string> => operate(ctx, smartlockId, { ...action, isShortCall: true })

/** Ends an action of a lock that the caller holds, and frees the lock for the next one. */
export async function endAction(
  ctx: Ctx<never>,
  lock: store.SmartlockRow,
  operation: operations.OperationRow,
  status: 'confirmed' | 'failed' | 'expired' | 'unknown',
  ending: operations.Ending = {},
): Promise<void> {
  const ended = operations.settle(ctx, operation, status, ending)
  if (!ended) return
  if (lock.action_operation_id === operation.id) keep(ctx, lock, { action_operation_id: null })
  // A late proof changes the operation; the callback was sent when the operation first ended (D94).
  if (ended.isFirstEnd) await emit(ctx, callbackEvents(operation))
}

/** The same where the lock is gone. */
export async function endActionOfNone(
  ctx: Ctx<never>,
  operation: operations.OperationRow,
  status: 'expired' | 'unknown',
  ending: operations.Ending,
): Promise<void> {
  const ended = await operations.end(ctx, operation.id, status, ending)
  if (ended?.isFirstEnd) await emit(ctx, callbackEvents(ended.row))
}

/** Advanced calls are answered by an event of the key that made them. */
function callbackEvents(operation: operations.OperationRow): NewEvent[] {
  const payload = callbackPayload(operation)
  if (!payload) return []
  return [
    {
      feature: 'CALLBACK',
      smartlockId: payload.smartlockId,
      ...(operation.api_key_id !== null && { apiKeyId: operation.api_key_id }),
      payload,
    },
  ]
}

/** How an advanced action ended (7.4); undefined for operations nobody waits for a callback of. */
function callbackPayload(operation: operations.OperationRow): ActionCallback | undefined {
  const { callback } = JSON.parse(operation.payload) as { callback?: ActionCallbackType }
  if (callback === undefined || operation.request_id === null || operation.smartlock_id === null) {
    return undefined
  }
  return {
    type: callback,
    requestId: operation.request_id,
    smartlockId: operation.smartlock_id,
    success: operation.status === 'confirmed',
    ...(operation.error_code !== null && { errorCode: operation.error_code }),
  }
}
