import { StartupError } from '../../startup-error.ts'
import type { StoreSchema } from '../engine.ts'
import { migrate } from '../migrate.ts'
import { ensureMonths } from '../partitions.ts'
import { openSideConnection } from '../postgres-database.ts'
import { createPostgresPool } from '../postgres-dialect.ts'
import { readPostgresHosts } from '../postgres-hosts.ts'
import { explainedRefusal, reachPostgres } from '../reach-postgres.ts'
import { literal, type MovedTable, quoted, type Row } from './moved-table.ts'
import {
  addRows,
  hasTable,
  type Link,
  openLink,
  postgresTables,
  removeRows,
  rowsAfter,
  rowsOf,
  tableNames,
} from './postgres-link.ts'
import type { Round, TableProgress, Target } from './stores.ts'
import { LATER, MAKE_PROGRESS, READ_PROGRESS, readProgress, tableEntry } from './target-progress.ts'

/** Held by the one command that moves something in. */
const TARGET_LOCK = 4_270_913_774
const DONE = 'delete from move_progress where name = $1'
const KEEP = `insert into move_progress (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`

export async function openPostgresTarget(url: string, schema: StoreSchema): Promise<Target> {
  await assertReachable(url)
  const link = await openLink(url)
  const [alone] = await link.ask(`select pg_try_advisory_lock(${TARGET_LOCK})::int`)
  if (alone?.[0] === 1) return new PostgresTarget(link, url, schema)
  await link.close()
  throw new StartupError('Another move into this PostgreSQL database is under way.', { mayPass: true })
}

class PostgresTarget implements Target {
  readonly described: string
  readonly #link: Link
  readonly #url: string
  readonly #schema: StoreSchema

  constructor(link: Link, url: string, schema: StoreSchema) {
    this.#link = link
    this.#url = url
    this.#schema = schema
    this.described = readPostgresHosts(url).described
  }

