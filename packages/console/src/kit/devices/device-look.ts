import { LOW_CHARGE, SERVER_STATE, SMARTLOCK_TYPE, type Smartlock } from '@latchwork/contract'
import type { Messages } from '../language/languages.ts'

/** What a door is like at a glance; its drawing follows from it. */
export type Tone = 'secured' | 'open' | 'moving' | 'problem' | 'unknown'

const LOCK_TONES: Record<number, Tone> = {
  1: 'secured',
  2: 'moving',
  3: 'open',
  4: 'moving',
  5: 'open',
  6: 'open',
  7: 'moving',
  254: 'problem',
}

const OPENER_TONES: Record<number, Tone> = { 1: 'secured', 3: 'open', 5: 'open', 7: 'moving' }
const CONTINUOUS_MODE = 3

export const isOpener = (lock: { type: number }): boolean => lock.type === SMARTLOCK_TYPE.opener
export const isOnline = (lock: Smartlock): boolean => lock.serverState === SERVER_STATE.ok

/** The word a table has for a number of the interface; newer devices may know numbers we have no word for. */
export const wordFor = (words: Readonly<Record<number, string>>, value: number, text: Messages): string =>
  words[value] ?? text.devices.number(value)

/** Has it ever reported? What its state says is nothing before. */
export const wasHeard = (lock: Smartlock): boolean => lock.lastSeenDate !== undefined

export function toneOf(lock: Smartlock): Tone {
  const { state } = lock
  if (isOpener(lock))
    return state.mode === CONTINUOUS_MODE ? 'open' : (OPENER_TONES[state.state] ?? 'unknown')
  return LOCK_TONES[state.state] ?? 'unknown'
}

/** The state in words. */
export function stateLabel(lock: Smartlock, text: Messages): string {
  const { state } = lock
  if (!wasHeard(lock)) return text.devices.neverHeard
  if (!isOpener(lock)) return wordFor(text.devices.lockStates, state.state, text)
  if (state.mode === CONTINUOUS_MODE) return text.devices.continuousMode
  return wordFor(text.devices.openerStates, state.state, text)
}

/** The door in words; nothing where no sensor tells. */
export function doorLabel(lock: Smartlock, text: Messages): string | undefined {
  const doorState = lock.state.doorState
  return doorState === 0 ? undefined : wordFor(text.devices.doorStates, doorState, text)
}

export const DOOR_OPEN = 3

/** Is any of its batteries low: its own, its keypad's or its door sensor's? */
export function needsBattery(lock: Smartlock): boolean {
  const { state } = lock
  return Boolean(state.batteryCritical || state.keypadBatteryCritical || state.doorsensorBatteryCritical)
}

/** The same, and those that have little left by their own word. */
export const isBatteryLow = (lock: Smartlock): boolean =>
  needsBattery(lock) ||
  (lock.state.batteryCharging !== true && (lock.state.batteryCharge ?? 100) <= LOW_CHARGE)

/** Log entries number movements as actions do, and have numbers of their own beside them (6.8). */
export const logActionWords = (lock: { type: number }, text: Messages): Readonly<Record<number, string>> =>
  isOpener(lock) ? { ...text.devices.logActions, ...text.devices.openerActions } : text.devices.logActions

export const actionLabel = (lock: { type: number }, action: number, text: Messages): string =>
  wordFor(isOpener(lock) ? text.devices.openerActions : text.devices.lockActions, action, text)
