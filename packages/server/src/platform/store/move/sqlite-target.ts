import { existsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { StartupError } from '../../startup-error.ts'
import { TAKE_AS_IT_IS, tellNextStart } from '../commit-mark.ts'
import { giveToOwner } from '../data-owner.ts'
import { openStore } from '../database.ts'
import type { StoreSchema } from '../engine.ts'
import { holdLock } from '../sqlite-file.ts'
import { keyColumns, type MovedTable, quoted, quotedList, type Row } from './moved-table.ts'
import { rowReader } from './sqlite-source.ts'
import { sqliteTables } from './sqlite-steps.ts'
import type { Target } from './stores.ts'
import { LATER, MAKE_PROGRESS, READ_PROGRESS, readProgress, tableEntry } from './target-progress.ts'

const DATABASE = 'latchwork.db'

/** The database grows in a folder beside its place, and gets its name when it is whole: no service can find it before. */
export function openSqliteTarget(file: string, schema: StoreSchema): Target {
  const folder = `${file}.moving`
  const path = join(folder, DATABASE)
  let opened: OpenTarget | undefined
  const target = () => (opened ??= new OpenTarget(path))
  return {
    described: file,
    async inspect(moveId) {
      if (!existsSync(dirname(file))) throw new StartupError(`There is no folder ${dirname(file)}.`)
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0)
        throw new StartupError(`${file} is there already: name another file, or move it away.`)
      const begun = existsSync(path) ? target().progress()?.moveId : undefined
      if (begun !== undefined && begun !== moveId)
        throw new StartupError(`Another move into ${file} was begun and not ended: remove ${folder}.`)
    },
    async prepare(moveId) {
      opened?.close()
      opened = undefined
      // With its progress it has its tables as well, and is no store that can be opened.
      if (!hasProgress(path)) await (await openStore({ dataDir: folder, schema })).close()
      await target().begin(moveId)
    },
    tables: () => target().tables(),
    progress: async () => (existsSync(path) ? target().progress() : undefined),
    append: (table, rows, to) =>
      target().inOne(() => {
        target().changes.add(table, rows)
        target().keep(...tableEntry(table.name, to))
      }),
    catchUp: (position, work) =>
      target().inOne(async () => {
        const { add, remove } = target().changes
        await work({
          remove: async (table, keys) => remove(table, keys),
          add: async (table, rows) => add(table, rows, 'or ignore'),
        })
        target().keep('position', position)
      }),
    rowsAfter: async (table, after, limit) => target().rows.rowsAfter(table, after, limit),
    rowsOf: async (table, keys) => target().rows.rowsOf(table, keys),
    index: async (say) => target().index(say),
    settle: async (given) => target().settle(given),
    async release() {
      target().end()
      opened = undefined
      await place(path, file)
      await rm(folder, { recursive: true, force: true })
    },
    async close() {
      opened?.close()
    },
  }
}

const isBegun = (database: DatabaseSync): boolean =>
  database.prepare(`select 1 from sqlite_master where name = 'move_progress'`).get() !== undefined

function hasProgress(path: string): boolean {
  if (!existsSync(path)) return false
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return isBegun(database)
  } finally {
    database.close()
  }
}

/** The database while it is being filled, held against a second command. */
class OpenTarget {
  readonly rows: ReturnType<typeof rowReader>
  readonly changes: ReturnType<typeof changesOf>
  readonly #database: DatabaseSync
  readonly #lock: DatabaseSync

