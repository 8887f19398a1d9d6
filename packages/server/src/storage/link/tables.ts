/** Both engines store only text and whole numbers (schema/tables.ts), so a value is the same on both. */
export type Value = string | number | null
/** The values of one row, those of its key first. */
export type Row = readonly Value[]

export interface TableShape {
  readonly name: string
  /** Key columns come first, in the order of the key. */
  readonly columns: readonly string[]
  readonly keyLength: number
  /** For each column: whether it holds numbers, of up to 53 bits. */
  readonly isNumber: readonly boolean[]
  /** The column whose numbers the database gives out. */
  readonly generated?: string
}

export const keyOf = ({ keyLength }: TableShape, row: Row): Row => row.slice(0, keyLength)
export const keyColumns = ({ columns, keyLength }: TableShape): readonly string[] =>
  columns.slice(0, keyLength)

/** Table and column names contain no quotes, but some of them are SQL keywords. */
export const quoted = (name: string): string => `"${name}"`
export const quotedList = (names: readonly string[]): string => names.map(quoted).join(', ')

/** The commit counter belongs to one SQLite file and not to the data (ADR 0041), so it is never copied. */
export const isCopied = (table: string): string => (table === 'service_mark' ? "name <> 'commits'" : 'true')

/** Tables that belong to an engine or to the move itself, or that triggers of the target fill. */
const OWN_TABLES =
  /^(kysely_migration|kysely_migration_lock|row_change|name_part|unfinished_restore|sqlite_.*|move_.*)$/

const NUMBERS = ['integer', 'bigint']

/** The tables of a database from rows of table, column, type, position in the key (0 for none), and 1 where numbers are given out. */
export function shapesOf(columns: readonly Row[]): TableShape[] {
  const ofData = columns.filter(([table]) => !OWN_TABLES.test(String(table)))
  return [...Map.groupBy(ofData, ([table]) => String(table))].map(([name, some]) => {
    const keys = some.filter(([, , , key]) => key !== 0).sort((a, b) => Number(a[3]) - Number(b[3]))
    const others = some
      .filter(([, , , key]) => key === 0)
      .sort((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1))
    const all = [...keys, ...others]
    const strange = all.find(([, , type]) => type !== 'text' && !NUMBERS.includes(String(type)))
    if (keys.length === 0 || strange)
      throw new Error(
        `The table ${name} cannot be copied: ${strange?.slice(1, 3).join(' ') ?? 'it has no key'}`,
      )
    const generated = all.find(([, , , , isGenerated]) => isGenerated === 1)
    return {
      name,
      columns: all.map(([, column]) => String(column)),
      keyLength: keys.length,
      isNumber: all.map(([, , type]) => NUMBERS.includes(String(type))),
      ...(generated && { generated: String(generated[1]) }),
    }
  })
}
