import type { AccessGroup } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { GroupRow } from './store.ts'

export const present = (row: GroupRow, members: number): AccessGroup => ({
  groupId: row.id,
  kind: row.kind,
  name: row.name,
  members,
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
})
