import { type Changes, SmartlockLabels } from '@latchwork/contract'
import type { LabelColumns } from '../../schema/smartlocks.ts'

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What an account sets about a lock, from the contract, with its columns: a field more needs no line here. */
const LABELS = Object.entries(SmartlockLabels.properties).map(([field, schema]) => ({
  field: field as keyof SmartlockLabels,
  column: columnOf(field) as keyof LabelColumns,
  isYesOrNo: schema.type === 'boolean',
}))

/** As the API shows it; what was never set is left out. */
export function labelsOf(row: LabelColumns): SmartlockLabels {
  const labels: Record<string, unknown> = {}
  for (const { field, column, isYesOrNo } of LABELS) {
    const value = row[column]
    if (value !== null) labels[field] = isYesOrNo ? value === 1 : value
  }
  return labels as SmartlockLabels
}

/** As it is stored; what is null or left out stays as it is (D8). */
export function columnsOf(changes: Changes<SmartlockLabels>): Partial<LabelColumns> {
  const columns: Record<string, unknown> = {}
  for (const { field, column, isYesOrNo } of LABELS) {
    const value = changes[field]
    if (value != null) columns[column] = isYesOrNo ? Number(value) : value
  }
  return columns as Partial<LabelColumns>
}
