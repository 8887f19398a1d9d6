import { SMARTLOCK_TYPE, type SmartlockState } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import { type SmartlockRow, shownState } from '../locks/service.ts'
import { deviceTypeOf, nukiIdOf } from './rules.ts'

/** Devices in the words of the bridge. */

const LOCK_STATES: Record<number, string> = {
  0: 'uncalibrated',
  1: 'locked',
  2: 'unlocking',
  3: 'unlocked',
  4: 'locking',
  5: 'unlatched',
  6: 'unlocked (lock ‘n’ go)',
  7: 'unlatching',
  252: 'calibration',
  253: 'boot run',
  254: 'motor blocked',
}

const OPENER_STATES: Record<number, string> = {
  0: 'untrained',
  1: 'online',
  3: 'rto active',
  5: 'open',
  7: 'opening',
  253: 'boot run',
}

const DOOR_STATES: Record<number, string> = {
  1: 'deactivated',
  2: 'door closed',
  3: 'door opened',
  4: 'door state unknown',
  5: 'calibrating',
  16: 'uncalibrated',
  240: 'tampered',
}

/** As programs know it: no fraction of a second, and an offset in the place of Z. */
export const bridgeDate = (at: number): string => `${toWireDate(at).slice(0, 19)}+00:00`

/** For so long a ring counts as one that happens. */
const RINGING_MS = 30_000

/** The state of a device in the words of the bridge. `rungAt` is for openers only. */
export function presentState(type: number, state: SmartlockState, rungAt: number | undefined, now: number) {
  const isOpener = type === SMARTLOCK_TYPE.opener
  const names = isOpener ? OPENER_STATES : LOCK_STATES
  return {
    mode: state.mode,
    state: state.state,
    stateName: names[state.state] ?? 'undefined',
    batteryCritical: state.batteryCritical,
    ...(state.batteryCharging !== undefined && { batteryCharging: state.batteryCharging }),
    ...(state.batteryCharge !== undefined && { batteryChargeState: state.batteryCharge }),
    ...(state.keypadBatteryCritical !== undefined && { keypadBatteryCritical: state.keypadBatteryCritical }),
    ...(!isOpener &&
      state.doorState !== 0 && {
        doorsensorState: state.doorState,
        doorsensorStateName: DOOR_STATES[state.doorState] ?? 'unknown',
      }),
    ...(isOpener && {
      ...(rungAt !== undefined && { ringactionTimestamp: bridgeDate(rungAt) }),
      ringactionState: rungAt !== undefined && now - rungAt <= RINGING_MS,
    }),
  }
}

/** Our number 3.2.1 is 0x030201. */
const versionOf = (firmware: number): string =>
  [firmware >> 16, (firmware >> 8) & 0xff, firmware & 0xff].join('.')

/** A device in the list. */
export const presentDevice = (row: SmartlockRow, rungAt: number | undefined, now: number) => ({
  deviceType: deviceTypeOf(row.type),
  nukiId: nukiIdOf(row.smartlock_id),
  name: row.name,
  firmwareVersion: versionOf(row.firmware_version ?? 0),
  lastKnownState: {
    ...presentState(row.type, shownState(row, now), rungAt, now),
    timestamp: bridgeDate(row.last_seen_at ?? row.created_at),
  },
})

/** What programs are posted when a device has changed. */
export const presentCallback = (
  { smartlockId, type, state }: { smartlockId: number; type: number; state: SmartlockState },
  rungAt: number | undefined,
  now: number,
) => ({
  deviceType: deviceTypeOf(type),
  nukiId: nukiIdOf(smartlockId),
  ...presentState(type, state, rungAt, now),
})
