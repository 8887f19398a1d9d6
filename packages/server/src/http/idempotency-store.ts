import type { Db } from '../platform/store/database.ts'

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

export const removeOlderThan = (db: Db, before: number) =>
  db.deleteFrom('idempotency').where('created_at', '<', before).execute()
