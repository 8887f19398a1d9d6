import {
  AUTH_TYPE_NAMES,
  type AuthType,
  type CodeProof,
  type DeviceAuths,
  type HeldPlace,
  type SmartlockAuth,
  type SyncState,
} from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { NewEvent } from '../events/outbox/service.ts'
import { termsOf } from './rules.ts'
import type { AuthRow } from './store.ts'

/** What only some who ask are shown. */
export interface Disclosed {
  code?: number | undefined
  email?: string | undefined
}

/** With dates the times are always there: 0 and 0 is the whole day, and clients read them as that (D132). */
function timesOfDay({ from_date, until_date, from_time, until_time }: AuthRow) {
  const isShown = from_date !== null || until_date !== null
  return {
    ...((isShown || from_time !== null) && { allowedFromTime: from_time ?? 0 }),
    ...((isShown || until_time !== null) && { allowedUntilTime: until_time ?? 0 }),
  }
}

const presentWindow = (row: AuthRow) => ({
  ...(row.from_date !== null && { allowedFromDate: toWireDate(row.from_date) }),
  ...(row.until_date !== null && { allowedUntilDate: toWireDate(row.until_date) }),
  ...(row.week_days !== null && { allowedWeekDays: row.week_days }),
  ...timesOfDay(row),
})

const presentProgress = (row: AuthRow) => ({
  ...(row.operation_id !== null && { operationId: row.operation_id }),
  ...(row.error !== null && { error: row.error }),
  syncState: row.sync_state as SyncState,
  ...(row.pending_since !== null && { pendingSince: toWireDate(row.pending_since) }),
  ...(row.plan_id !== null && { planId: row.plan_id }),
  ...(row.plan_terms !== null && row.plan_terms !== termsOf(row) && { differsFromPlan: true }),
  ...(row.proof !== null && { proof: row.proof as CodeProof }),
  ...(row.place !== null && { place: row.place as HeldPlace }),
})

/** An authorization as it is to be (D26); whether the lock has it so is in `syncState`. */
export const present = (row: AuthRow, { code, email }: Disclosed = {}): SmartlockAuth => ({
  id: row.id,
  smartlockId: row.smartlock_id,
  ...(row.device_number !== null && { authId: row.device_number }),
  ...(code !== undefined && { code }),
  type: row.type as AuthType,
  name: row.name,
  enabled: row.enabled === 1,
  remoteAllowed: row.remote_allowed === 1,
  lockCount: row.lock_count,
  ...presentWindow(row),
  ...(row.account_user_id !== null && { accountUserId: row.account_user_id }),
  ...(email !== undefined && { email }),
  ...(row.last_active_at !== null && { lastActiveDate: toWireDate(row.last_active_at) }),
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
  authTypeAsString: AUTH_TYPE_NAMES[row.type as AuthType],
  ...presentProgress(row),
})

/** What events carry: everything but the code, because they are kept and sent on as plain text. */
const authsPayload = (row: AuthRow, deleted = false): DeviceAuths => ({
  feature: 'DEVICE_AUTHS',
  deleted,
  smartlockAuth: present(row),
})

export const authsEvent = (row: AuthRow, deleted = false): NewEvent => ({
  feature: 'DEVICE_AUTHS',
  smartlockId: row.smartlock_id,
  payload: authsPayload(row, deleted),
})
