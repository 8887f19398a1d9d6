import type { AuditEntry } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import { toWireDate } from '../../platform/clock.ts'
import type { AuditTable } from '../../schema/audit.ts'

/** An entry that somebody changed can still be shown; verification finds that it was. */
function readDetail(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)]))
  } catch {
    // Shown as it stands.
  }
  return { text }
}

export const presentEntry = (row: Selectable<AuditTable>): AuditEntry => ({
  id: row.seq,
  date: toWireDate(row.at),
  action: row.action,
  ...(row.actor_account_id !== null && { accountId: row.actor_account_id }),
  name: row.actor_name,
  ...(row.subject !== null && { subject: row.subject }),
  ...(row.detail !== null && { detail: readDetail(row.detail) }),
  ...(row.request_id !== null && { requestId: row.request_id }),
  hash: row.hash,
})
