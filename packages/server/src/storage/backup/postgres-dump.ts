import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { env } from 'node:process'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { StartupError } from '../../platform/startup-error.ts'
import type { Db } from '../../platform/store/engine.ts'
import { openSideConnection } from '../../platform/store/postgres-database.ts'
import { readPostgresHosts } from '../../platform/store/postgres-hosts.ts'
import type { Contents } from './sqlite-copy.ts'

/** A service refuses a database with this table (`platform/store/out-of-use.ts`). */
const UNFINISHED = sql.table('unfinished_restore')
const beginRestore = (db: Db) => sql`create table ${UNFINISHED} (since text)`.execute(db)
const endRestore = (db: Db) => sql`drop table ${UNFINISHED}`.execute(db)

/** Dumps the database as it is at one moment; what is counted is counted in the same snapshot. */
export async function dumpPostgres(url: string, to: string): Promise<Contents> {
  return onSide(url, (db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
        const snapshot = `--snapshot=${rows[0]?.id}`
        await runTool('pg_dump', url, [
          '--format=custom',
          '--no-owner',
          '--no-privileges',
          snapshot,
          '--file',
          to,
        ])
        return contentsOf(tx)
      }),
  )
}

/**
 * Restores into a database without any table. No service starts with it before `settle` has looked at it and left its
 * marks: neither meanwhile, nor when this is killed.
 */
export async function restorePostgres<T>(
  url: string,
  from: string,
  settle: (contents: Contents, tx: Db) => Promise<T>,
): Promise<T> {
  return onSide(url, async (db) => {
    if ((await tablesOf(db)).length > 0)
      throw new StartupError(
        'The PostgreSQL database is not empty: make an empty one and name it in LATCHWORK_DATABASE_URL.',
      )
    await beginRestore(db)
    await runTool('pg_restore', url, [
      '--no-owner',
      '--no-privileges',
      '--single-transaction',
      '--exit-on-error',
      from,
    ]).catch(async (error: unknown) => {
      // Nothing has come in, unless the word about it got lost: it can be tried again.
      if ((await tablesOf(db)).length === 1) await endRestore(db)
      throw error
    })
    return db.transaction().execute(async (tx) => {
      await endRestore(tx)
      return settle(await contentsOf(tx), tx)
    })
  })
}

/** Restores into a database that exists only meanwhile; whoever asks must be allowed to make one. */
export async function scratchPostgres<T>(
  url: string,
  from: string,
  work: (url: string, contents: Contents) => Promise<T>,
): Promise<T> {
  const name = `latchwork_verify_${randomBytes(6).toString('hex')}`
  const scratch = new URL(readPostgresHosts(url).url())
  scratch.pathname = `/${name}`
  return onSide(url, async (db) => {
    await sql`create database ${sql.id(name)}`.execute(db).catch((error: Error) => {
      throw new StartupError(`A scratch database cannot be made: ${error.message}. The user needs CREATEDB.`)
    })
    try {
      const contents = await restorePostgres(scratch.href, from, async (found) => found)
      return await work(scratch.href, contents)
    } finally {
      await sql`drop database ${sql.id(name)} with (force)`.execute(db)
    }
  })
}

async function onSide<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openSideConnection(url, '-backup', 0)
  try {
    return await work(db)
  } finally {
    await close()
  }
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

async function contentsOf(db: Db): Promise<Contents> {
  const counts: Record<string, number> = {}
  for (const name of await tablesOf(db)) {
    const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(name)}`.execute(db)
    counts[name] = Number(rows[0]?.n)
  }
  const migration = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
  const keys = await sql<{ key_id: string }>`
    select key_id from sealing_key where state <> 'retired' order by key_id`.execute(db)
  return {
    counts,
    migration: migration.rows[0]?.name ?? '',
    keyIds: keys.rows.map(({ key_id }) => key_id),
  }
}

/** An address may name its password in two places, and the second counts. */
export function withoutPassword(url: string): { address: string; secret: string } {
  const [, before = '', login = '', place = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)(?:([^@/?]*)@)?([^?]*)\??(.*)$/.exec(url) ?? []
  const [user = '', ...password] = login.split(':')
  const isPassword = (option: string) => option.startsWith('password=')
  const options = query.split('&').filter((option) => option !== '')
  const others = options.filter((option) => !isPassword(option)).join('&')
  const named = options.findLast(isPassword)?.slice('password='.length)
  return {
    address: `${before}${user && `${user}@`}${place}${others && `?${others}`}`,
    secret: decodeURIComponent(named ?? password.join(':')),
  }
}

/** The password goes through the environment: what is on the command line can be read by everybody on the machine. */
async function runTool(tool: string, url: string, args: readonly string[]): Promise<void> {
  const { address, secret } = withoutPassword(url)
  const child = spawn(tool, [`--dbname=${address}`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...env, ...(secret !== '' && { PGPASSWORD: secret }) },
  })
  const said = text(child.stderr)
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new StartupError(
        `${tool} is not installed; it comes with PostgreSQL's client programs (postgresql-client).`,
      )
    throw error
  })
  if (code !== 0) throw new StartupError(`${tool} failed: ${(await said).trim().split('\n').at(-1)}`)
}
