import type { Sheet, SheetField, SheetMapping, SheetRow, SheetRule } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { RowRow } from './row-store.ts'
import type { RunRow } from './store.ts'

export const presentRun = (
  row: RunRow,
  { accountId }: { accountId: number },
  columns: string[] = [],
): Sheet => ({
  sheetId: row.id,
  isOwn: row.actor_account_id === accountId,
  kind: row.kind,
  state: row.state,
  columns,
  mapping: JSON.parse(row.mapping) as SheetMapping,
  total: row.total,
  done: row.position,
  made: row.made,
  changed: row.changed,
  same: row.same,
  failed: row.failed,
  name: row.actor_name,
  creationDate: toWireDate(Number(row.created_at)),
  ...(row.ended_at !== null && { endDate: toWireDate(Number(row.ended_at)) }),
})

export const presentRow = ({ number, outcome, field, rule, operation_id }: RowRow): SheetRow => ({
  number,
  outcome,
  ...(field !== null && { field: field as SheetField }),
  ...(rule !== null && { rule: rule as SheetRule }),
  ...(operation_id !== null && { operationId: operation_id }),
})
