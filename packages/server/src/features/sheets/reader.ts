import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MAX_SHEET_BYTES, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from '@latchwork/contract'
import { CsvError, parse } from 'csv-parse'

/** A row of the file: its number as a spreadsheet counts them, and its cells. */
export type CellRow = readonly [number: number, ...cells: string[]]

export interface SheetFile {
  columns: string[]
  rows: CellRow[]
}

/** The file cannot be read; the text says what is wrong with it. */
export class Unreadable extends Error {}

const CHUNK = 65_536
/** A row that is longer is none: 100 cells of 640 characters. */
const LONGEST_ROW = 64_000
const SEPARATORS = [',', ';', '\t'] as const

/** The file, row by row; others are served in between, and it is not read any further than it makes sense. */
export async function readSheet(bytes: Buffer): Promise<SheetFile> {
  if (bytes.length > MAX_SHEET_BYTES)
    throw new Unreadable(`is longer than ${MAX_SHEET_BYTES} bytes; split it`)
  const text = textOf(bytes)
  const parser = parse({
    delimiter: separatorOf(text),
    max_record_size: LONGEST_ROW,
    relax_column_count: true,
    skip_empty_lines: false,
    trim: true,
    // A row of a million cells is not made before it is refused.
    cast: (cell, { index }) => (index < MAX_SHEET_COLUMNS ? cell : refuseWidth()),
  })
  const source = Readable.from(chunksOf(text))
  source.pipe(parser)
  source.on('error', (error) => parser.destroy(error))
  try {
    return await gather(parser)
  } catch (error) {
    throw error instanceof CsvError ? new Unreadable(problemOf(error)) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** Spreadsheets of some systems still write Windows-1252, where an ü is no letter of UTF-8. */
function textOf(bytes: Buffer): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Unreadable('is not UTF-8; save it as “CSV UTF-8” (it may be Windows-1252 or UTF-16)')
  }
  if (text.includes('\0')) throw new Unreadable('holds NUL characters, which no text has')
  return text
}

/** The first row decides: whatever separates most of its cells. With too many of them nothing is read at all. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((sign) => [sign, 0]))
  let isQuoted = false
  for (let i = 0; i < Math.min(text.length, LONGEST_ROW); i++) {
    const sign = text.charAt(i)
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) break
    else if (!isQuoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    if ((counts.get(sign) ?? 0) >= MAX_SHEET_COLUMNS) throw tooWide()
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return best?.[0] ?? ','
}

const tooWide = () => new Unreadable(`has more than ${MAX_SHEET_COLUMNS} columns`)

const refuseWidth = (): never => {
  throw tooWide()
}

async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let i = 0; i < text.length; i += CHUNK) {
    await nextTurn()
    yield text.slice(i, i + CHUNK)
  }
}

async function gather(records: AsyncIterable<string[]>): Promise<SheetFile> {
  let columns: string[] | undefined
  const rows: CellRow[] = []
  let number = 0
  for await (const cells of records) {
    number++
    if (cells.every((cell) => cell === '')) continue
    if (columns === undefined) columns = cells.map((cell) => [...cell].slice(0, 64).join(''))
    else rows.push([number, ...cells.map(withoutApostrophe)])
    if (rows.length > MAX_SHEET_ROWS) throw new Unreadable(`has more than ${MAX_SHEET_ROWS} rows; split it`)
  }
  if (columns === undefined || rows.length === 0)
    throw new Unreadable('holds no rows: the first names the columns, the others are read')
  return { columns, rows }
}

/** What is put before a cell that begins like a formula (`platform/csv-field.ts`) is no part of it. */
const withoutApostrophe = (cell: string): string => (/^'\s*[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

function problemOf({ code }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return `has a row of more than ${LONGEST_ROW} characters`
  return 'has a quoted cell that does not end, or goes on behind its end'
}
