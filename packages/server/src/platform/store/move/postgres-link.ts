import pg from 'pg'
import { PostgresClient } from '../postgres-client.ts'
import { readPostgresHosts } from '../postgres-hosts.ts'
import {
  isMoved,
  isOwnTable,
  keyColumns,
  type MovedTable,
  type Owners,
  ofOwners,
  quoted,
  quotedList,
  type Row,
  type ToldColumn,
  tablesOf,
} from './moved-table.ts'

/** A connection of the move's own, which may take its time. */
export interface Link {
  ask(text: string, values?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** Not the name of a service: that would keep the others from believing that they are alone. */
const NAME = 'move of latchwork'

export async function openLink(url: string): Promise<Link> {
  const client = new PostgresClient(readPostgresHosts(url), {
    application_name: NAME,
    types: { getTypeParser },
  })
  await client.connect()
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  return {
    async ask(text, values = []) {
      const { rows } = await client.query({ text, values: [...values], rowMode: 'array' })
      return rows as Row[]
    },
    close: () => client.end(),
  }
}

/** Numbers as on SQLite, none of which has more than 53 bits. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)
}

const SHAPE = `
  select c.relname, a.attname, format_type(a.atttypid, null),
    coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0)::int, a.attidentity::text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1, a.attnum`

export async function postgresTables({ ask }: Link): Promise<MovedTable[]> {
  const told = (await ask(SHAPE)).map(
    ([table, column, type, key, identity]): ToldColumn => ({
      table: String(table),
      column: String(column),
      type: String(type),
      key: Number(key),
      isGenerated: identity !== '',
    }),
  )
  return tablesOf(told.filter(({ table }) => !isOwnTable(table)))
}

export const tableNames = async ({ ask }: Link): Promise<string[]> =>
  (
    await ask(`select relname from pg_class where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p') and not relispartition`)
  ).map(([name]) => String(name))

export const hasTable = async ({ ask }: Link, name: string): Promise<boolean> =>
  (await ask('select to_regclass($1)::text', [name]))[0]?.[0] != null

const typeOf = (table: MovedTable, i: number): string => (table.isNumber[i] ? 'bigint' : 'text')

/** Rows as one list for each column: one statement text for any number of them. */
const listsOf = (table: MovedTable, length: number, from = 1): string =>
  Array.from({ length }, (_, i) => `$${i + from}::${typeOf(table, i)}[]`).join(', ')

const columnsOf = (rows: readonly Row[], length: number): unknown[] =>
  Array.from({ length }, (_, i) => rows.map((row) => row[i]))

export function rowsAfter(
  { ask }: Link,
  table: MovedTable,
  after: Row | undefined,
  limit: number,
  owners?: Owners,
) {
  const key = quotedList(keyColumns(table))
  const isAfter = after ? `and (${key}) > (${after.map((_, i) => `$${i + 2}::${typeOf(table, i)}`)})` : ''
  return ask(
    `select ${quotedList(table.columns)} from ${quoted(table.name)}
     where ${isMoved(table.name)} ${ofOwners(owners)} ${isAfter} order by ${key} limit $1`,
    [limit, ...(after ?? [])],
  )
}

const matching = (table: MovedTable): string => {
  const columns = keyColumns(table)
  const isIt = columns.map((column) => `t.${quoted(column)} = k.${quoted(column)}`)
  return `unnest(${listsOf(table, columns.length)}) k (${quotedList(columns)}) where ${isIt.join(' and ')}`
}

export const rowsOf = ({ ask }: Link, table: MovedTable, keys: readonly Row[]): Promise<Row[]> =>
  ask(
    `select ${table.columns.map((column) => `t.${quoted(column)}`)} from ${quoted(table.name)} t, ${matching(table)}`,
    columnsOf(keys, table.keyLength),
  )

export const removeRows = ({ ask }: Link, table: MovedTable, keys: readonly Row[]): Promise<unknown> =>
  ask(`delete from ${quoted(table.name)} t using ${matching(table)}`, columnsOf(keys, table.keyLength))

export const addRows = (
  { ask }: Link,
  table: MovedTable,
  rows: readonly Row[],
  otherwise = '',
): Promise<unknown> =>
  ask(
    `insert into ${quoted(table.name)} (${quotedList(table.columns)})
     select * from unnest(${listsOf(table, table.columns.length)}) ${otherwise}`,
    columnsOf(rows, table.columns.length),
  )
