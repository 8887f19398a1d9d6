import type { AuditEntry } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import { toWireDate } from '../../platform/clock.ts'
import type { AuditTable } from '../../platform/schema/audit.ts'

export const presentEntry = (row: Selectable<AuditTable>): AuditEntry => ({
  id: row.seq,
  date: toWireDate(row.at),
  action: row.action,
  ...(row.actor_account_id !== null && { accountId: row.actor_account_id }),
  name: row.actor_name,
  ...(row.subject !== null && { subject: row.subject }),
  ...(row.detail !== null && { detail: JSON.parse(row.detail) as Record<string, string> }),
  ...(row.request_id !== null && { requestId: row.request_id }),
  hash: row.hash,
})
