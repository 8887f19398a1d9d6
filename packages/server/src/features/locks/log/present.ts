import type { DeviceLogs, SmartlockLog } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { LogRow } from './store.ts'

export const presentLog = (row: LogRow): SmartlockLog => ({
  id: row.id,
  smartlockId: row.smartlock_id,
  deviceType: row.device_type,
  ...(row.account_user_id !== null && { accountUserId: row.account_user_id }),
  ...(row.auth_id !== null && { authId: row.auth_id }),
  name: row.name,
  action: row.action,
  trigger: row.trigger,
  state: row.state,
  autoUnlock: row.auto_unlock === 1,
  date: toWireDate(row.date),
  ...(row.opener_log !== null && {
    openerLog: JSON.parse(row.opener_log) as NonNullable<SmartlockLog['openerLog']>,
  }),
  source: row.source ?? 0,
  ...(row.error !== null && { error: row.error }),
})

export const logPayload = (row: LogRow): DeviceLogs => ({
  feature: 'DEVICE_LOGS',
  smartlockLog: presentLog(row),
})
