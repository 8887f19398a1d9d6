import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/**
 * A child process: the store engine alone. It inserts rows like those of an accepted action, one at a time, each in a
 * transaction of its own and durable, into a table without further indexes.
 */
export interface InsertOrder {
  readonly seconds: number
  /** PostgreSQL only: SQLite has one writer however many ask. */
  readonly connections: number
}

export interface InsertResult {
  readonly inserts: number
  readonly seconds: number
}

const COLUMNS = {
  id: 'text primary key not null',
  account_id: 'integer not null',
  actor_account_id: 'integer not null',
  actor_name: 'text not null',
  api_key_id: 'integer',
  smartlock_id: 'bigint',
  type: 'text not null',
  status: 'text not null',
  payload: 'text not null',
  deadline_at: 'bigint',
  session_id: 'text',
  created_at: 'bigint not null',
  updated_at: 'bigint not null',
}
const TABLE = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`)

let inserted = 0
function newRow(): (string | number)[] {
  const now = Date.now()
  const id = now.toString(16).padStart(12, '0') + (inserted++).toString(16).padStart(12, '0')
  const session = '00112233445566778899aabbccddeeff'
  return [
    id,
    1,
    1,
    'Owner',
    1,
    17_179_869_184,
    'action',
    'queued',
    '{"action":1,"option":0}',
    now,
    session,
    now,
    now,
  ]
}

function sqliteInserts(dataDir: string): (order: InsertOrder) => Promise<InsertResult> {
  const database = new DatabaseSync(join(dataDir, 'inserts.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec(`create table operation (${TABLE})`)
  const insert = database.prepare(`insert into operation values (${TABLE.map(() => '?')})`)
  return async ({ seconds }) => {
    const startedAt = performance.now()
    let inserts = 0
    for (; performance.now() < startedAt + seconds * 1000; inserts++) insert.run(...newRow())
    return { inserts, seconds: (performance.now() - startedAt) / 1000 }
  }
}

async function postgresInserts(url: string): Promise<(order: InsertOrder) => Promise<InsertResult>> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  await pool.query(`create table insert_loop (${TABLE})`)
  const text = `insert into insert_loop values (${TABLE.map((_, index) => `$${index + 1}`)})`
  return async ({ seconds, connections }) => {
    const startedAt = performance.now()
    let inserts = 0
    const insertOn = async (): Promise<void> => {
      for (; performance.now() < startedAt + seconds * 1000; inserts++) {
        await pool.query({ name: 'insert', text, values: newRow() })
      }
    }
    await Promise.all(Array.from({ length: connections }, insertOn))
    return { inserts, seconds: (performance.now() - startedAt) / 1000 }
  }
}

const [dataDir = '', url] = process.argv.slice(2)
const insertFor = url ? await postgresInserts(url) : sqliteInserts(dataDir)
process.on('message', (order: InsertOrder) => {
  void insertFor(order).then((result) => process.send?.(result))
})
process.once('disconnect', () => process.exit(0))
