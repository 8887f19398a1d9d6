/** Both engines have nothing but texts and whole numbers (schema/tables.ts), so a value is the same on both. */
export type Value = string | number | null
/** The values of a row, those of its key first. */
export type Row = readonly Value[]

export interface MovedTable {
  readonly name: string
  /** Those of the key first. */
  readonly columns: readonly string[]
  readonly keyLength: number
  /** Of each column: whether it holds numbers, of up to 53 bits. */
  readonly isNumber: readonly boolean[]
  /** The column whose numbers the database gives out. */
  readonly generated?: string
}

export const keyOf = ({ keyLength }: MovedTable, row: Row): Row => row.slice(0, keyLength)
export const keyColumns = ({ columns, keyLength }: MovedTable): readonly string[] =>
  columns.slice(0, keyLength)

/** Names are ours and hold no quotes; some of them are words of SQL. */
export const quoted = (name: string): string => `"${name}"`
export const quotedList = (names: readonly string[]): string => names.map(quoted).join(', ')
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The order of both engines: numbers by size, texts by their bytes. */
export function compareKeys(a: Row, b: Row): number {
  for (const [i, left] of a.entries()) {
    const right = b[i]
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)))
    if (order !== 0) return order
  }
  return 0
}

/** How far SQLite has come, which no other engine counts: it belongs to the file and not to what is in it. */
const OF_THE_FILE = { table: 'service_mark', column: 'name', value: 'commits' } as const

/** What of a table is moved, as a condition; `row` is what the columns are named with. */
export const isMoved = (table: string, row = ''): string =>
  table === OF_THE_FILE.table
    ? `${row}${quoted(OF_THE_FILE.column)} <> ${literal(OF_THE_FILE.value)}`
    : '1 = 1'

/** Accounts whose rows are wanted. */
export type Owners = readonly number[]

export const ofOwners = (owners: Owners | undefined): string =>
  owners ? `and account_id in (${owners.map(Math.trunc).join(', ')})` : ''

/** Belong to an engine or to the move itself, or are made of other tables by triggers of the target. */
export const isOwnTable = (name: string): boolean =>
  /^(kysely_migration|kysely_migration_lock|row_change|name_part|unfinished_restore|sqlite_.*|move_.*)$/.test(
    name,
  )

/** A table with its columns as an engine tells of them. */
export interface ToldColumn {
  readonly table: string
  readonly column: string
  readonly type: string
  /** Its place in the key, from 1 on; 0 where it is not in it. */
  readonly key: number
  readonly isGenerated: boolean
}

const NUMBERS = ['integer', 'bigint']

export function tablesOf(told: readonly ToldColumn[]): MovedTable[] {
  return [...Map.groupBy(told, ({ table }) => table)].map(([name, columns]) => {
    const ofKey = columns.filter(({ key }) => key > 0).sort((a, b) => a.key - b.key)
    const others = columns.filter(({ key }) => key === 0).sort((a, b) => (a.column < b.column ? -1 : 1))
    const all = [...ofKey, ...others]
    const strange = all.find(({ type }) => type !== 'text' && !NUMBERS.includes(type))
    if (ofKey.length === 0 || strange)
      throw new Error(
        `The table ${name} cannot be moved: ${strange?.column ?? 'no key'} ${strange?.type ?? ''}`,
      )
    const generated = all.find(({ isGenerated }) => isGenerated)?.column
    return {
      name,
      columns: all.map(({ column }) => column),
      keyLength: ofKey.length,
      isNumber: all.map(({ type }) => NUMBERS.includes(type)),
      ...(generated !== undefined && { generated }),
    }
  })
}
