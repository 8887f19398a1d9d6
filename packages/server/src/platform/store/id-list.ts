import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, engineOf } from './engine.ts'

/** Is the column one of these numbers? However many there are, it is one parameter. */
export function isOneOf(db: Db, column: Expression<unknown>, ids: Iterable<number>): RawBuilder<SqlBool> {
  const list = JSON.stringify([...ids])
  return engineOf(db) === 'sqlite'
    ? sql<SqlBool>`${column} in (select value from json_each(${list}))`
    : sql<SqlBool>`${column} in (select cast(value as bigint) from json_array_elements_text(cast(${list} as json)))`
}

/** The same in a statement that is compiled once: `list` stands for the JSON text of the ids. */
export const isListed = (
  db: Db,
  column: string,
  type: 'text' | 'bigint',
  list: Expression<string>,
): RawBuilder<SqlBool> =>
  engineOf(db) === 'sqlite'
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql<SqlBool>`${sql.ref(column)} = any(array(
        select cast(value as ${sql.raw(type)}) from json_array_elements_text(cast(${list} as json))))`

/**
 * The same of several columns at once: `list` stands for the JSON text of an array for each row that is looked for. Of
 * lists that come as arrays PostgreSQL expects few rows, and looks each up by an index instead of reading the table.
 */
export const areListed = (
  db: Db,
  columns: Readonly<Record<string, 'text' | 'bigint'>>,
  list: Expression<string>,
): RawBuilder<SqlBool> => {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const values = Object.values(columns).map((type, i) =>
    engineOf(db) === 'sqlite'
      ? sql`value ->> ${sql.lit(i)}`
      : sql`array(select cast(value ->> ${sql.lit(i)} as ${sql.raw(type)})
          from json_array_elements(cast(${list} as json)))`,
  )
  return engineOf(db) === 'sqlite'
    ? sql<SqlBool>`(${names}) in (select ${sql.join(values)} from json_each(${list}))`
    : sql<SqlBool>`(${names}) in (select * from unnest(${sql.join(values)}))`
}
