import {
  isCopied,
  keyColumns,
  keyOf,
  quoted,
  quotedList,
  type Row,
  type TableShape,
  type Value,
} from './tables.ts'

/** A plain SQL connection to a database of either engine, for commands that read or write whole tables. */
export interface Link {
  /** Runs a statement in which each `?` stands for a value. */
  ask(text: string, values?: readonly Value[]): Promise<Row[]>
  insert(table: TableShape, rows: readonly Row[]): Promise<void>
  tables(): Promise<TableShape[]>
  hasTable(name: string): Promise<boolean>
  /** Indexes and references that slow inserts down: for each the statement that makes it and the one that drops it. */
  slowParts(): Promise<Row[]>
  /** The greatest number that the database has given out for the table's generated column; 0 for none. */
  lastNumber(table: TableShape): Promise<number>
  setLastNumber(table: TableShape, n: number): Promise<void>
  close(): Promise<void>
}

export async function atomically(link: Link, work: () => Promise<unknown>): Promise<void> {
  await link.ask('begin')
  try {
    await work()
    await link.ask('commit')
  } catch (error) {
    await link.ask('rollback').catch(() => undefined)
    throw error
  }
}

export const countRows = async (link: Link, { name }: TableShape): Promise<number> =>
  Number((await link.ask(`select count(*) from ${quoted(name)} where ${isCopied(name)}`))[0]?.[0])

/** The approximate size of a page in memory; rows differ in size by a factor of a thousand. */
const PAGE_BYTES = 2_000_000
const MOST_ROWS = 1000
const FIRST_ROWS = 50

/** How many rows make the next page, judged by the size of the last ones. */
function pageLength(rows: readonly Row[]): number {
  let bytes = 0
  for (const row of rows) for (const value of row) bytes += typeof value === 'string' ? value.length + 8 : 8
  return Math.max(1, Math.min(MOST_ROWS, Math.floor((PAGE_BYTES * rows.length) / bytes)))
}

interface Range {
  /** The key of the last row that is not wanted any more. */
  readonly after?: Row | undefined
  /** Only rows of these accounts. */
  readonly owners?: readonly number[] | undefined
}

/** The rows of a table in the order of its key, page by page. Both engines order numbers by size and text by its bytes. */
export async function* pages(
  link: Link,
  table: TableShape,
  { after, owners }: Range = {},
): AsyncGenerator<Row[]> {
  const key = quotedList(keyColumns(table))
  const owned = owners ? `and account_id in (${owners.map(Math.trunc)})` : ''
  for (let last = after, limit = FIRST_ROWS; ; ) {
    const isAfter = last ? `and (${key}) > (${last.map(() => '?')})` : ''
    const rows = await link.ask(
      `select ${quotedList(table.columns)} from ${quoted(table.name)}
       where ${isCopied(table.name)} ${owned} ${isAfter} order by ${key} limit ${limit}`,
      last ?? [],
    )
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = keyOf(table, rows.at(-1) as Row)
    limit = pageLength(rows)
  }
}
