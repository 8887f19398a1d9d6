/** Log actions (6.8) as people ask for them; every number that has a name is in one of them. */
export const LOG_KINDS = {
  /** Let somebody in, or were to; for an opener 1 and 3 do. */
  opening: [1, 3, 4, 5],
  locking: [2],
  door: [240, 241],
  doorbell: [224],
  /** Left open, not matching the lock, a sensor that is stuck. */
  trouble: [208, 209, 242],
  /** About the device itself: modes, calibration, firmware, its log. */
  device: [6, 7, 11, 243, 250, 251, 252, 253, 254, 255],
} as const satisfies Record<string, readonly number[]>

export type LogKind = keyof typeof LOG_KINDS
export const LOG_KIND_NAMES = Object.keys(LOG_KINDS) as [LogKind, ...LogKind[]]

/** Log states (6.8) of somebody who was not let in: rejected, by night, a wrong code, finger or tag. */
export const DENIED_LOG_STATES = [9, 10, 224, 225, 226] as const
