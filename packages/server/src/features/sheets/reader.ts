import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  MAX_SHEET_BYTES,
  MAX_SHEET_COLUMNS,
  MAX_SHEET_ROW_LENGTH,
  MAX_SHEET_ROWS,
  SHEET_PROBLEMS,
  type SheetProblem,
} from '@latchwork/contract'
import { CsvError, parse } from 'csv-parse'

/** A row of the file: its number as a spreadsheet counts them, and its cells. */
export type CellRow = readonly [number: number, ...cells: string[]]

export interface SheetFile {
  columns: string[]
  rows: CellRow[]
}

/** The file cannot be read; the text says what is wrong with it. */
export class Unreadable extends Error {
  constructor(problem: SheetProblem) {
    super(SHEET_PROBLEMS[problem])
  }
}

const CHUNK = 65_536
/** How a workbook begins, as every ZIP archive does. */
const ARCHIVE = 'PK\x03\x04'
/** Empty rows are left out, but somebody has to look at them. */
const MOST_ROWS_READ = 5 * MAX_SHEET_ROWS
const SEPARATORS = [',', ';', '\t'] as const

/** The file, row by row; others are served in between, and it is not read any further than it makes sense. */
export async function readSheet(bytes: Buffer): Promise<SheetFile> {
  if (bytes.length > MAX_SHEET_BYTES) throw new Unreadable('tooLarge')
  if (bytes.toString('latin1', 0, ARCHIVE.length) === ARCHIVE) throw new Unreadable('workbook')
  const text = textOf(bytes)
  const parser = parse({
    delimiter: separatorOf(text),
    max_record_size: MAX_SHEET_ROW_LENGTH,
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
    throw new Unreadable('encoding')
  }
  if (text.includes('\0')) throw new Unreadable('nul')
  return text.trimEnd()
}

/** The first row decides: whatever separates most of its cells. With too many of them nothing is read at all. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((sign) => [sign, 0]))
  let isQuoted = false
  for (let i = 0; i < Math.min(text.length, MAX_SHEET_ROW_LENGTH); i++) {
    const sign = text.charAt(i)
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) break
    else if (!isQuoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    if ((counts.get(sign) ?? 0) >= MAX_SHEET_COLUMNS) throw tooWide()
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return best?.[0] ?? ','
}

const tooWide = () => new Unreadable('tooWide')

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
    if (number > MOST_ROWS_READ) throw new Unreadable('tooManyRows')
    if (cells.every((cell) => cell === '')) continue
    if (columns === undefined) columns = cells.map((cell) => [...cell].slice(0, 64).join(''))
    else rows.push([number, ...cells.map(withoutApostrophe)])
    if (rows.length > MAX_SHEET_ROWS) throw new Unreadable('tooManyRows')
  }
  if (columns === undefined || rows.length === 0) throw new Unreadable('noRows')
  return { columns, rows }
}

/** What is put before a cell that begins like a formula (`csvField`) is no part of it. */
const withoutApostrophe = (cell: string): string =>
  /^'+\s*[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell

const problemOf = ({ code }: CsvError): SheetProblem =>
  code === 'CSV_MAX_RECORD_SIZE' ? 'longRow' : 'quotes'
