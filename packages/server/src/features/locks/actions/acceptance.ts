import { type ActionCallbackType, SMARTLOCK_TYPE, type SmartlockType } from '@latchwork/contract'
import type { ActionCommand, DeviceRef } from '../../../devices/driver.ts'
import { fail, type RefusalDetail } from '../../../platform/app-error.ts'
import type { WorkCtx } from '../../../platform/context.ts'
import * as operations from '../../operations/service.ts'
import { canRun, isOnline, opens, switchesOf, toldCapability } from '../rules.ts'
import type { SmartlockRow } from '../store.ts'

/** What is decided and stored of an action. */

export interface Asked {
  /** The id of the operation that the action becomes. */
  readonly operationId: string
  readonly smartlockId: number
  readonly action: number
  readonly option: number
  /** The calls named lock and unlock, which openers do not have. */
  readonly isShortCall: boolean
  /** Set by advanced calls: a callback of this type reports how the action ended (7.4). */
  readonly callback?: { type: ActionCallbackType; requestId: string } | undefined
  /** When it was asked for: from then on it lives for so long (D25). */
  readonly askedAt: number
}

/** An action that is marked as sent and on its way to its lock. */
export interface Leaving {
  readonly accountId: number
  readonly device: DeviceRef
  readonly command: ActionCommand
  readonly origin: operations.Origin
}

export type SlotRefusal =
  | 'not_found'
  | 'not_supported_by_device'
  | 'remote_unlock_off'
  | 'smartlock_offline'
  | 'resource_locked'

export interface Refusal {
  readonly code: SlotRefusal
  readonly detail?: RefusalDetail
}

/** Why a lock, as it is now, does not take the action; undefined where its slot is free for it. */
export function refusalOf(lock: SmartlockRow | undefined, asked: Asked): Refusal | undefined {
  if (!lock) return { code: 'not_found' }
  const objection = objectionTo(lock, asked)
  if (objection) return objection
  if (!isOnline(lock.server_state) || lock.session_id === null) return { code: 'smartlock_offline' }
  const { action_operation_id: operationId } = lock
  return operationId === null ? undefined : { code: 'resource_locked', detail: { operationId } }
}

/** Does this device know the action, under the name it was called by, and may calls do that to it? */
export function objectionTo(lock: SmartlockRow, { isShortCall, action, option }: Asked): Refusal | undefined {
  const type = lock.type as SmartlockType
  const told = toldCapability(lock)
  const isOtherName = isShortCall && type === SMARTLOCK_TYPE.opener
  if (isOtherName || !canRun(type, told, { action, option })) return { code: 'not_supported_by_device' }
  if (!opens(type, action) || switchesOf(lock).remoteUnlock) return undefined
  const late = Math.ceil((told?.expiry.worstLateMs ?? 0) / 1000)
  const message =
    told?.expiry.by === 'none'
      ? `${lock.name} may still carry out an unlock ${late} s or more after it was given up, so calls may not open it. Allow it with remoteUnlock.`
      : `Calls may not open ${lock.name}. Allow it with remoteUnlock.`
  return { code: 'remote_unlock_off', detail: { message } }
}

export interface Planned {
  readonly operation: operations.NewOperation
  /** To be called after the commit. */
  readonly leave: () => void
}

/** The action as it is stored, and how it goes on from there. */
export async function planned(
  tx: WorkCtx,
  lock: SmartlockRow,
  id: string,
  { smartlockId, action, option, callback, askedAt }: Asked,
): Promise<Planned> {
  const now = tx.clock.now()
  assertInTime(tx, askedAt)
  // Where the clock was set back meanwhile it lives no longer for it.
  const expiresAt = Math.min(askedAt, now) + tx.limits.actionTtlMs
  const device = await tx.ports.lockAtHand(tx, lock)
  const operation: operations.NewOperation = {
    id,
    type: 'action',
    // Marked before it leaves, with the commit that accepts it: after a crash nobody sends it again.
    status: device ? 'sent' : 'queued',
    smartlockId,
    payload: { action, option, ...(callback && { callback: callback.type }) },
    ...(callback && { requestId: callback.requestId }),
    deadlineAt: device ? now + tx.limits.actionProofMs : expiresAt,
    sessionId: lock.session_id as string,
  }
  const { account_id: accountId, session_counter: counter } = lock
  const command = { id, action, option, counter, issuedAt: now, expiresAt }
  const leave = () => {
    if (device) tx.ports.handOver({ accountId, device, command, origin: operations.originOf(tx) })
    else tx.wake.notify('command', smartlockId)
  }
  return { operation, leave }
}

/** Whoever asked may have left by now, and no door must open behind them; who asks again asks anew. */
export function assertInTime({ clock, limits }: WorkCtx, askedAt: number): void {
  if (clock.now() < askedAt + limits.actionTtlMs) return
  const message = 'The action came to its turn too late to be carried out. Nothing was done.'
  fail('overloaded', { message, retryAfterSeconds: 1 })
}
