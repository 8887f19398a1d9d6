import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Storage } from './latchwork-process.ts'

/** What filling a stopped service's store needs of an engine. */
export interface Session {
  query(sql: string): Promise<Record<string, unknown>[]>
  columnsOf(table: string): Promise<string[]>
  /** An expression for twelve hex digits. */
  hex12(expression: string): string
  close(): Promise<void>
}

export const openSession = ({ dataDir, databaseUrl }: Storage): Promise<Session> =>
  databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir)

/** A statement that copies the first row of a table, once for each number; `s.n` is the number, `t` the row. */
export async function copiesOf(
  session: Session,
  table: string,
  [first, last]: readonly [number, number],
  changed: Readonly<Record<string, string>>,
): Promise<string> {
  const columns = await session.columnsOf(table)
  const values = columns.map((column) => changed[column] ?? `t."${column}"`)
  return `with recursive s(n) as (select cast(${first} as bigint) union all select n + 1 from s where n < ${last})
    insert into ${table} (${columns.map((column) => `"${column}"`)})
    select ${values} from s cross join (select * from ${table} order by ${columns[0]} limit 1) t`
}

async function openSqlite(dataDir: string): Promise<Session> {
  const database = new DatabaseSync(join(dataDir, 'latchwork.db'))
  // What is lost when the machine fails is filled anew.
  database.exec('pragma synchronous = off; pragma cache_size = -262144; pragma foreign_keys = off')
  const query = async (sql: string) => database.prepare(sql).all()
  return {
    query,
    columnsOf: async (table) =>
      (await query(`select name from pragma_table_info('${table}')`)).map((c) => String(c.name)),
    hex12: (expression) => `printf('%012x', ${expression})`,
    close: async () => database.close(),
  }
}

async function openPostgres(url: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Copies of rows refer to what is there: millions of them are not looked up one by one.
  await client.query('set session_replication_role = replica; set synchronous_commit = off')
  // What the database keeps by itself it keeps of copies as well.
  const kept = [
    ...['smartlock', 'account_user', 'address', 'reservation'].flatMap((table) =>
      ['insert', 'update'].map((event) => [table, `name_parts_${event}`]),
    ),
    ['smartlock', 'keep_troubles'],
  ]
  for (const [table, trigger] of kept)
    await client.query(`alter table ${table} enable always trigger ${trigger}`)
  const query = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
  return {
    query,
    columnsOf: async (table) =>
      (
        await query(`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = '${table}' order by ordinal_position`)
      ).map((c) => String(c.name)),
    hex12: (expression) => `lpad(to_hex(${expression}), 12, '0')`,
    close: () => client.end(),
  }
}
