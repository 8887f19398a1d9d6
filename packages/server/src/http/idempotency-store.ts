import type { Db } from '../platform/store/database.ts'

/** Answers that are kept for the tokens and links of an account: those go by themselves, and these hang on nothing. */
export const removeAnswers = (db: Db, accountIds: readonly number[]) =>
  db
    .deleteFrom('idempotency')
    .where('token_id', 'in', (e) =>
      e
        .selectFrom('api_token')
        .select('id')
        .where('account_id', 'in', accountIds)
        .unionAll(e.selectFrom('session').select('id').where('account_id', 'in', accountIds))
        .unionAll(e.selectFrom('guest_link').select('id').where('account_id', 'in', accountIds))
        .unionAll(e.selectFrom('oauth_grant').select('id').where('account_id', 'in', accountIds)),
    )
    .execute()

/** Some of those made before; how many there were. */
export const removeOlderThan = async (db: Db, before: number, limit: number): Promise<number> => {
  const old = db
    .selectFrom('idempotency')
    .select(['token_id', 'key'])
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
  const result = await db
    .deleteFrom('idempotency')
    .where((e) => e(e.refTuple('token_id', 'key'), 'in', old.$asTuple('token_id', 'key')))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
