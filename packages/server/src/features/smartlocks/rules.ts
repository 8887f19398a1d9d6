import {
  ACTION_OPTION,
  ACTIONS_BY_TYPE,
  LOCK_ACTION,
  SERVER_STATE,
  type SmartlockType,
} from '@latchwork/contract'

/** Type digit before the device id, read as hex; type 0 has no prefix (D19). */
export const smartlockIdOf = (type: SmartlockType, deviceId: string): number =>
  type * 0x1_0000_0000 + Number.parseInt(deviceId, 16)

/** Does this type of device know the action (6.6, D61)? */
export const canRun = (type: SmartlockType, action: number): boolean => ACTIONS_BY_TYPE[type].includes(action)

/** Full lock only makes sense when locking (D61). */
export const optionFits = (action: number, option: number): boolean =>
  (option & ACTION_OPTION.fullLock) === 0 || action === LOCK_ACTION.lock

/** Only a lock that is connected right now takes actions (D25). */
export const isOnline = (serverState: number): boolean => serverState === SERVER_STATE.ok

/** Log entries of a Box carry device type 0 (4.16). */
export const logDeviceType = (type: number): number => (type === 1 ? 0 : type)

/** What is to be believed of an event by its number. */
export type EventVerdict = 'next' | 'duplicate' | 'gap'

/** Events are numbered without gaps; anything but the next one is not applied, so per-lock order always holds. */
export function judgeEvent(lastApplied: number, seq: number): EventVerdict {
  if (seq <= lastApplied) return 'duplicate'
  return seq === lastApplied + 1 ? 'next' : 'gap'
}

/**
 * The last event that counts as applied when a device announces itself: within the same memory where we were, unless
 * the device no longer holds what we miss; with a new memory everything it holds is new.
 */
export function resumeEventsAt(
  known: { epoch: string | null; eventSeq: number },
  announced: { epoch: string; oldest: number },
): number {
  const heldFrom = Math.max(announced.oldest - 1, 0)
  return known.epoch === announced.epoch ? Math.max(known.eventSeq, heldFrom) : heldFrom
}
