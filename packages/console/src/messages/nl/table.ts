import type { table as en } from '../en/table.ts'

export const table: typeof en = {
  columns: 'Kolommen',
  download: 'Downloaden als CSV',
}