  constructor(path: string) {
    this.#lock = holdLock(dirname(path))
    this.#database = new DatabaseSync(path)
    this.#database.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16384;
      pragma foreign_keys = off; pragma temp_store = file; pragma journal_size_limit = 67108864`)
    this.rows = rowReader(this.#database)
    this.changes = changesOf(this.#database)
  }

  tables() {
    return sqliteTables(async (text) => this.#database.prepare(text).all() as Record<string, unknown>[])
  }

  progress() {
    return isBegun(this.#database) ? readProgress(this.rows.all(READ_PROGRESS)) : undefined
  }

  keep(name: string, value: string) {
    this.#run(KEEP, [name, value])
  }

  async inOne(work: () => unknown): Promise<void> {
    this.#database.exec('begin immediate')
    try {
      await work()
      this.#database.exec('commit')
    } catch (error) {
      this.#database.exec('rollback')
      throw error
    }
  }

  async begin(moveId: string) {
    this.#database.exec(MAKE_PROGRESS)
    this.keep('move', moveId)
    const tables = await this.tables()
    await this.inOne(() => {
      for (const [name, text] of this.rows.all(INDEXES)) {
        this.keep(`${LATER.index}${name}`, String(text))
        this.#database.exec(`drop index ${quoted(String(name))}`)
      }
      // Migrations bring rows of their own, which the source has as well.
      for (const { name } of tables) this.#database.exec(`delete from ${quoted(name)}`)
    })
  }

  async index(say: (name: string) => void) {
    const wanted = this.rows.all(LATER_INDEXES, [LATER.index.length, LATER.index])
    for (const [name, text] of wanted) {
      await this.inOne(() => {
        this.#database.exec(String(text))
        this.#run('delete from move_progress where name = ?', [name])
      })
      say(String(name).slice(LATER.index.length))
    }
    const broken = this.#database.prepare('pragma foreign_key_check').get() as { table: string } | undefined
    if (broken) throw new StartupError(`A row of ${broken.table} names another that is not there.`)
    this.#database.exec('pragma wal_checkpoint(truncate)')
  }

  async settle(given: ReadonlyMap<string, number>) {
    const generated = (await this.tables()).filter((table) => table.generated !== undefined)
    await this.inOne(() => {
      for (const { name } of generated) {
        this.#run('delete from sqlite_sequence where name = ?', [name])
        this.#run('insert into sqlite_sequence (name, seq) values (?, ?)', [name, given.get(name) ?? 0])
      }
    })
  }

  end() {
    this.#database.exec(
      'drop table move_progress; pragma wal_checkpoint(truncate); pragma journal_mode = delete',
    )
    this.close()
  }

  close() {
    this.#database.close()
    this.#lock.close()
  }

  #run(text: string, values: readonly unknown[]) {
    this.#database.prepare(text).run(...(values as SQLInputValue[]))
  }
}

const KEEP = 'insert into move_progress values (?, ?) on conflict (name) do update set value = excluded.value'
const LATER_INDEXES = 'select name, value from move_progress where substr(name, 1, ?) = ? order by name'
const INDEXES = `select name, sql from sqlite_master where type = 'index' and sql is not null and sql not like 'create unique%'`

/** Statements are kept: each is used for millions of rows. */
function changesOf(database: DatabaseSync) {
  const known = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statement = (text: string) => {
    const found = known.get(text) ?? database.prepare(text)
    known.set(text, found)
    return found
  }
  return {
    add(table: MovedTable, rows: readonly Row[], otherwise = '') {
      const insert = statement(
        `insert ${otherwise} into ${quoted(table.name)} (${quotedList(table.columns)}) values (${table.columns.map(() => '?')})`,
      )
      for (const row of rows) insert.run(...(row as SQLInputValue[]))
    },
    remove(table: MovedTable, keys: readonly Row[]) {
      const isIt = keyColumns(table).map((column) => `${quoted(column)} = ?`)
      const remove = statement(`delete from ${quoted(table.name)} where ${isIt.join(' and ')}`)
      for (const key of keys) remove.run(...(key as SQLInputValue[]))
    },
  }
}

/** On the disk first, then by its name. */
async function place(path: string, file: string): Promise<void> {
  const written = await open(path, 'r+')
  await written.sync().finally(() => written.close())
  await rename(path, file)
  giveToOwner(dirname(file), file)
  const folder = await open(dirname(file), 'r')
  await folder.sync().finally(() => folder.close())
  // It is not what an earlier file of this name was, and the next start must not take it for that.
  if (basename(file) === DATABASE) tellNextStart(dirname(file), TAKE_AS_IT_IS)
}