  async progress() {
    const isBegun = await hasTable(this.#link, 'move_progress')
    return isBegun ? readProgress(await this.#link.ask(READ_PROGRESS)) : undefined
  }

  async inspect(moveId: string | undefined) {
    const where = `PostgreSQL at ${this.described}`
    const begun = (await this.progress())?.moveId
    if (begun !== undefined && begun !== moveId)
      throw new StartupError(`Another move into ${where} was begun and not ended: name an empty database.`)
    const others = (await tableNames(this.#link)).filter((name) => name !== 'move_progress')
    if (begun === undefined && others.length > 0)
      throw new StartupError(
        `${where} is not empty (${others.length} tables, ${others.slice(0, 3).join(', ')}): name an empty database.`,
      )
    // Undone at once: it only shows whether tables may be made there.
    await this.#inOne(async () => {
      await this.#link.ask('create table move_attempt (n integer)')
      await this.#link.ask('drop table move_attempt')
    }).catch((error: unknown) => {
      throw explainedRefusal(error, this.#url)
    })
  }

  async prepare(moveId: string, oldestMs: number | undefined) {
    const { ask } = this.#link
    // First: from here on no service starts with it.
    await ask(MAKE_PROGRESS)
    await this.#keep('move', moveId)
    const { db, close } = openSideConnection(this.#url, '-move', 0)
    try {
      await migrate(db, this.#schema.migrations)
      await ensureMonths(db, this.#schema.growing, oldestMs ?? Date.now(), Date.now())
    } finally {
      await close()
    }
    await this.#inOne(async () => {
      await setIndexesAside(this.#link)
      await setReferencesAside(this.#link)
      // Migrations bring rows of their own, which the source has as well.
      for (const { name } of await this.tables()) await ask(`delete from ${quoted(name)}`)
    })
  }

  tables() {
    return postgresTables(this.#link)
  }

  append(table: MovedTable, rows: readonly Row[], to: TableProgress) {
    return this.#inOne(async () => {
      if (rows.length > 0) await addRows(this.#link, table, rows)
      await this.#keep(...tableEntry(table.name, to))
    })
  }

  catchUp(position: string, work: (round: Round) => Promise<void>) {
    return this.#inOne(async () => {
      // A round that could not be the last one has put them back; a row that goes would take others with it.
      await setReferencesAside(this.#link)
      await work({
        remove: async (table, keys) => void (await removeRows(this.#link, table, keys)),
        add: async (table, rows) => void (await addRows(this.#link, table, rows, 'on conflict do nothing')),
      })
      await this.#keep('position', position)
    })
  }

  readonly rowsAfter = (table: MovedTable, after: Row | undefined, limit: number) =>
    rowsAfter(this.#link, table, after, limit)

  rowsOf(table: MovedTable, keys: readonly Row[]) {
    return rowsOf(this.#link, table, keys)
  }

  async index(say: (name: string) => void) {
    for (const [name, text] of await later(this.#link, LATER.index)) {
      await this.#inOne(async () => {
        await this.#link.ask(text)
        await this.#link.ask(DONE, [`${LATER.index}${name}`])
      })
      say(name)
    }
    await this.#link.ask('analyze')
  }

  settle(given: ReadonlyMap<string, number>) {
    const { ask } = this.#link
    return this.#inOne(async () => {
      for (const { name, generated } of await this.tables()) {
        const n = given.get(name) ?? 0
        if (generated === undefined || n < 1) continue
        const sequence = `pg_get_serial_sequence(${literal(quoted(name))}, ${literal(generated)})`
        await ask(`select setval(${sequence}, ${n})`)
      }
      for (const [name, text] of await later(this.#link, LATER.reference)) {
        await ask(`${text} not valid`)
        await ask(DONE, [`${LATER.reference}${name}`])
      }
    })
  }

  async release() {
    const { ask } = this.#link
    await ask('drop table move_progress')
    // A service may start with it already. What was copied is as whole as the source was; this proves it.
    const open = await ask(`select conrelid::regclass::text, conname from pg_constraint
      where contype = 'f' and not convalidated and connamespace = current_schema()::regnamespace`)
    for (const [table, name] of open)
      await ask(`alter table ${table} validate constraint ${quoted(String(name))}`)
  }

  close() {
    return this.#link.close()
  }

  #keep(name: string, value: string) {
    return this.#link.ask(KEEP, [name, value])
  }

  async #inOne(work: () => Promise<unknown>): Promise<void> {
    await this.#link.ask('begin')
    try {
      await work()
      await this.#link.ask('commit')
    } catch (error) {
      await this.#link.ask('rollback').catch(() => undefined)
      throw error
    }
  }
}

const later = async ({ ask }: Link, kind: string): Promise<[name: string, text: string][]> =>
  (await ask('select name, value from move_progress where starts_with(name, $1) order by name', [kind])).map(
    ([name, text]) => [String(name).slice(kind.length), String(text)],
  )

async function assertReachable(url: string): Promise<void> {
  const pool = createPostgresPool({
    ...{ url, poolSize: 1, statementTimeoutMs: 0, transactionIdleLimitMs: 0 },
    name: 'move of latchwork',
    onConnectionLost: () => undefined,
  })
  try {
    await reachPostgres(pool, url)
  } finally {
    await pool.end()
  }
}

const INDEXES = `
  select c.relname, pg_get_indexdef(i.indexrelid), i.indexrelid::regclass::text
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where c.relnamespace = current_schema()::regnamespace and not i.indisunique and not t.relispartition
    and t.relname not like 'move\\_%' and t.relname <> 'row_change'`

const REFERENCES = `
  select conname, pg_get_constraintdef(oid), conrelid::regclass::text from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`

/** Removes what would be looked at with every row, and keeps how it is made. What was set aside before is not there. */
async function setIndexesAside({ ask }: Link): Promise<void> {
  for (const [name, text, index] of await ask(INDEXES)) {
    // Of a partitioned table: its partitions get theirs with it.
    const create = String(text).replace(' ON ONLY ', ' ON ')
    await ask(KEEP, [`${LATER.index}${name}`, create])
    await ask(`drop index ${index}`)
  }
}

async function setReferencesAside({ ask }: Link): Promise<void> {
  for (const [name, text, table] of await ask(REFERENCES)) {
    const create = `alter table ${table} add constraint ${quoted(String(name))} ${text}`
    await ask(KEEP, [`${LATER.reference}${table} ${name}`, create])
    await ask(`alter table ${table} drop constraint ${quoted(String(name))}`)
  }
}
