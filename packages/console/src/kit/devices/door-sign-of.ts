import { SMARTLOCK_TYPE, type Smartlock } from '@latchwork/contract'
import { DOOR_OPEN, isOnline, isOpener, type Tone, toneOf, wasHeard } from './device-look.ts'
import type { DoorKind, DoorSignState } from './door-sign.tsx'

/** Which drawing a lock has. */
export function kindOf(lock: { type: number }): DoorKind {
  if (isOpener(lock)) return 'opener'
  if (lock.type === SMARTLOCK_TYPE.box) return 'box'
  return lock.type === SMARTLOCK_TYPE.smartDoor ? 'door' : 'lock'
}

const SIGNS: Record<Tone, DoorSignState> = {
  secured: 'locked',
  open: 'unlocked',
  moving: 'moving',
  problem: 'jammed',
  unknown: 'unknown',
}

/** What somebody should see to comes before what is as it should be. */
export function signOf(lock: Smartlock, isOpenLong = false): DoorSignState {
  if (!wasHeard(lock)) return 'unknown'
  if (!isOnline(lock)) return 'offline'
  const tone = toneOf(lock)
  if (tone === 'problem') return 'jammed'
  if (lock.state.doorState === DOOR_OPEN) return isOpenLong ? 'openLong' : 'open'
  return SIGNS[tone]
}
