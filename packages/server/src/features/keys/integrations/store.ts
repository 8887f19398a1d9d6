import type { Db } from '../../../platform/store/database.ts'

/** The API tokens of an account with the keys they hang on. */
export const listTokens = (db: Db, accountId: number) =>
  db
    .selectFrom('api_token')
    .innerJoin('api_key', 'api_key.api_key_id', 'api_token.api_key_id')
    .leftJoin('advanced_api_key', 'advanced_api_key.api_key_id', 'api_token.api_key_id')
    .select([
      'api_token.id',
      'api_token.api_key_id',
      'api_token.scopes',
      'api_token.description',
      'api_token.created_at',
      'api_token.last_used_at',
      'api_token.expires_at',
      'api_key.client_id',
      'api_key.description as key_description',
      'advanced_api_key.type as advanced_type',
      'advanced_api_key.status as advanced_status',
    ])
    .where('api_token.account_id', '=', accountId)
    .orderBy('api_token.id')
    .execute()

/** The OAuth grants of an account with the keys, often of others, that they were given to. */
export const listGrants = (db: Db, accountId: number, now: number) =>
  db
    .selectFrom('oauth_grant')
    .innerJoin('api_key', 'api_key.api_key_id', 'oauth_grant.api_key_id')
    .leftJoin('advanced_api_key', 'advanced_api_key.api_key_id', 'oauth_grant.api_key_id')
    .select([
      'oauth_grant.id',
      'oauth_grant.api_key_id',
      'oauth_grant.scopes',
      'oauth_grant.created_at',
      'oauth_grant.last_used_at',
      'api_key.client_id',
      'api_key.description as key_description',
      'advanced_api_key.type as advanced_type',
      'advanced_api_key.status as advanced_status',
    ])
    .where('oauth_grant.account_id', '=', accountId)
    .where((e) => e.or([e('oauth_grant.ends_at', 'is', null), e('oauth_grant.ends_at', '>', now)]))
    .orderBy('oauth_grant.id')
    .execute()

/** A client id is unique over all accounts; a grant may be for a key of another one. */
export const findKeyId = async (db: Db, clientId: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('api_key')
    .select('api_key_id')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.api_key_id
}
