import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { PasswordResetTable } from '../../../schema/people.ts'

export const insert = (db: Db, row: Insertable<PasswordResetTable>) =>
  db.insertInto('password_reset').values(row).execute()

export const find = (db: Db, tokenHash: string, now: number) =>
  db
    .selectFrom('password_reset')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Takes the token, so that of two who show it at once only one has it. */
export const take = (db: Db, tokenHash: string, now: number) =>
  db
    .deleteFrom('password_reset')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export const removeAll = (db: Db, accountId: number) =>
  db.deleteFrom('password_reset').where('account_id', '=', accountId).execute()

export const removeEnded = (db: Db, now: number) =>
  db.deleteFrom('password_reset').where('expires_at', '<=', now).execute()
