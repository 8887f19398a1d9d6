import type { table as en } from '../en/table.ts'

export const table: typeof en = {
  columns: 'Colonne',
  download: 'Scarica come CSV',
}
