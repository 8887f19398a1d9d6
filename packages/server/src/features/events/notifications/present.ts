import type { Language, Notification, NotificationSetting } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { NotificationRow } from './store.ts'

export const settingsOf = (row: NotificationRow): NotificationSetting[] =>
  JSON.parse(row.settings) as NotificationSetting[]

/** The owner always sees the secret, so that reading, changing and sending back works (D35). */
export const present = (row: NotificationRow, secret: string): Notification => ({
  notificationId: row.id,
  ...(row.reference_id !== null && { referenceId: row.reference_id }),
  pushId: row.push_id,
  secret,
  os: row.os as Notification['os'],
  ...(row.language !== null && { language: row.language as Language }),
  status: row.status as Notification['status'],
  ...(row.last_active_at !== null && { lastActiveDate: toWireDate(row.last_active_at) }),
  settings: settingsOf(row),
  ...(row.error !== null && { error: row.error }),
})
