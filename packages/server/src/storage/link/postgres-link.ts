import pg from 'pg'
import { PostgresClient } from '../../platform/store/postgres-client.ts'
import { createPostgresPool } from '../../platform/store/postgres-dialect.ts'
import { readPostgresHosts } from '../../platform/store/postgres-hosts.ts'
import { reachPostgres } from '../../platform/store/reach-postgres.ts'
import type { Link } from './link.ts'
import { quoted, quotedList, type Row, shapesOf, type TableShape } from './tables.ts'

/** Services have names that begin with "latchwork"; this one must not pass for one of them. */
const NAME = 'command of latchwork'

const COLUMNS = `
  select c.relname, a.attname, format_type(a.atttypid, null),
    coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0)::int, (a.attidentity <> '')::int
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1, a.attnum`

/** An index of a partitioned table is told as one ON ONLY the table; without that word its partitions get theirs with it. */
const SLOW_PARTS = `
  select replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON '), 'drop index ' || c.oid::regclass
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where c.relnamespace = current_schema()::regnamespace and not i.indisunique and not t.relispartition
    and t.relname <> 'row_change'
  union all
  select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)),
    format('alter table %s drop constraint %I', conrelid::regclass, conname)
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`

export async function openPostgresLink(url: string): Promise<Link> {
  const pool = createPostgresPool({
    ...{ url, name: NAME, poolSize: 1, statementTimeoutMs: 0, transactionIdleLimitMs: 0 },
    onConnectionLost: () => undefined,
  })
  await reachPostgres(pool, url).finally(() => pool.end())
  const client = new PostgresClient(readPostgresHosts(url), {
    application_name: NAME,
    types: { getTypeParser },
  })
  await client.connect()
  const ask: Link['ask'] = async (text, values = []) => {
    let n = 0
    const numbered = values.length > 0 ? text.replaceAll('?', () => `$${++n}`) : text
    const { rows } = await client.query({ text: numbered, values: [...values], rowMode: 'array' })
    return rows as Row[]
  }
  await ask('set statement_timeout = 0')
  await ask('set idle_in_transaction_session_timeout = 0')
  const sequenceOf = async ({ name, generated = '' }: TableShape) =>
    String((await ask('select pg_get_serial_sequence(?, ?)', [quoted(name), generated]))[0]?.[0])
  return {
    ask,
    async insert({ name, columns, isNumber }, rows) {
      const lists = columns.map((_, i) => `$${i + 1}::${isNumber[i] ? 'bigint' : 'text'}[]`)
      await client.query(
        `insert into ${quoted(name)} (${quotedList(columns)}) select * from unnest(${lists})`,
        columns.map((_, i) => rows.map((row) => row[i])),
      )
    },
    tables: async () => shapesOf(await ask(COLUMNS)),
    hasTable: async (name) => (await ask('select to_regclass(?)::text', [name]))[0]?.[0] != null,
    slowParts: () => ask(SLOW_PARTS),
    async lastNumber(table) {
      const [row] = await ask(`select last_value - (not is_called)::int from ${await sequenceOf(table)}`)
      return Number(row?.[0])
    },
    async setLastNumber(table, n) {
      if (n > 0) await ask('select setval(?, ?)', [await sequenceOf(table), n])
    },
    close: () => client.end(),
  }
}

/** Numbers as on SQLite, none of which has more than 53 bits. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)
}
