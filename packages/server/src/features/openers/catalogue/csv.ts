export interface CsvRow {
  /** The line of the file it begins on. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Rows of a text with separated values (RFC 4180): quoted cells may hold separators, line ends and doubled quotes.
 * Spreadsheets of many countries separate by semicolons; the first line decides.
 */
export function parseCsv(text: string): CsvRow[] {
  const separator = separatorOf(text)
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"\\r\\n${separator}]*)(${separator}|\\r?\\n|$)`, 'y')
  const rows: CsvRow[] = []
  let line = 1
  let row = { line, cells: [] as string[] }
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) throw new SyntaxError(`Line ${line}: a quoted cell does not end, or goes on behind its end.`)
    const [all, content = '', end] = match
    row.cells.push(unquoted(content))
    line += all.split('\n').length - 1
    if (end === separator && cell.lastIndex < text.length) continue
    if (end === separator) row.cells.push('')
    rows.push(row)
    row = { line, cells: [] }
  }
  return rows.filter(({ cells }) => cells.some((content) => content !== ''))
}

function separatorOf(text: string): ',' | ';' {
  const [head = ''] = text.split('\n', 1)
  return head.includes(';') && !head.includes(',') ? ';' : ','
}

const unquoted = (content: string) =>
  content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content.trim()
