export const table = {
  columns: 'Columns',
  download: 'Download as CSV',
}
