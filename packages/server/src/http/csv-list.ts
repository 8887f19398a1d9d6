import { csvHead, csvRows } from '@latchwork/contract'
import { JsonText } from '../platform/json-text.ts'
import { FileAnswer } from './file-answer.ts'
import { JsonRows } from './json-rows.ts'

/** Rows of one part of the file. */
const AT_ONCE = 500

/** Whoever asks for CSV before all else (D163); a weight of nothing says that they do not. */
export const wantsCsv = (accept: string | undefined): boolean =>
  accept !== undefined &&
  /^\s*text\/csv\s*(;|,|$)/i.test(accept) &&
  !/^[^,]*;\s*q\s*=\s*0(\.0*)?\s*(;|,|$)/i.test(accept)

/** Any list as a file: the same rows, for the same caller, in the same order, whatever answered them. */
export const csvOf = (path: string, columns: readonly string[], answer: unknown): Promise<FileAnswer> => {
  const name = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? 'list'
  return FileAnswer.of(linesOf(columns, partsOf(answer)), 'text/csv', `${name}.csv`)
}

async function* linesOf(
  columns: readonly string[],
  parts: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const rows of parts) yield csvRows(columns, rows)
}

async function* partsOf(answer: unknown): AsyncGenerator<readonly unknown[]> {
  if (answer instanceof JsonRows) return yield* answer.parts()
  const rows = (answer instanceof JsonText ? JSON.parse(answer.text) : answer) as readonly unknown[]
  for (let i = 0; i < rows.length; i += AT_ONCE) yield rows.slice(i, i + AT_ONCE)
}
