import { type ActionCallbackType, SMARTLOCK_TYPE, type SmartlockType } from '@latchwork/contract'
import type { ActionCommand, DeviceRef } from '../../../devices/driver.ts'
import type { WorkCtx } from '../../../platform/context.ts'
import * as operations from '../../operations/service.ts'
import { canRun, opens, switchesOf, toldCapability } from '../rules.ts'
import type { SmartlockRow } from '../store.ts'

/** What is decided and stored of an action that has the slot of its lock. */

export interface Asked {
  readonly smartlockId: number
  readonly action: number
  readonly option: number
  /** The calls named lock and unlock, which openers do not have. */
  readonly isShortCall: boolean
  /** Set by advanced calls: a callback of this type reports how the action ended (7.4). */
  readonly callback?: { type: ActionCallbackType; requestId: string } | undefined
}

/** An action that is marked as sent and on its way to its lock. */
export interface Leaving {
  readonly accountId: number
  readonly device: DeviceRef
  readonly command: ActionCommand
  readonly origin: operations.Origin
}

export type SlotRefusal = 'not_supported_by_device' | 'remote_unlock_off'

interface Objection {
  readonly code: SlotRefusal
  readonly more?: { message: string }
}

/** Does this device know the action, under the name it was called by, and may calls do that to it? */
export function objectionTo(
  lock: SmartlockRow,
  { isShortCall, action, option }: Asked,
): Objection | undefined {
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
  return { code: 'remote_unlock_off', more: { message } }
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
  { smartlockId, action, option, callback }: Asked,
): Promise<Planned> {
  const now = tx.clock.now()
  const expiresAt = now + tx.limits.actionTtlMs
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
