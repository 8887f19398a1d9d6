import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Answers that are kept for the tokens of an account: tokens go by themselves, and these hang on nothing. */
export const removeAnswers = (db: Db, accountIds: readonly number[]) =>
  db
    .deleteFrom('idempotency')
    .where('token_id', 'in', (e) =>
      e
        .selectFrom('api_token')
        .select('id')
        .where('account_id', 'in', accountIds)
        .unionAll(e.selectFrom('session').select('id').where('account_id', 'in', accountIds))
        .unionAll(e.selectFrom('oauth_grant').select('id').where('account_id', 'in', accountIds)),
    )
    .execute()

/** The account goes, and with it everything that refers to it: sub-accounts, keys, tokens, locks, users. */
export const removeAccount = (db: Db, accountId: number) =>
  db.deleteFrom('account').where('account_id', '=', accountId).execute()

/** Tables that grow without end refer to no account, so that their rows are cheap to write and to drop. */
const RECORDS = ['smartlock_log', 'operation', 'event'] as const
export type Records = (typeof RECORDS)[number]
export const RECORD_TABLES: readonly Records[] = RECORDS

/** Some of an account's records; how many there were. */
export const removeSome = async (
  db: Db,
  table: Records,
  accountId: number,
  limit: number,
): Promise<number> => {
  const target = sql.table(table)
  const { numAffectedRows } = await sql`
    delete from ${target} where account_id = ${accountId} and id in (
      select id from ${target} where account_id = ${accountId} order by id limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

export const removeEventHead = (db: Db, accountId: number) =>
  db.deleteFrom('event_head').where('account_id', '=', accountId).execute()
