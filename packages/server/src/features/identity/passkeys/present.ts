import type { Passkey } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { PasskeyRow } from './store.ts'

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  host: row.rp_id,
  synced: row.backed_up === 1,
  creationDate: toWireDate(row.created_at),
  ...(row.last_used_at !== null && { lastUsedDate: toWireDate(row.last_used_at) }),
})
