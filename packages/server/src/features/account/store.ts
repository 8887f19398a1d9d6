import { type Insertable, sql } from 'kysely'
import type { Db, Engine } from '../../platform/database.ts'
import type { AccountTable } from '../../platform/schema/accounts.ts'

export const count = async (db: Db): Promise<number> => {
  const { n } = await db
    .selectFrom('account')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Only one process may find that there is no account yet. */
export const lockAll = async (db: Db, engine: Engine): Promise<void> => {
  if (engine === 'postgres') await sql`lock table account in share row exclusive mode`.execute(db)
}

export const insert = async (db: Db, row: Insertable<AccountTable>): Promise<number> => {
  const { account_id } = await db
    .insertInto('account')
    .values(row)
    .returning('account_id')
    .executeTakeFirstOrThrow()
  return account_id
}

export const find = (db: Db, accountId: number) =>
  db.selectFrom('account').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export const findByEmail = (db: Db, emailKey: string) =>
  db.selectFrom('account').selectAll().where('email_key', '=', emailKey).executeTakeFirst()

/** Holds the account until the transaction ends, so that two calls cannot both pass a quota. SQLite has one writer. */
export const lock = async (db: Db, engine: Engine, accountId: number): Promise<void> => {
  if (engine === 'sqlite') return
  await db
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute()
}
