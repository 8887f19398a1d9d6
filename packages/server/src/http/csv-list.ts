import type { Route } from '@latchwork/contract'
import { csvField } from '../platform/csv-field.ts'
import { JsonText } from '../platform/json-text.ts'
import { FileAnswer } from './file-answer.ts'
import { JsonRows } from './json-rows.ts'
import type { JsonSchema } from './json-schema.ts'

/** Rows of one part of the file. */
const AT_ONCE = 500

/** The columns of a list, by the names of its fields; undefined for what is no list of objects. */
export function csvColumnsOf({ method, file, stream, returns }: Route): readonly string[] | undefined {
  if (method !== 'GET' || file || stream) return undefined
  const schema = returns as JsonSchema | undefined
  const { properties } = (schema?.type === 'array' && (schema.items as JsonSchema | undefined)) || {}
  return properties && Object.keys(properties)
}

/** Whoever asks for CSV before all else (D163). */
export const wantsCsv = (accept: string | undefined): boolean =>
  accept !== undefined && /^\s*text\/csv\s*(;|,|$)/i.test(accept)

/** Any list as a file: the same rows, for the same caller, in the same order, whatever answered them. */
export const csvOf = (path: string, columns: readonly string[], answer: unknown): Promise<FileAnswer> => {
  const name = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? 'list'
  return FileAnswer.of(linesOf(columns, partsOf(answer)), 'text/csv', `${name}.csv`)
}

async function* linesOf(
  columns: readonly string[],
  parts: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`
  for await (const rows of parts)
    yield rows.map((row) => lineOf(columns, row as Record<string, unknown>)).join('')
}

const lineOf = (columns: readonly string[], row: Record<string, unknown>): string =>
  `${columns.map((column) => cellOf(row[column])).join(',')}\r\n`

/** Texts are written by strangers; numbers are what they are, also below zero. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return csvField(value)
  return typeof value === 'object' ? csvField(JSON.stringify(value)) : String(value)
}

async function* partsOf(answer: unknown): AsyncGenerator<readonly unknown[]> {
  if (answer instanceof JsonRows) return yield* answer.parts()
  const rows = (answer instanceof JsonText ? JSON.parse(answer.text) : answer) as readonly unknown[]
  for (let i = 0; i < rows.length; i += AT_ONCE) yield rows.slice(i, i + AT_ONCE)
}
