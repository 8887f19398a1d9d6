import { OPENER_ACTION } from '@latchwork/contract'
import type { OpenerSpec } from './device-spec.ts'
import { buttonSetting, MODE, OPENER_STATE, type Presses } from './machine-step.ts'

/** Actions in device numbering (`DownCmd`). */
export const DEVICE_ACTION = { rtoOn: 1, rtoOff: 2, open: 3, cmOn: 4, cmOff: 5 } as const
/** The same in the numbering of log and state (6.6), where continuous mode is 6 and 7. */
const { rtoOn, rtoOff, cmOn, cmOff } = OPENER_ACTION
export const LOGGED_AS: readonly (number | undefined)[] = [
  undefined,
  rtoOn,
  rtoOff,
  OPENER_ACTION.open,
  cmOn,
  cmOff,
]

/** Which actions of `DownCmd` an opener knows: `capabilities` (4.8) may lack ringing or opening. */
export function openerCanDo(spec: OpenerSpec, action: number): boolean {
  if (action < DEVICE_ACTION.rtoOn || action > DEVICE_ACTION.cmOff) return false
  if (action === DEVICE_ACTION.open) return spec.config.capabilities !== 2
  return spec.config.capabilities !== 0
}

interface Standing {
  readonly lock: number
  readonly mode: number
}

const toggledRto = ({ lock }: Standing) =>
  lock === OPENER_STATE.rtoActive ? DEVICE_ACTION.rtoOff : DEVICE_ACTION.rtoOn
const toggledCm = ({ mode }: Standing) =>
  mode === MODE.continuous ? DEVICE_ACTION.cmOff : DEVICE_ACTION.cmOn

const ifAble = (spec: OpenerSpec, action: number | undefined) =>
  action !== undefined && openerCanDo(spec, action) ? action : undefined

/** What the button is set to do when it is pressed so often; undefined for nothing. */
export function buttonAction(spec: OpenerSpec, at: Standing, presses: Presses): number | undefined {
  // Button actions (6.11): 0 none, 1-3 toggle, activate, deactivate RTO, 4-6 the same for CM, 7 open.
  const { rtoOn, rtoOff, cmOn, cmOff, open } = DEVICE_ACTION
  const actions = [undefined, toggledRto(at), rtoOn, rtoOff, toggledCm(at), cmOn, cmOff, open]
  return ifAble(spec, actions[buttonSetting(spec, presses)])
}

export const FOB_RINGS = 8

/** The same for a fob, which may also ring (6.10): 0 none, 1-3 toggle, activate, deactivate RTO, 7 open. */
export function fobOrder(spec: OpenerSpec, at: Standing, pressed: number): number | undefined {
  const { rtoOn, rtoOff, open } = DEVICE_ACTION
  const actions = [undefined, toggledRto(at), rtoOn, rtoOff, undefined, undefined, undefined, open]
  return ifAble(spec, actions[pressed])
}
