import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { EmailCodeTable } from '../../../schema/people.ts'

export type EmailCodeRow = Selectable<EmailCodeTable>
export type NewEmailCode = Insertable<EmailCodeTable>

/** A newer code replaces the older one, which is dead then (8.6). */
export const put = (db: Db, row: NewEmailCode) =>
  db
    .insertInto('email_code')
    .values(row)
    .onConflict((c) =>
      c.column('account_id').doUpdateSet({
        email: row.email,
        code_hash: row.code_hash,
        tries: row.tries,
        expires_at: row.expires_at,
      }),
    )
    .execute()

export const find = (db: Db, accountId: number) =>
  db.selectFrom('email_code').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export const setTries = (db: Db, accountId: number, tries: number) =>
  db.updateTable('email_code').set({ tries }).where('account_id', '=', accountId).execute()

export const remove = (db: Db, accountId: number) =>
  db.deleteFrom('email_code').where('account_id', '=', accountId).execute()

export const removeEnded = (db: Db, now: number) =>
  db.deleteFrom('email_code').where('expires_at', '<=', now).execute()
