import { LOW_CHARGE, SERVER_STATE, SMARTLOCK_TYPE, type SmartlockState } from '@latchwork/contract'

/** Lock states (6.4): unlocked, unlatched, unlocked after lock 'n' go; of an opener ring to open, open. */
const UNLOCKED = new Set([3, 5, 6])
const OPENER_OPEN = new Set([3, 5])
const CONTINUOUS_MODE = 3
const JAMMED = 254
const DOOR_OPEN = 3

/** Of a lock that said nothing yet nothing is known but that it is not there. */
interface Seen {
  type: number
  server_state: number
  state: SmartlockState | undefined
}

export interface Troubles {
  unlocked: boolean
  open: boolean
  jammed: boolean
  offline: boolean
  battery: boolean
}

export function troublesOf({ type, server_state, state }: Seen): Troubles {
  const isOpener = type === SMARTLOCK_TYPE.opener
  const isUnlocked = isOpener
    ? state?.mode === CONTINUOUS_MODE || OPENER_OPEN.has(state?.state ?? 0)
    : UNLOCKED.has(state?.state ?? 0)
  return {
    unlocked: isUnlocked,
    open: state?.doorState === DOOR_OPEN,
    jammed: !isOpener && state?.state === JAMMED,
    offline: server_state !== SERVER_STATE.ok,
    battery: state !== undefined && isLow(state),
  }
}

export const isCritical = (state: SmartlockState): boolean =>
  state.batteryCritical || state.keypadBatteryCritical === true || state.doorsensorBatteryCritical === true

/** Time to have the next one at hand. */
const isLow = (state: SmartlockState): boolean =>
  isCritical(state) || (state.batteryCharging !== true && (state.batteryCharge ?? 100) <= LOW_CHARGE)
