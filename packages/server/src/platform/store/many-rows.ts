import { type InsertQueryBuilder, type RawBuilder, sql, type UpdateQueryBuilder } from 'kysely'
import { bindableJson } from './bindable.ts'
import { type Db, type Engine, engineOf, type Tables } from './engine.ts'
import { preparedFor } from './prepared.ts'

/**
 * Statements for many rows that are compiled once however many rows come. PostgreSQL gets all of them as one value. To hand
 * SQLite value by value costs a third of having it find them in a text.
 */

type Name = keyof Tables & string
type Values = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: the store knows no table; callers' rows have the types of their own.
type Insert = (db: Db) => InsertQueryBuilder<any, any, any>
// biome-ignore lint/suspicious/noExplicitAny: the same.
type Update = (db: Db) => UpdateQueryBuilder<any, any, any, any>

/** Ends a statement of which nobody reads the answer: that it failed is told by what goes after it (postgres-together.ts). */
export const UNREAD = '/* unread */'

/** On PostgreSQL what is only written goes with what comes next. */
const unread = (engine: Engine) => sql.raw(engine === 'postgres' ? UNREAD : '')

/** On SQLite there is a statement for each number of rows up to this one; more are filled up to the next power of two. */
const FEW = 8
/** Of one statement on SQLite: nobody else is served meanwhile, and each of its values takes room as long as it is kept. */
const MOST_VALUES = 8192

/** Inserts rows that all have the same columns, in the order given. To be called in a transaction: it may take several statements. */
export function insertAll<R extends object>(table: Name, into: Insert): InsertRows<R> {
  const insertFrom = (db: Db, columns: readonly string[], rows: RawBuilder<unknown>, engine: Engine) =>
    into(db)
      .columns(columns as never[])
      .expression(rows as never)
      .modifyEnd(unread(engine))
      .$castTo<never>()
  const some = preparedFor<readonly unknown[], never>((db, [count, ...columns], slot, engine) =>
    insertFrom(db, columns, valueList(Number(count), columns.length, slot), engine),
  )
  const padded = preparedFor<readonly unknown[], never>((db, [count, ...columns], _slot, engine) => {
    const row = ['?', ...columns.map(() => '?')].join()
    // As a text, because to build it value by value takes ten times what SQLite takes to compile it.
    const rows = sql.raw(Array(Number(count)).fill(`(${row})`).join())
    const given = sql.join(columns.map((_, i) => sql.ref(`column${i + 2}`)))
    return insertFrom(db, columns, sql`select ${given} from (values ${rows}) where column1`, engine)
  })
  const all = preparedFor<{ rows: string }, never>((db, columns, slot, engine) => {
    const names = sql.join(columns.map((column) => sql.ref(column)))
    return insertFrom(db, columns, sql`select ${names} from ${recordsOf(table, slot('rows'))}`, engine)
  })
  return async (db, rows) => {
    const [first] = rows
    if (!first) return
    const columns = Object.keys(first)
    if (rows.length > 1 && engineOf(db) === 'postgres')
      return void (await all(db, columns, { rows: bindableJson(rows) }))
    const most = 2 ** Math.floor(Math.log2(MOST_VALUES / (columns.length + 1)))
    for (let i = 0; i < rows.length; i += most) {
      const part = rows.slice(i, i + most)
      if (part.length <= FEW) await some(db, [String(part.length), ...columns], valuesOf(part, columns))
      else {
        const count = 2 ** Math.ceil(Math.log2(part.length))
        await padded(db, [String(count), ...columns], paddedValuesOf(part, columns, count))
      }
    }
  }
}

const valueList = (rows: number, width: number, slot: (name: number) => unknown) => {
  const rowOf = (n: number) =>
    sql`(${sql.join(Array.from({ length: width }, (_, i) => slot(n * width + i)))})`
  return sql`values ${sql.join(Array.from({ length: rows }, (_, n) => rowOf(n)))}`
}

/** In one array, without one for each row: an unlock has some seventy values. */
function valuesOf(rows: readonly object[], columns: readonly string[]): unknown[] {
  const values: unknown[] = []
  for (const row of rows) for (const column of columns) values.push((row as Values)[column] ?? null)
  return values
}

/** Each row has a one before it, and rows of nothing make up the number. */
function paddedValuesOf(rows: readonly object[], columns: readonly string[], count: number): unknown[] {
  const values: unknown[] = []
  for (const row of rows) {
    values.push(1)
    for (const column of columns) values.push((row as Values)[column] ?? null)
  }
  while (values.length < count * (columns.length + 1)) values.push(null)
  return values
}

export type InsertRows<R> = (db: Db, rows: readonly R[]) => Promise<void>

/** The rows of a table that a JSON array holds. */
const recordsOf = (table: Name, rows: unknown) =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`

/**
 * Stores these columns of rows that the caller holds, found by their key. The first part of the key tells them apart by
 * itself; the others are the owner, without whom nothing is looked up.
 */
export function updateAll<R extends object>(table: Name, key: readonly [string, ...string[]], of: Update) {
  const one = preparedFor<Values, never>((db, columns, slot, engine) => {
    const set = Object.fromEntries(columns.map((column) => [column, slot(column)]))
    const isIt = sql.join(
      key.map((column) => sql`${sql.ref(column)} = ${slot(column)}`),
      sql` and `,
    )
    return of(db)
      .set(set as never)
      .where(sql<boolean>`${isIt}` as never)
      .modifyEnd(unread(engine))
      .$castTo<never>()
  })
  const all = preparedFor<{ rows: string; ids: unknown[] }, never>((db, columns, slot, engine) => {
    const isOne = sql.join(
      key.map((column) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`given.${column}`)}`),
      sql` and `,
    )
    // Without the list the planner would not know how few they are, and read the whole table.
    const isAmong = sql`${sql.ref(`${table}.${key[0]}`)} = any(${slot('ids')})`
    return of(db)
      .from(sql`${recordsOf(table, slot('rows'))}`.as('given') as never)
      .set(Object.fromEntries(columns.map((column) => [column, sql.ref(`given.${column}`)])) as never)
      .where(sql<boolean>`${isAmong} and ${isOne}` as never)
      .modifyEnd(unread(engine))
      .$castTo<never>()
  })
  return async (db: Db, rows: readonly R[], columns: readonly (keyof R & string)[]): Promise<void> => {
    const names = [...columns].sort()
    if (rows.length > 1 && engineOf(db) === 'postgres') {
      const given = rows.map((row) => only(row as Values, [...key, ...names]))
      await all(db, names, { rows: bindableJson(given), ids: rows.map((row) => (row as Values)[key[0]]) })
      return
    }
    for (const row of rows) await one(db, names, row as Values)
  }
}

const only = (row: Values, columns: readonly string[]): Values =>
  Object.fromEntries(columns.map((column) => [column, row[column]]))
