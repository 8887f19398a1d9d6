import { type InsertQueryBuilder, sql, type UpdateQueryBuilder } from 'kysely'
import { bindableJson } from './bindable.ts'
import { type Db, type Engine, engineOf, type Tables } from './engine.ts'
import { preparedFor } from './prepared.ts'

/**
 * Statements for many rows that are compiled once however many rows come. PostgreSQL gets all of them as one value. SQLite
 * is at hand: to hand it values is cheaper than to have it find them in a text, so it gets a few rows at a time, unless
 * there are so many that nobody waits for one of them.
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

/** So many rows at most make a statement that SQLite keeps, for each number of them. */
const FEW = 8
/** So many rows are given to SQLite a few at a time: those of the reports of one batch. */
const SOME = 64
/** Rows of one statement on SQLite: nobody else is served meanwhile. */
const MANY = 500

/** Inserts rows that all have the same columns, in the order given. To be called in a transaction: it may take several statements. */
export function insertAll<R extends object>(table: Name, into: Insert): InsertRows<R> {
  const some = preparedFor<readonly unknown[], never>((db, [count, ...columns], slot, engine) => {
    const rowOf = (n: number) => columns.map((column, i) => [column, slot(n * columns.length + i)])
    const values = Array.from({ length: Number(count) }, (_, n) => Object.fromEntries(rowOf(n)))
    return into(db).values(values).modifyEnd(unread(engine)).$castTo<never>()
  })
  const all = preparedFor<{ rows: string }, never>((db, columns, slot, engine) =>
    into(db)
      .columns(columns as never[])
      .expression(allOf(db, table, columns, slot('rows')) as never)
      .modifyEnd(unread(engine))
      .$castTo<never>(),
  )
  return async (db, rows) => {
    const [first] = rows
    if (!first) return
    const columns = Object.keys(first)
    const isPostgres = engineOf(db) === 'postgres'
    const isAtOnce = rows.length > (isPostgres ? 1 : SOME)
    const most = isPostgres ? rows.length : isAtOnce ? MANY : FEW
    for (let i = 0; i < rows.length; i += most) {
      const part = rows.slice(i, i + most)
      if (isAtOnce) await all(db, columns, { rows: bindableJson(part) })
      else await some(db, [String(part.length), ...columns], valuesOf(part, columns))
    }
  }
}

/** Without the condition SQLite would take what follows an insert, `on conflict`, for a part of a join. */
const allOf = (db: Db, table: Name, columns: readonly string[], rows: unknown) =>
  engineOf(db) === 'postgres'
    ? sql`select ${sql.join(columns.map((c) => sql.ref(c)))} from ${recordsOf(table, rows)}`
    : sql`select ${sql.join(columns.map((c) => sql`value ->> ${sql.lit(c)}`))} from json_each(${rows}) where true`

/** In one array, without one for each row: an unlock has some seventy values. */
function valuesOf(rows: readonly object[], columns: readonly string[]): unknown[] {
  const values: unknown[] = []
  for (const row of rows) for (const column of columns) values.push((row as Values)[column])
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
