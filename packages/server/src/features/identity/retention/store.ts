import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { AccountRetentionTable } from '../../../schema/people.ts'

export type RetentionRow = Selectable<AccountRetentionTable>

export const find = (db: Db, accountId: number) =>
  db.selectFrom('account_retention').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Makes the row if there is none and holds it until the transaction ends. */
export const lock = (db: Db, accountId: number): Promise<RetentionRow> =>
  db
    .insertInto('account_retention')
    .values({ account_id: accountId, log_days: null, reservation_days: null, mail_days: null })
    .onConflict((c) => c.column('account_id').doUpdateSet({ account_id: accountId }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const update = (db: Db, accountId: number, chosen: Omit<RetentionRow, 'account_id'>) =>
  db.updateTable('account_retention').set(chosen).where('account_id', '=', accountId).execute()

/** Accounts that have chosen something, in the order of their ids. */
export const listAfter = (db: Db, accountId: number, limit: number) =>
  db
    .selectFrom('account_retention')
    .selectAll()
    .where('account_id', '>', accountId)
    .orderBy('account_id')
    .limit(limit)
    .execute()
