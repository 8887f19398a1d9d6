import { parseCsv } from './csv.ts'

/** What is known of a model, under the names of the wire (4.24). */
export interface ModelFields {
  type: number
  verified: number
  busModeSwitch: number
  busModeSwitchShortCircuitDuration: number
  conGndBus: string
  conBusAudio: string
  conAudioout: string
  conDoorbellPlus: string
  conDoorbellMinus: string
  conOpendoor: string
  conGndAnalogue: string
  source: string
}

/** One model of a file. Fields that are left out keep their value, or get their default on a new model. */
export interface CatalogueEntry {
  /** Line of a CSV file, position in a JSON file. */
  readonly row: number
  readonly brand: string
  readonly model: string
  readonly brandId?: number
  readonly intercomId?: number
  readonly fields: Partial<ModelFields>
}

export interface CatalogueFile {
  readonly entries: readonly CatalogueEntry[]
  /** Sentences that name row and column. With any of them nothing of the file is used. */
  readonly problems: readonly string[]
}

const MAX_ENTRIES = 20_000
const MAX_ID = 2_147_483_647
const TEXT_LENGTH = { brand: 64, model: 128, source: 2000 } as const
const TERMINAL_LENGTH = 64

const WHOLE_NUMBERS: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  brandId: [1, MAX_ID],
  intercomId: [1, MAX_ID],
  type: [0, 255],
  verified: [1, 3],
  busModeSwitch: [0, 1],
  busModeSwitchShortCircuitDuration: [0, 60_000],
}

const TEXTS: Readonly<Record<string, number>> = {
  ...TEXT_LENGTH,
  conGndBus: TERMINAL_LENGTH,
  conBusAudio: TERMINAL_LENGTH,
  conAudioout: TERMINAL_LENGTH,
  conDoorbellPlus: TERMINAL_LENGTH,
  conDoorbellMinus: TERMINAL_LENGTH,
  conOpendoor: TERMINAL_LENGTH,
  conGndAnalogue: TERMINAL_LENGTH,
}

type Cells = Readonly<Record<string, unknown>>

/** Reads a catalogue: CSV with a heading, or a JSON array of objects; the first character tells which. */
export function readCatalogue(text: string): CatalogueFile {
  const content = text.replace(/^\uFEFF/, '').trimStart()
  try {
    const records = /^[[{]/.test(content) ? jsonRecords(content) : csvRecords(content)
    if (records.length > MAX_ENTRIES)
      return { entries: [], problems: [`There are more than ${MAX_ENTRIES} models in the file.`] }
    return readRecords(records)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { entries: [], problems: [error.message] }
  }
}

interface RawRecord {
  readonly row: number
  readonly cells: Cells
}

function jsonRecords(content: string): RawRecord[] {
  const parsed: unknown = JSON.parse(content)
  if (!Array.isArray(parsed)) throw new SyntaxError('A JSON catalogue is an array with one object per model.')
  return parsed.map((cells: unknown, index) => {
    if (typeof cells !== 'object' || cells === null || Array.isArray(cells))
      throw new SyntaxError(`Row ${index + 1}: must be an object.`)
    return { row: index + 1, cells: cells as Cells }
  })
}

function csvRecords(content: string): RawRecord[] {
  const [heading, ...rows] = parseCsv(content)
  if (!heading) throw new SyntaxError('The file is empty.')
  return rows.map(({ line, cells }) => {
    if (cells.length > heading.cells.length)
      throw new SyntaxError(`Row ${line}: has ${cells.length} cells for ${heading.cells.length} columns.`)
    const named = heading.cells.map((name, i) => [name, cells[i] ?? ''] as const)
    // An empty text is a text; an empty number is none.
    const said = named.filter(([name, cell]) => cell !== '' || !WHOLE_NUMBERS[name])
    return { row: line, cells: Object.fromEntries(said) }
  })
}

function readRecords(records: readonly RawRecord[]): CatalogueFile {
  const problems: string[] = []
  const entries = records.flatMap(({ row, cells }) => {
    const found = problemsOf(cells)
    problems.push(...found.map((problem) => `Row ${row}: ${problem}`))
    return found.length === 0 ? [entryOf(row, cells)] : []
  })
  return { entries, problems: [...problems, ...repetitions(entries)] }
}

function problemsOf(cells: Cells): string[] {
  const missing = ['brand', 'model'].filter((name) => cells[name] === undefined || cells[name] === '')
  return [
    ...missing.map((name) => `${name} is missing.`),
    ...Object.entries(cells).flatMap(([name, value]) => problemOf(name, value) ?? []),
  ]
}

function problemOf(name: string, value: unknown): string | undefined {
  const range = WHOLE_NUMBERS[name]
  if (range) {
    const [minimum, maximum] = range
    const number = wholeNumber(value)
    const fits = number !== undefined && number >= minimum && number <= maximum
    return fits ? undefined : `${name} must be a whole number from ${minimum} to ${maximum}.`
  }
  const length = TEXTS[name]
  if (length === undefined) return `there is no column "${name.slice(0, 40)}".`
  const fits = typeof value === 'string' && value.length <= length && !/\p{Cc}/u.test(value)
  return fits ? undefined : `${name} must be a text of at most ${length} characters in one line.`
}

/** Cells of a CSV file are text. */
function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && /^\d{1,10}$/.test(value)) return Number(value)
  return Number.isInteger(value) ? (value as number) : undefined
}

function entryOf(row: number, { brand, model, brandId, intercomId, ...cells }: Cells): CatalogueEntry {
  const fields = Object.entries(cells).map(([name, value]) => [
    name,
    WHOLE_NUMBERS[name] ? wholeNumber(value) : (value as string).trim(),
  ])
  return {
    row,
    brand: (brand as string).trim(),
    model: (model as string).trim(),
    ...(brandId !== undefined && { brandId: wholeNumber(brandId) as number }),
    ...(intercomId !== undefined && { intercomId: wholeNumber(intercomId) as number }),
    fields: Object.fromEntries(fields) as Partial<ModelFields>,
  }
}

/** Brands and models are the same in any letter case. */
export const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

/** A file that says two things about one model says nothing. */
function repetitions(entries: readonly CatalogueEntry[]): string[] {
  const seen = new Map<string, number>()
  return entries.flatMap(({ row, brand, model, intercomId }) => {
    const names = [`${brand} ${model}`, ...(intercomId === undefined ? [] : [`intercomId ${intercomId}`])]
    return names.flatMap((name) => {
      const first = seen.get(keyOf(name))
      if (first !== undefined) return [`Row ${row}: ${name} stands in row ${first} already.`]
      seen.set(keyOf(name), row)
      return []
    })
  })
}
