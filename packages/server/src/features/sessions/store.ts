import { type Insertable, sql } from 'kysely'
import type { Db, Engine } from '../../platform/database.ts'
import type { SessionTable } from '../../platform/schema/accounts.ts'

export const insert = (db: Db, row: Insertable<SessionTable>) =>
  db.insertInto('session').values(row).execute()

export const remove = async (db: Db, accountId: number, id: string): Promise<boolean> => {
  const result = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const removeEnded = (db: Db, now: number) =>
  db.deleteFrom('session').where('expires_at', '<=', now).execute()

/** Attempts of one key go one after the other, in every process. SQLite has one writer. */
export const lockAttempts = async (db: Db, engine: Engine, key: string): Promise<void> => {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/** How many attempts there were since, and the time of the oldest. */
export const countAttempts = async (db: Db, key: string, since: number) => {
  const row = await db
    .selectFrom('login_attempt')
    .select((e) => [e.fn.countAll<number>().as('n'), e.fn.min('at').as('oldest')])
    .where('key', '=', key)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return { count: Number(row.n), oldest: Number(row.oldest ?? 0) }
}

export const insertAttempts = (db: Db, id: string, keys: readonly string[], at: number) =>
  db
    .insertInto('login_attempt')
    .values(keys.map((key) => ({ id, key, at })))
    .execute()

export const forgetAttempt = (db: Db, key: string, id: string) =>
  db.deleteFrom('login_attempt').where('key', '=', key).where('id', '=', id).execute()

export const forgetAttempts = (db: Db, key: string) =>
  db.deleteFrom('login_attempt').where('key', '=', key).execute()

export const removeOldAttempts = (db: Db, before: number) =>
  db.deleteFrom('login_attempt').where('at', '<', before).execute()
