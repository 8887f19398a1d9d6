import type { table as en } from '../en/table.ts'

export const table: typeof en = {
  columns: 'Columnas',
  download: 'Descargar como CSV',
}
