import { CsvError, parse } from 'csv-parse/sync'

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
  const rows: CsvRow[] = []
  let line = 1
  try {
    // Of a line end within a cell the library would count both characters as a line.
    parse(text.replaceAll('\r\n', '\n'), {
      delimiter: separatorOf(text),
      record_delimiter: '\n',
      relax_column_count: true,
      trim: true,
      on_record(cells: string[], { lines }) {
        rows.push({ line, cells })
        line = lines + 1
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new SyntaxError(`Line ${line}: a quoted cell does not end, or goes on behind its end.`)
  }
  return rows.filter(({ cells }) => cells.some((content) => content !== ''))
}

function separatorOf(text: string): ',' | ';' {
  const [head = ''] = text.split('\n', 1)
  return head.includes(';') && !head.includes(',') ? ';' : ','
}
