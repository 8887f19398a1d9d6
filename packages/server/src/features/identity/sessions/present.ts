import type { Session } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import { toWireDate } from '../../../platform/clock.ts'
import type { SessionTable } from '../../../schema/accounts.ts'

/** A session as its owner sees it; `currentId` is the token of the call. */
export const presentSession = (row: Selectable<SessionTable>, currentId: string): Session => ({
  id: row.id,
  current: row.id === currentId,
  ...(row.user_agent !== null && { userAgent: row.user_agent }),
  ...(row.network !== null && { network: row.network }),
  creationDate: toWireDate(row.created_at),
  ...(row.last_used_at !== null && { lastUsedDate: toWireDate(row.last_used_at) }),
  expiryDate: toWireDate(Math.max(row.expires_at, row.remembered_until ?? 0)),
  ...(row.remembered_until !== null && { remembered: true }),
})
