import { verifySync } from 'otplib'

const STEP_SECONDS = 30

/**
 * The time step a code belongs to, if it is right now and newer than the last one used: SHA-1, 6 digits, 30 s, one
 * step either way, each step once (D43).
 */
export function acceptedStep(
  secret: string,
  code: string,
  nowMs: number,
  lastStep: number,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(nowMs / 1000)
  const options = { secret, token: code, epoch, period: STEP_SECONDS, epochTolerance: STEP_SECONDS }
  // The library compares in constant time. It refuses a last step that lies ahead of what it looks at; so do we.
  if (lastStep > Math.floor(epoch / STEP_SECONDS) + 1) return undefined
  const result = verifySync({ ...options, algorithm: 'sha1', digits: 6, strategy: 'totp' })
  if (!result.valid) return undefined
  const step = Math.floor(epoch / STEP_SECONDS) + result.delta
  return step > lastStep ? step : undefined
}

/** A secret that nobody confirmed by then is none (8.6). */
const PENDING_MS = 24 * 60 * 60 * 1000

export type OtpState = 'off' | 'pending' | 'on'

/** Where an account stands (8.6). */
export function stateOf(
  row: { requested_at: number; enabled_at: number | null } | undefined,
  now: number,
): OtpState {
  if (!row) return 'off'
  if (row.enabled_at !== null) return 'on'
  return now < row.requested_at + PENDING_MS ? 'pending' : 'off'
}

/** Wrong codes in a row that lock, and for how long (D43). */
export const MAX_FAILURES = 5
export const LOCK_MS = 15 * 60 * 1000
