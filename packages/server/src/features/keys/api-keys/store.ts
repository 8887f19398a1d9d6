import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { ApiKeyTable, ApiTokenTable } from '../../../schema/credentials.ts'

export const list = (db: Db, accountId: number) =>
  db.selectFrom('api_key').selectAll().where('account_id', '=', accountId).orderBy('api_key_id').execute()

export const find = (db: Db, accountId: number, apiKeyId: number) =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .executeTakeFirst()

export const count = async (db: Db, accountId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('api_key')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insert = (db: Db, row: Insertable<ApiKeyTable>) =>
  db.insertInto('api_key').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, accountId: number, apiKeyId: number, changes: Updateable<ApiKeyTable>) =>
  db
    .updateTable('api_key')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .executeTakeFirst()

export const remove = (db: Db, accountId: number, apiKeyId: number) =>
  db.deleteFrom('api_key').where('account_id', '=', accountId).where('api_key_id', '=', apiKeyId).execute()

/** Accounts whose owners let the key in. */
export const listGranting = async (
  db: Db,
  accountId: number,
  apiKeyId: number,
  limit: number,
): Promise<number[]> => {
  const rows = await db
    .selectFrom('oauth_grant')
    .innerJoin('api_key', 'api_key.api_key_id', 'oauth_grant.api_key_id')
    .select('oauth_grant.account_id')
    .distinct()
    .where('api_key.account_id', '=', accountId)
    .where('oauth_grant.api_key_id', '=', apiKeyId)
    .limit(limit)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

export const listTokens = (db: Db, accountId: number, apiKeyId: number) =>
  db
    .selectFrom('api_token')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .orderBy('id')
    .execute()

export const listAllTokens = (db: Db, accountId: number) =>
  db.selectFrom('api_token').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

const tokenById = (db: Db, accountId: number, apiKeyId: number, id: string) =>
  db
    .selectFrom('api_token')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .where('id', '=', id)

export const findToken = (db: Db, accountId: number, apiKeyId: number, id: string) =>
  tokenById(db, accountId, apiKeyId, id).executeTakeFirst()

export const countTokens = async (db: Db, accountId: number, apiKeyId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('api_token')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insertToken = (db: Db, row: Insertable<ApiTokenTable>) =>
  db.insertInto('api_token').values(row).returningAll().executeTakeFirstOrThrow()

export const updateToken = (
  db: Db,
  accountId: number,
  apiKeyId: number,
  id: string,
  changes: Updateable<ApiTokenTable>,
) =>
  db
    .updateTable('api_token')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .where('id', '=', id)
    .execute()

export const removeToken = async (
  db: Db,
  accountId: number,
  apiKeyId: number,
  id: string,
): Promise<boolean> => {
  const result = await db
    .deleteFrom('api_token')
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const removeAllTokens = (db: Db, accountId: number) =>
  db.deleteFrom('api_token').where('account_id', '=', accountId).execute()

/** Only API tokens have these columns. */
const NO_LIMITS = [
  sql<string | null>`null`.as('networks'),
  sql<string | null>`null`.as('smartlock_ids'),
  sql<string | null>`null`.as('address_ids'),
  sql<string | null>`null`.as('door_group_ids'),
  sql<number>`0`.as('management'),
  sql<string | null>`null`.as('known_networks'),
] as const

const apiTokens = (db: Db, tokenHash: string) =>
  db
    .selectFrom('api_token')
    .select([
      'id',
      'account_id',
      'api_key_id',
      'scopes',
      'last_used_at',
      'expires_at',
      sql<TokenKind>`'api'`.as('kind'),
      'networks',
      'smartlock_ids',
      'address_ids',
      'door_group_ids',
      'management',
      'known_networks',
    ])
    .where('token_hash', '=', tokenHash)

const accessTokens = (db: Db, tokenHash: string) =>
  db
    .selectFrom('oauth_token')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
    .select([
      'oauth_grant.id',
      'oauth_grant.account_id',
      'oauth_grant.api_key_id',
      'oauth_token.scopes',
      'oauth_grant.last_used_at',
      'oauth_token.expires_at',
      sql<TokenKind>`'oauth'`.as('kind'),
      ...NO_LIMITS,
    ])
    .where('oauth_token.token_hash', '=', tokenHash)
    .where('oauth_token.kind', '=', 'access')

const sessions = (db: Db, tokenHash: string) =>
  db
    .selectFrom('session')
    .select([
      'id',
      'account_id',
      sql<number>`null`.as('api_key_id'),
      sql<string>`null`.as('scopes'),
      'last_used_at',
      'expires_at',
      sql<TokenKind>`'session'`.as('kind'),
      ...NO_LIMITS,
    ])
    .where('token_hash', '=', tokenHash)

/**
 * The one look-up that starts without an account: the token itself says whose it is. Its hash is unique over all
 * accounts and kinds (D33), and one statement asks for all of them.
 */
export const findByTokenHash = (db: Db, tokenHash: string) =>
  db
    .selectFrom(
      apiTokens(db, tokenHash)
        .unionAll(accessTokens(db, tokenHash))
        .unionAll(sessions(db, tokenHash))
        .as('token'),
    )
    .innerJoin('account', 'account.account_id', 'token.account_id')
    .leftJoin('session', 'session.id', 'token.id')
    .select([
      'token.id',
      'token.api_key_id',
      'token.scopes',
      'token.last_used_at',
      'token.expires_at',
      'token.kind',
      'token.networks',
      'token.smartlock_ids',
      'token.address_ids',
      'token.door_group_ids',
      'token.management',
      'token.known_networks',
      'account.account_id',
      'account.master_account_id',
      'account.rights',
      'account.roles',
      'account.name',
      'account.operator_since',
      'session.second_factor',
    ])
    .executeTakeFirst()

/** An API token, an OAuth access token, a console session. */
export type TokenKind = 'api' | 'oauth' | 'session'

/** Remembers when a token was used; a later time is never overwritten by an earlier one. */
export const touch = (db: Db, id: string, at: number) =>
  db
    .updateTable('api_token')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', at)]))
    .execute()

/** Ids of the tokens that were removed. */
export const removeTokensOfKey = async (
  db: Db,
  accountId: number,
  apiKeyId: number,
  tokenId: string | undefined,
): Promise<string[]> => {
  const rows = await db
    .deleteFrom('api_token')
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .$if(tokenId !== undefined, (q) => q.where('id', '=', tokenId as string))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
