import type { Db } from '../../../platform/store/database.ts'

/** Webhooks that go with what made them. */

const decentralOf = (db: Db, accountId: number) =>
  db.deleteFrom('webhook_endpoint').where('account_id', '=', accountId).where('central_key_id', 'is', null)

export const removeAll = (db: Db, accountId: number) => decentralOf(db, accountId).execute()

export const removeOfKey = (db: Db, accountId: number, apiKeyId: number) =>
  decentralOf(db, accountId).where('api_key_id', '=', apiKeyId).execute()

export const removeOfSessions = (db: Db, accountId: number, sessionIds: readonly string[]) =>
  decentralOf(db, accountId)
    .where('session_id', 'in', [...sessionIds])
    .execute()

/** Those of unknown makers, once nothing of the account has access through the key any more. */
export const removeUnknownOfKey = (db: Db, accountId: number, apiKeyId: number) =>
  decentralOf(db, accountId)
    .where('api_key_id', '=', apiKeyId)
    .where('token_id', 'is', null)
    .where('grant_id', 'is', null)
    .where('session_id', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('api_token')
            .select('id')
            .where('account_id', '=', accountId)
            .where('api_key_id', '=', apiKeyId),
        ),
      ),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('oauth_grant')
            .select('id')
            .where('account_id', '=', accountId)
            .where('api_key_id', '=', apiKeyId),
        ),
      ),
    )
    .execute()
