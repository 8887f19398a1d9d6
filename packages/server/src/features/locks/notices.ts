import type { SmartlockState } from '@latchwork/contract'
import type { BatteryPart, PushNotice } from '../../messages/index.ts'

/** Changes of a lock that people are notified of and that no log entry shows (D97). */
export type StateNotice = Extract<PushNotice, 'online' | 'offline' | 'added' | 'removed'> | BatteryNotice

export type BatteryNotice = Extract<PushNotice, `${string}atteryCritical`>

const BATTERIES = {
  batteryCritical: 'batteryCritical',
  keypadBatteryCritical: 'keypadBatteryCritical',
  doorsensorBatteryCritical: 'doorSensorBatteryCritical',
} as const satisfies Partial<Record<keyof SmartlockState, BatteryNotice>>

/** Which battery it is, in a mail. */
export const BATTERY_PART: Record<BatteryNotice, BatteryPart> = {
  batteryCritical: 'lock',
  keypadBatteryCritical: 'keypad',
  doorSensorBatteryCritical: 'doorSensor',
}

/** Batteries that were not low before. A lock that never reported had none that was. */
export const newlyLow = (before: SmartlockState | undefined, now: SmartlockState): BatteryNotice[] =>
  Object.entries(BATTERIES)
    .filter(([field]) => isSet(now, field) && !isSet(before, field))
    .map(([, notice]) => notice)

const isSet = (state: SmartlockState | undefined, field: string): boolean =>
  state?.[field as keyof typeof BATTERIES] === true
