import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { ApiKeyTable, ApiTokenTable } from '../../platform/schema.ts'

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

export const remove = async (db: Db, accountId: number, apiKeyId: number): Promise<boolean> => {
  const result = await db
    .deleteFrom('api_key')
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const listTokens = (db: Db, accountId: number, apiKeyId: number) =>
  db
    .selectFrom('api_token')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .orderBy('id')
    .execute()

export const findToken = (db: Db, accountId: number, apiKeyId: number, id: string) =>
  db
    .selectFrom('api_token')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .where('id', '=', id)
    .executeTakeFirst()

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

/**
 * The one look-up that starts without an account: the token itself says whose it is. Its hash is unique over all
 * accounts.
 */
export const findByTokenHash = (db: Db, tokenHash: string) =>
  db
    .selectFrom('api_token')
    .innerJoin('account', 'account.account_id', 'api_token.account_id')
    .select([
      'api_token.id',
      'api_token.api_key_id',
      'api_token.scopes',
      'api_token.description',
      'api_token.last_used_at',
      'account.account_id',
      'account.master_account_id',
      'account.rights',
      'account.name',
    ])
    .where('api_token.token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Remembers the day a token was used; a later day is never overwritten by an earlier one. */
export const touchToken = (db: Db, id: string, day: number) =>
  db
    .updateTable('api_token')
    .set({ last_used_at: day })
    .where('id', '=', id)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', day)]))
    .execute()
