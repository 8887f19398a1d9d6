import { csvColumnsOf, csvHead, csvRows, type Route } from '@latchwork/contract'
import { AppError } from '../platform/app-error.ts'
import { JsonText } from '../platform/json-text.ts'
import { FileAnswer } from './file-answer.ts'
import { JsonRows } from './json-rows.ts'
import type { JsonSchema } from './json-schema.ts'

/** Rows of one part of the file. */
const AT_ONCE = 500

/** Whoever asks for CSV before all else (D163); a weight of nothing says that they do not. */
export const wantsCsv = (accept: string | undefined): boolean =>
  accept !== undefined &&
  /^\s*text\/csv\s*(;|,|$)/i.test(accept) &&
  !/^[^,]*;\s*q\s*=\s*0(\.0*)?\s*(;|,|$)/i.test(accept)

/** All of a list, unless the caller said how many entries it may have (D163, D196); undefined for what is no list. */
export function csvAnswerOf(route: Route) {
  const columns = csvColumnsOf(route)
  const paging = pagingOf(route)
  if (!columns) return undefined
  return (said: unknown, query: object, ask: (query: object) => unknown): Promise<FileAnswer> => {
    const isBounded = (said as { limit?: unknown }).limit !== undefined
    const parts = paging && !isBounded ? pagesOf(paging, query, ask) : partsOf(ask(query))
    return csvOf(route.path, columns, parts)
  }
}

/** Any list as a file: the same rows, for the same caller, in the same order, whatever answered them. */
const csvOf = (
  path: string,
  columns: readonly string[],
  parts: AsyncIterable<readonly unknown[]>,
): Promise<FileAnswer> => {
  const name = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? 'list'
  return FileAnswer.of(linesOf(columns, parts), 'text/csv', `${name}.csv`)
}

/** The first rows are there before the answer begins: what is refused until then is refused as usual. */
async function* linesOf(
  columns: readonly string[],
  parts: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  let head = csvHead(columns)
  for await (const rows of parts) {
    yield head + csvRows(columns, rows)
    head = ''
  }
  yield head
}

/** A list that was answered whole. */
async function* partsOf(answering: unknown): AsyncGenerator<readonly unknown[]> {
  const answer = await answering
  if (answer instanceof JsonRows) return yield* answer.parts()
  const rows = (answer instanceof JsonText ? JSON.parse(answer.text) : answer) as readonly unknown[]
  for (let i = 0; i < rows.length; i += AT_ONCE) yield rows.slice(i, i + AT_ONCE)
}

/** How a list is asked for page by page. */
interface Paging {
  readonly size: number
  /** What follows a page: the entries after its last one, by this field of it, or after so many; or nothing more. */
  readonly by: { readonly cursor: string } | 'offset' | undefined
}

/** Undefined for a list that is answered whole anyway. */
function pagingOf({ query, cursor = 'id' }: Route): Paging | undefined {
  const { limit, id, offset } = (query as JsonSchema | undefined)?.properties ?? {}
  if (limit?.default === undefined) return undefined
  const size = Math.min(Number(limit['x-cut']), AT_ONCE)
  return id
    ? { size, by: { cursor } }
    : offset
      ? { size, by: 'offset' }
      : { size: Number(limit['x-cut']), by: undefined }
}

type Entry = Readonly<Record<string, unknown>>

/** All pages of a list, one after the other: its length costs time and no memory (D196). */
async function* pagesOf(
  { size, by }: Paging,
  query: object,
  ask: (query: object) => unknown,
): AsyncGenerator<readonly unknown[]> {
  const askFor = (more: object) => ask({ ...query, ...more, limit: size })
  if (by === undefined) return yield* partsOf(askFor({}))
  if (by === 'offset') return yield* byOffset((query as { offset?: number }).offset ?? 0, askFor)
  yield* byCursor(by.cursor, askFor)
}

// A page may be short because some of it is not for the caller: only an empty one is the end.

async function* byOffset(
  first: number,
  askFor: (place: { offset: number }) => unknown,
): AsyncGenerator<readonly unknown[]> {
  for (let offset = first, count = 1; count > 0; offset += count) {
    count = 0
    for await (const rows of partsOf(askFor({ offset }))) {
      yield rows
      count += rows.length
    }
  }
}

async function* byCursor(
  cursor: string,
  askFor: (place: { id?: unknown }) => unknown,
): AsyncGenerator<readonly unknown[]> {
  // The last entries that were given, the latest last.
  let given: Entry[] = []
  let total = 0
  for (let answer = askFor({}); ; answer = after(given, total, cursor, askFor)) {
    const before = total
    for await (const rows of partsOf(answer)) {
      yield rows
      total += rows.length
      given = [...given, ...(rows as Entry[])].slice(-AT_ONCE)
    }
    if (total === before) return
  }
}

/**
 * What follows what was given. Its last entry may be gone by now, and a list that is to go on behind nothing is refused:
 * then what follows the nearest one before it that is still there, or all there is if nothing is left of it.
 */
async function after(
  given: readonly Entry[],
  total: number,
  cursor: string,
  askFor: (place: { id?: unknown }) => unknown,
): Promise<unknown> {
  let refusal: unknown
  for (const { [cursor]: id } of given.toReversed()) {
    try {
      return await askFor({ id })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_parameter') throw error
      refusal = error
    }
  }
  if (given.length === total) return askFor({})
  throw refusal
}
