import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Engine } from '../../../platform/store/database.ts'
import type { AccountTable } from '../../../schema/accounts.ts'

/** An account with what it shows of its one-time passwords. */
export type AccountView = Selectable<AccountTable> & { otp_enabled_at: number | null }

const selectViews = (db: Db) =>
  db
    .selectFrom('account')
    .leftJoin('account_otp', 'account_otp.account_id', 'account.account_id')
    .selectAll('account')
    .select('account_otp.enabled_at as otp_enabled_at')

export const view = (db: Db, accountId: number): Promise<AccountView | undefined> =>
  selectViews(db).where('account.account_id', '=', accountId).executeTakeFirst()

export const viewSub = (db: Db, masterId: number, accountId: number): Promise<AccountView | undefined> =>
  selectViews(db)
    .where('account.master_account_id', '=', masterId)
    .where('account.account_id', '=', accountId)
    .executeTakeFirst()

export const viewSubs = (db: Db, masterId: number): Promise<AccountView[]> =>
  selectViews(db).where('account.master_account_id', '=', masterId).orderBy('account.account_id').execute()

export const countSubs = async (db: Db, masterId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('account')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('master_account_id', '=', masterId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const update = (db: Db, accountId: number, changes: Updateable<AccountTable>) =>
  db.updateTable('account').set(changes).where('account_id', '=', accountId).execute()

/** Whoever wants this address goes one after the other, in every process. SQLite has one writer. */
export const lockEmail = async (db: Db, engine: Engine, emailKey: string): Promise<void> => {
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`account.email ${emailKey}`}, 0))`.execute(db)
}

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

/** The account goes, and with it everything that refers to it: sub-accounts, keys, tokens, locks, users. */
export const remove = (db: Db, accountId: number) =>
  db.deleteFrom('account').where('account_id', '=', accountId).execute()

/** Accounts that are nobody's sub-account, no more than tell whether there is one only. */
export const listFewMasters = (db: Db) =>
  db
    .selectFrom('account')
    .select('account_id')
    .where('master_account_id', 'is', null)
    .orderBy('account_id')
    .limit(2)
    .execute()
