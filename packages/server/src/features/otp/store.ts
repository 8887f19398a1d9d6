import type { Updateable } from 'kysely'
import type { Db, Engine } from '../../platform/database.ts'
import type { AccountOtpTable } from '../../platform/schema/accounts.ts'

export const find = (db: Db, accountId: number) =>
  db.selectFrom('account_otp').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Held until the transaction ends, so that two calls cannot both use one code. SQLite has one writer. */
export const lock = (db: Db, engine: Engine, accountId: number) =>
  db
    .selectFrom('account_otp')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(engine === 'postgres', (q) => q.forUpdate())
    .executeTakeFirst()

export const update = (db: Db, accountId: number, changes: Updateable<AccountOtpTable>) =>
  db.updateTable('account_otp').set(changes).where('account_id', '=', accountId).execute()
