import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import type { Db, Engine } from '../src/platform/store/database.ts'
import { openDatabase } from '../src/schema/open-database.ts'
import { newStorage, removeStorage, type Storage } from './storage.ts'

/** A SQLite store with rows in every table, most of them in the log. */
export async function filledStore(t: TestContext, logRows: number): Promise<Storage> {
  const storage = await newStorage('sqlite')
  t.after(() => removeStorage(storage))
  await onStore(storage, (db) => fillLog(db, logRows))
  fillTables(join(storage.dataDir, 'latchwork.db'))
  return storage
}

/** Whole numbers and texts are the number of the row, so that each reference finds what it refers to. */
function fillTables(path: string): void {
  const file = new DatabaseSync(path)
  const columns = `select m.name as name, p.name as col from sqlite_master m join pragma_table_info(m.name) p
    where m.type = 'table' and m.name not like 'kysely_%' and m.name not like 'sqlite_%'
      and m.name not in ('name_part', 'smartlock_log', 'event', 'operation', 'service_mark')`
  const tables = Map.groupBy(file.prepare(columns).all(), ({ name }) => name)
  file.exec('pragma foreign_keys = off')
  for (const [name, some] of tables)
    for (let n = 90; n < 93; n++) {
      const values = some.map(() => n)
      const names = some.map(({ col }) => `"${col}"`)
      // A few tables take no such row, and then nothing can refer to it.
      file.exec(`insert or ignore into "${name}" (${names}) values (${values})`)
    }
  for (;;) {
    const broken = file.prepare('pragma foreign_key_check').all()
    if (broken.length === 0) break
    for (const { table, rowid } of broken) file.exec(`delete from "${table}" where rowid = ${rowid}`)
  }
  file.close()
}

/** A store without any table. */
export async function emptyStore(t: TestContext, engine: Engine): Promise<Storage> {
  const storage = await newStorage(engine, { untouched: true })
  t.after(() => removeStorage(storage))
  return storage
}

export async function onStore<T>(
  { dataDir, databaseUrl }: Storage,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { db, close } = await openDatabase({ dataDir, ...(databaseUrl && { url: databaseUrl }) })
  return work(db).finally(close)
}

/** Adds entries of some months, whose names are hard to copy. */
export async function fillLog(db: Db, count: number, accountId = 1): Promise<void> {
  const begin = Date.now() - count * 120_000
  for (let n = 0; n < count; n += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - n) }, (_, i) => {
      const date = begin + (n + i) * 120_000
      return {
        ...{ id: `${date.toString(16).padStart(12, '0')}${(n + i).toString(16).padStart(12, '0')}` },
        ...{ account_id: accountId, smartlock_id: 17_179_869_184 + (i % 7), device_type: 4, date },
        ...{ name: `Zoë «${n + i}» \\ \t', "{}?`, action: 1, trigger: 0, state: 0, auto_unlock: 0 },
        ...{ account_user_id: null, auth_id: null, source: null, opener_log: null, error: null },
      }
    })
    await db.insertInto('smartlock_log').values(rows).execute()
  }
}

/** The number of rows of each table of a SQLite file with a digest of all their values; `sqlite_sequence` is one of them. */
export function contentsOf(dataDir: string, name = 'latchwork.db'): Record<string, string> {
  const file = new DatabaseSync(join(dataDir, name), { readOnly: true })
  try {
    const ask = (text: string) => file.prepare(text).all()
    const contents: Record<string, string> = {}
    for (const { name } of ask(`select name from sqlite_master where type = 'table' order by name`)) {
      if (/^(kysely_|move_)/.test(String(name))) continue
      const rows = ask(`select * from "${name}"`).filter(
        (row) => name !== 'service_mark' || row.name !== 'commits',
      )
      const lines = rows.map((row) => JSON.stringify(row)).sort()
      const digest = createHash('sha256').update(lines.join('\n')).digest('hex')
      contents[String(name)] = `${rows.length} rows ${digest}`
    }
    return contents
  } finally {
    file.close()
  }
}
