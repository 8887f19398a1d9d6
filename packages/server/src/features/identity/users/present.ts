import type { AccountUser, AccountUserEvent, Language } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { AccountUserRow } from './store.ts'

export const present = (row: AccountUserRow): AccountUser => ({
  accountUserId: row.account_user_id,
  accountId: row.account_id,
  email: row.email,
  name: row.name,
  type: row.type as AccountUser['type'],
  ...(row.language !== null && { language: row.language as Language }),
  ...(row.operation_id !== null && { operationId: row.operation_id }),
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
})

export const eventPayload = (row: AccountUserRow, deleted = false): AccountUserEvent => ({
  feature: 'ACCOUNT_USER',
  deleted,
  accountUser: present(row),
})
