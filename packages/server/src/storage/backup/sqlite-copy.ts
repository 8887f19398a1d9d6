import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { StartupError } from '../../platform/startup-error.ts'
import { BUSY_TIMEOUT_MS } from '../../platform/store/sqlite-connection.ts'

/** All pages in one step: a copy in steps begins anew whenever somebody writes in between, and somebody always does. */
const ALL_PAGES = 2 ** 31 - 1

/** What is counted and compared about a copy. */
export interface Contents {
  readonly counts: Record<string, number>
  readonly migration: string
  readonly keyIds: string[]
}

/** Copies the database as it is at one moment, while a service writes to it or not. The copy is one file. */
export async function copySqlite(dataDir: string, to: string): Promise<Contents> {
  const path = join(dataDir, 'latchwork.db')
  if (!existsSync(path)) throw new StartupError(`There is no database in ${dataDir}.`)
  const source = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    await backup(source, to, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  return readCopy(to)
}

/** Looks at a copy that nobody else uses, and folds a log of its own into it. */
export function readCopy(path: string): Contents {
  const copy = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    copy.exec('pragma journal_mode = delete')
    const [check] = copy.prepare('pragma quick_check(1)').all() as { quick_check: string }[]
    if (check?.quick_check !== 'ok') throw new StartupError(`The copy is damaged: ${check?.quick_check}.`)
    return contentsOf(copy)
  } finally {
    copy.close()
  }
}

function contentsOf(copy: DatabaseSync): Contents {
  const ask = (text: string) => copy.prepare(text).all() as Record<string, unknown>[]
  const tables = ask(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
  ).map(({ name }) => String(name))
  const counts = tables.map(
    (name) => [name, Number(ask(`select count(*) as n from "${name}"`)[0]?.n)] as const,
  )
  return {
    counts: Object.fromEntries(counts),
    migration: String(ask('select max(name) as name from kysely_migration')[0]?.name),
    keyIds: ask("select key_id from sealing_key where state <> 'retired' order by key_id").map(({ key_id }) =>
      String(key_id),
    ),
  }
}
