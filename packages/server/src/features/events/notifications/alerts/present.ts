import { type AlertChannel, NOTIFICATION_STATUS } from '@latchwork/contract'
import { toWireDate } from '../../../../platform/clock.ts'
import type { NotificationRow } from '../store.ts'

const STATES = {
  [NOTIFICATION_STATUS.init]: 'new',
  [NOTIFICATION_STATUS.active]: 'working',
  [NOTIFICATION_STATUS.failed]: 'failing',
} as const

/** Without what opens it: neither the address of a browser nor a token is shown again. */
export const presentChannel = (row: NotificationRow): AlertChannel => ({
  channelId: row.id,
  kind: row.channel as AlertChannel['kind'],
  name: row.label ?? '',
  state: STATES[row.status as keyof typeof STATES],
  ...(row.error !== null && { error: row.error }),
  ...(row.last_active_at !== null && { lastDate: toWireDate(row.last_active_at) }),
  ...(row.channel === 'push' && { fingerprint: row.push_id.slice('push:'.length) }),
})
