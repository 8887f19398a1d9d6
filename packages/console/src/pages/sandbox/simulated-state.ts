import { type SimulatedLock, SMARTLOCK_TYPE } from '@latchwork/contract'
import type { Messages } from '../../kit/language/languages.ts'

/** The state a simulated lock itself is in, in words. */
export function simulatedStateLabel({ type, state }: SimulatedLock, text: Messages): string {
  const words: Readonly<Record<number, string>> =
    type === SMARTLOCK_TYPE.opener ? text.devices.openerStates : text.devices.lockStates
  return words[state] ?? text.devices.number(state)
}
