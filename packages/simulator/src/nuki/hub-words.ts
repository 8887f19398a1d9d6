import type { LogEntry } from '../machine-step.ts'

/** The words of nuki_hub for what locks and openers do. */

const LOCK_STATES: Readonly<Record<number, string>> = {
  0: 'uncalibrated',
  1: 'locked',
  2: 'unlocking',
  3: 'unlocked',
  4: 'locking',
  5: 'unlatched',
  6: 'unlockedLnga',
  7: 'unlatching',
  254: 'motorBlocked',
  255: 'undefined',
}
export const DOORS: Readonly<Record<number, string>> = { 0: 'unavailable', 2: 'doorClosed', 3: 'doorOpened' }
const LOCK_WORDS = ['unlock', 'lock', 'unlatch', 'lockNgo', 'lockNgoUnlatch', 'fullLock']
const LOCK_LOG = ['Unlock', 'Lock', 'Unlatch', 'LockNgo', 'LockNgoUnlatch', 'FullLock']
export const COMPLETIONS: Readonly<Record<number, string>> = { 0: 'success', 66: 'motorBlocked', 69: 'busy' }
const LOG_TRIGGERS: Readonly<Record<number, string>> = {
  1: 'manual',
  2: 'button',
  3: 'automatic',
  6: 'autoLock',
}

const OPENER_STATES: Readonly<Record<number, string>> = {
  0: 'uncalibrated',
  1: 'locked',
  3: 'RTOactive',
  5: 'open',
  7: 'opening',
  255: 'undefined',
}
const OPENER_WORDS = ['activateRTO', 'deactivateRTO', 'electricStrikeActuation', 'activateCM', 'deactivateCM']
/** Logs count continuous mode from 6 on. */
const OPENER_LOG = [
  'ActivateRTO',
  'DeactivateRTO',
  'ElectricStrikeActuation',
  undefined,
  undefined,
  'ActivateCM',
  'DeactivateCM',
]

/** Of a lock, and of an opener. */
export const WORDS = {
  lock: { states: LOCK_STATES, actions: LOCK_WORDS, logged: LOCK_LOG },
  opener: { states: OPENER_STATES, actions: OPENER_WORDS, logged: OPENER_LOG },
}
export type HubKind = keyof typeof WORDS

const CODE_SOURCE = 1
const DOOR_OPENED = 240

/** A line of the log, without its number. */
export function logLine(kind: HubKind, entry: LogEntry): object {
  if (entry.kind === 'door') return doorLine(entry)
  const action = WORDS[kind].logged[entry.action - 1]
  return entry.source === undefined ? lockLine(entry, action) : keypadLine(entry, action)
}

const doorLine = ({ action }: LogEntry) => ({
  type: 'DoorSensor',
  action: action === DOOR_OPENED ? 'DoorOpened' : 'DoorClosed',
  trigger: 'system',
  completionStatus: 'success',
})

const lockLine = ({ trigger, kind }: LogEntry, action: string | undefined) => ({
  type: 'LockAction',
  action,
  trigger: LOG_TRIGGERS[trigger] ?? 'system',
  completionStatus: kind === 'denied' ? 'failure' : 'success',
})

/** Here, and only here, wrong attempts can be seen. */
const keypadLine = ({ source, kind, authId }: LogEntry, action: string | undefined) => ({
  type: 'KeypadAction',
  action,
  trigger: source === CODE_SOURCE ? 'code' : 'fingerprint',
  completionStatus: kind !== 'denied' ? 'success' : authId === undefined ? 'invalidCode' : 'notAuthorized',
  codeId: authId ?? 0,
})
