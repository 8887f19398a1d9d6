import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { BUSY_TIMEOUT_MS } from '../../platform/store/sqlite-connection.ts'
import type { Link } from './link.ts'
import { quoted, quotedList, type Row, shapesOf } from './tables.ts'

const COLUMNS = `
  select m.name, p.name, lower(p.type), p.pk, p.pk > 0 and m.sql like '%autoincrement%'
  from sqlite_master m join pragma_table_info(m.name) p where m.type = 'table' order by m.name`

const SLOW_PARTS = `
  select sql, 'drop index "' || name || '"' from sqlite_master
  where type = 'index' and sql is not null and sql not like 'create unique%'`

/** An empty path makes a temporary database that is gone when it is closed. */
export function openSqliteLink(path: string, options: { readOnly?: boolean } = {}): Link {
  const database = new DatabaseSync(path, { ...options, timeout: BUSY_TIMEOUT_MS })
  database.exec(
    'pragma cache_size = -16384; pragma temp_store = file; pragma foreign_keys = off; pragma synchronous = full',
  )
  const ask: Link['ask'] = async (text, values = []) => {
    const statement = database.prepare(text)
    statement.setReturnArrays(true)
    return statement.all(...(values as SQLInputValue[])) as unknown as Row[]
  }
  return {
    ask,
    async insert({ name, columns }, rows) {
      const marks = columns.map(() => '?')
      const insert = database.prepare(
        `insert into ${quoted(name)} (${quotedList(columns)}) values (${marks})`,
      )
      for (const row of rows) insert.run(...(row as SQLInputValue[]))
    },
    tables: async () => shapesOf(await ask(COLUMNS)),
    hasTable: async (name) =>
      (await ask(`select 1 from sqlite_master where type = 'table' and name = ?`, [name])).length > 0,
    slowParts: () => ask(SLOW_PARTS),
    lastNumber: async ({ name }) =>
      Number((await ask('select seq from sqlite_sequence where name = ?', [name]))[0]?.[0] ?? 0),
    async setLastNumber({ name }, n) {
      await ask('delete from sqlite_sequence where name = ?', [name])
      if (n > 0) await ask('insert into sqlite_sequence (name, seq) values (?, ?)', [name, n])
    },
    close: async () => database.close(),
  }
}
