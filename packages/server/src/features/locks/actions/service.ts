import { type ActionCallbackType, LOCK_ACTION, SMARTLOCK_TYPE, type SmartlockType } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { emit, type NewEvent } from '../../events/outbox/service.ts'
import * as operations from '../../operations/service.ts'
import { canRun, isOnline, optionFits } from '../rules.ts'
import * as store from '../store.ts'
import { callbackPayload } from './present.ts'

/** Asking locks to move. */

interface LockAction {
  action: number
  option?: number
  /** The calls named lock and unlock, which openers do not have. */
  isShortCall?: boolean
  /** Set by advanced calls: a callback of this type reports how the action ended (7.4). */
  callback?: Callback
}

interface Callback {
  type: ActionCallbackType
  requestId: string
}

type ActionRefusal =
  | 'not_found'
  | 'invalid_parameter'
  | 'not_supported_by_device'
  | 'smartlock_offline'
  | 'resource_locked'

/**
 * Asks the lock to move. Returns once the intent is durable; what became of it is reported by the operation and by events.
 * An action is ephemeral (D25): refused when the lock is not online, dead after its time to live, never repeated.
 */
export async function operate(
  ctx: RequestCtx<ActionRefusal>,
  smartlockId: number,
  { action, option = 0, isShortCall = false, callback }: LockAction,
): Promise<string> {
  if (!optionFits(action, option)) failParameter(ctx.fail, 'option', 'full lock (4) goes with action 2 only')
  return inTransaction(ctx, async (tx) => {
    const lock =
      (await store.findForUpdate(tx.db, tx.engine, tx.accountId, smartlockId)) ?? tx.fail('not_found')
    const isOpener = lock.type === SMARTLOCK_TYPE.opener
    if (!canRun(lock.type as SmartlockType, action) || (isShortCall && isOpener))
      tx.fail('not_supported_by_device')
    const sessionId = (isOnline(lock.server_state) ? lock.session_id : null) ?? tx.fail('smartlock_offline')
    if (lock.action_operation_id !== null)
      tx.fail('resource_locked', { operationId: lock.action_operation_id })
    const operationId = await operations.accept(tx, {
      type: 'action',
      smartlockId,
      payload: { action, option, ...(callback && { callback: callback.type }) },
      ...(callback && { requestId: callback.requestId }),
      deadlineAt: tx.clock.now() + tx.limits.actionTtlMs,
      sessionId,
    })
    await store.takeActionSlot(tx.db, tx.accountId, smartlockId, operationId)
    tx.afterCommit(() => tx.wake.notify('command', smartlockId))
    return operationId
  })
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
  const callback: Callback = { type: 'Action', requestId: ctx.ids.random() }
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
  const callback: Callback = { type, requestId: ctx.ids.random() }
  const operationId = await operateLock(ctx, smartlockId, { action, callback })
  return { operationId, requestId: callback.requestId }
}

/** The short calls mean the locks' own numbering: on an opener 1 and 2 would switch ring-to-open (D61). */
const operateLock = (
  ctx: RequestCtx<ActionRefusal>,
  smartlockId: number,
  action: LockAction,
): Promise<string> => operate(ctx, smartlockId, { ...action, isShortCall: true })

/** Ends an action and frees the lock for the next one. */
export async function endAction(
  ctx: Ctx<never>,
  smartlockId: number,
  operationId: string,
  status: 'confirmed' | 'failed' | 'expired' | 'unknown',
  ending: operations.Ending = {},
): Promise<boolean> {
  const ended = await operations.end(ctx, operationId, status, ending)
  if (!ended) return false
  await store.freeActionSlot(ctx.db, ctx.accountId, smartlockId, operationId)
  // A late proof changes the operation; the callback was sent when the operation first ended (D94).
  if (ended.isFirstEnd) await emit(ctx, callbackEvents(ended.row))
  return true
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
