import type { BulkItem, BulkRun } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { ItemRow } from './item-store.ts'
import type { RunRow } from './store.ts'

export const presentRun = (row: RunRow): BulkRun => ({
  bulkId: row.id,
  action: row.action,
  state: row.state,
  total: row.total,
  done: row.done,
  same: row.same,
  failed: row.failed,
  name: row.actor_name,
  creationDate: toWireDate(Number(row.created_at)),
  ...(row.ended_at !== null && { endDate: toWireDate(Number(row.ended_at)) }),
})

export const presentItem = (row: Omit<ItemRow, 'account_id' | 'run_id'>): BulkItem => ({
  number: row.number,
  id: row.item_id,
  name: row.name,
  ...(row.new_name !== null && { newName: row.new_name }),
  outcome: row.outcome,
  ...(row.error !== null && { error: row.error }),
  ...(row.operation_id !== null && { operationId: row.operation_id }),
})
