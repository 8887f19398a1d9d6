import { SERVER_STATE } from '@latchwork/contract'
import { TROUBLE } from '../../schema/smartlocks.ts'
import { stateOf } from './present.ts'
import type { SmartlockRow } from './store.ts'

const OPENER = 2
/** States of a lock (6.3), the mode of an opener that lets everybody in (6.2), the state of a door (6.7). */
const [UNLOCKED, UNLATCHED, LOCK_N_GO, JAMMED] = [3, 5, 6, 254]
const CONTINUOUS_MODE = 3
const DOOR_OPEN = 3
const LOW_PERCENT = 20

/** What about a lock needs somebody, as the bits of `TROUBLE`: what the triggers of migrations 0090 and 0092 work out, too. */
export function troublesOf(row: SmartlockRow): number {
  const state = stateOf(row)
  const isOpener = row.type === OPENER
  const bolt = state?.state
  const isUnlocked =
    bolt === UNLOCKED ||
    bolt === UNLATCHED ||
    (isOpener ? state?.mode === CONTINUOUS_MODE : bolt === LOCK_N_GO)
  const isCritical = [
    state?.batteryCritical,
    state?.keypadBatteryCritical,
    state?.doorsensorBatteryCritical,
  ].includes(true)
  const isLow = state?.batteryCharging !== true && (state?.batteryCharge ?? 100) <= LOW_PERCENT
  return (
    (isUnlocked ? TROUBLE.unlocked : 0) +
    (state?.doorState === DOOR_OPEN ? TROUBLE.open : 0) +
    (!isOpener && bolt === JAMMED ? TROUBLE.jammed : 0) +
    (row.server_state !== SERVER_STATE.ok ? TROUBLE.offline : 0) +
    (isCritical || isLow ? TROUBLE.battery : 0)
  )
}
