import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { AccountOtpTable } from '../../../schema/accounts.ts'

export const find = (db: Db, accountId: number) =>
  db.selectFrom('account_otp').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export const update = (db: Db, accountId: number, changes: Updateable<AccountOtpTable>) =>
  db.updateTable('account_otp').set(changes).where('account_id', '=', accountId).execute()

/** A new secret to be confirmed; it replaces one that never was. False when one-time passwords are on. */
export const putPending = async (db: Db, row: Insertable<AccountOtpTable>): Promise<boolean> => {
  const { account_id: _id, failures: _failures, locked_until: _locked, ...secret } = row
  const result = await db
    .insertInto('account_otp')
    .values(row)
    // Wrong codes stay counted: a fresh secret must not be a way round the lock.
    .onConflict((c) => c.column('account_id').doUpdateSet(secret).where('account_otp.enabled_at', 'is', null))
    .returning('account_id')
    .executeTakeFirst()
  return result !== undefined
}

export const removePending = (db: Db, accountId: number) =>
  db.deleteFrom('account_otp').where('account_id', '=', accountId).where('enabled_at', 'is', null).execute()

export const remove = (db: Db, accountId: number) =>
  db.deleteFrom('account_otp').where('account_id', '=', accountId).returning('enabled_at').executeTakeFirst()
