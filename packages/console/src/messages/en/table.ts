export const table = {
  columns: 'Columns',
}
