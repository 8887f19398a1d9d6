import type { table as en } from '../en/table.ts'

export const table: typeof en = {
  columns: 'Spalten',
  download: 'Als CSV herunterladen',
}
