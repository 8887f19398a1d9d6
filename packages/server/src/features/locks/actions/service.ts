import { type ActionCallbackType, LOCK_ACTION, SMARTLOCK_TYPE, type SmartlockType } from '@latchwork/contract'
import type { ActionCommand, DeviceRef } from '../../../devices/driver.ts'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx, type WorkCtx } from '../../../platform/context.ts'
import { emit, type NewEvent } from '../../events/outbox/service.ts'
import * as operations from '../../operations/service.ts'
import { keep } from '../change.ts'
import { canRun, isOnline, opens, optionFits, switchesOf, toldCapability } from '../rules.ts'
import * as store from '../store.ts'
import { callbackPayload } from './present.ts'

/** Asking locks to move. */

/** An action that is marked as sent and on its way to its lock. */
export interface Leaving {
  readonly accountId: number
  readonly device: DeviceRef
  readonly command: ActionCommand
  readonly origin: operations.Origin
}

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
  | 'remote_unlock_off'
  | 'smartlock_offline'
  | 'resource_locked'

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
  return inTransaction(ctx, async (tx) => {
    const operationId = tx.ids.timeOrdered()
    const take = () => store.takeActionSlot(tx.db, tx.accountId, smartlockId, operationId)
    const wanted = { action, option, isShortCall }
    const lock = (await take()) ?? (await refuse(tx, smartlockId, wanted)) ?? (await take())
    if (!lock) return tx.fail('not_supported_by_device')
    assertMay(tx, lock, wanted)
    const now = tx.clock.now()
    const expiresAt = now + tx.limits.actionTtlMs
    const device = await tx.ports.lockAtHand(tx, lock)
    await operations.accept(tx, {
      id: operationId,
      type: 'action',
      // Marked before it leaves, with the commit that accepts it: after a crash nobody sends it again.
      status: device ? 'sent' : 'queued',
      smartlockId,
      payload: { action, option, ...(callback && { callback: callback.type }) },
      ...(callback && { requestId: callback.requestId }),
      deadlineAt: device ? now + tx.limits.actionProofMs : expiresAt,
      sessionId: lock.session_id as string,
    })
    const { account_id: accountId, session_counter: counter } = lock
    const command = { id: operationId, action, option, counter, issuedAt: now, expiresAt }
    tx.afterCommit(() => {
      if (device) tx.ports.handOver({ accountId, device, command, origin: operations.originOf(tx) })
      else tx.wake.notify('command', smartlockId)
    })
    return operationId
  })
}

interface Wanted {
  action: number
  option: number
  isShortCall: boolean
}

/** Does this device know the action, under the name it was called by, and may calls do that to it? */
function assertMay(
  ctx: WorkCtx<'not_supported_by_device' | 'remote_unlock_off'>,
  lock: store.SmartlockRow,
  { isShortCall, ...wanted }: Wanted,
): void {
  const type = lock.type as SmartlockType
  const told = toldCapability(lock)
  const isOtherName = isShortCall && type === SMARTLOCK_TYPE.opener
  if (isOtherName || !canRun(type, told, wanted)) ctx.fail('not_supported_by_device')
  if (!opens(type, wanted.action) || switchesOf(lock).remoteUnlock) return
  const late = Math.ceil((told?.expiry.worstLateMs ?? 0) / 1000)
  ctx.fail('remote_unlock_off', {
    message:
      told?.expiry.by === 'none'
        ? `${lock.name} may still carry out an unlock ${late} s or more after it was given up, so calls may not open it. Allow it with remoteUnlock.`
        : `Calls may not open ${lock.name}. Allow it with remoteUnlock.`,
  })
}

/** Says why the lock's action slot was not to be had; returns where it has become free since. */
async function refuse(ctx: WorkCtx<ActionRefusal>, smartlockId: number, wanted: Wanted): Promise<undefined> {
  const lock =
    (await store.findForUpdate(ctx.db, ctx.engine, ctx.accountId, smartlockId)) ?? ctx.fail('not_found')
  assertMay(ctx, lock, wanted)
  if (!isOnline(lock.server_state) || lock.session_id === null) ctx.fail('smartlock_offline')
  const { action_operation_id: operationId } = lock
  if (operationId !== null) ctx.fail('resource_locked', { operationId })
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
