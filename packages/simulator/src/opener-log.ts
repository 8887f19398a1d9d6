import { OPENER_ACTION } from '@latchwork/contract'
import type { OpenerSpec } from './device-spec.ts'
import { LOG_ACTION, type LogEntry, MODE, ORIGIN } from './machine-step.ts'

/** What caused an entry of the log (4.16), by its trigger: a gateway for the service, a hand at the device for training. */
const SOURCE_OF: Readonly<Record<number, number>> = {
  [ORIGIN.hand.log]: 3,
  [ORIGIN.button.log]: 3,
  [ORIGIN.fob.log]: 4,
  [ORIGIN.service.log]: 5,
  [ORIGIN.keypad.log]: 6,
}
const DOORBELL = 0
const TIME_CONTROL = 1
/** `doorbellSuppression` (4.10): when the bell stays silent. */
const SILENT = { idle: 1, rto: 2, cm: 4 } as const

/** How an opener stands when it logs something. */
export interface OpenerStanding {
  readonly mode: number
  readonly rto: boolean
  readonly force: boolean
}

/** What an entry of an opener's log tells beyond the action (4.16). */
export function openerFlags(
  { mode, rto, force }: OpenerStanding,
  { action, trigger }: LogEntry,
  { advanced }: OpenerSpec,
) {
  const cm = mode === MODE.continuous
  const isTimeOut = action === OPENER_ACTION.rtoOff && trigger === ORIGIN.automatic.log
  const source = SOURCE_OF[trigger] ?? (isTimeOut ? TIME_CONTROL : DOORBELL)
  const silentNow = (cm ? SILENT.cm : 0) | (rto ? SILENT.rto : 0) || SILENT.idle
  const suppressed = action === LOG_ACTION.doorbell && ((advanced.doorbellSuppression ?? 0) & silentNow) !== 0
  return { cm, rto, source, ...(force && { force }), ...(suppressed && { suppressed }) }
}
