import type { Db } from '../../platform/store/database.ts'
import { EXPORTED_COLUMNS } from '../../schema/exported-columns.ts'

/** What is kept about a person, some rows at a time: the same columns that an account is handed out with. */

export const findPerson = (db: Db, accountId: number, accountUserId: number) =>
  db
    .selectFrom('account_user')
    .select([...EXPORTED_COLUMNS.account_user])
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .executeTakeFirst()

export const listRights = (db: Db, accountId: number, accountUserId: number, after: string, limit: number) =>
  db
    .selectFrom('smartlock_auth')
    .select([...EXPORTED_COLUMNS.smartlock_auth])
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** As rights were; of one right after the other, each with few versions. */
export const listVersions = (db: Db, accountId: number, authIds: readonly string[]) =>
  db
    .selectFrom('smartlock_auth_version')
    .select([...EXPORTED_COLUMNS.smartlock_auth_version])
    .where('account_id', '=', accountId)
    .where('auth_id', 'in', [...authIds])
    .orderBy('auth_id')
    .orderBy('number')
    .execute()

export const listLog = (db: Db, accountId: number, accountUserId: number, after: string, limit: number) =>
  db
    .selectFrom('smartlock_log')
    .select([...EXPORTED_COLUMNS.smartlock_log])
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const listMails = (db: Db, accountId: number, recipient: string, after: string, limit: number) =>
  db
    .selectFrom('mail')
    .select([...EXPORTED_COLUMNS.mail])
    .where('account_id', '=', accountId)
    .where('recipient', '=', recipient)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
