import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { AdvancedApiKeyTable } from '../../platform/schema/credentials.ts'

export const find = (db: Db, accountId: number, apiKeyId: number) =>
  db
    .selectFrom('advanced_api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .executeTakeFirst()

/** For the operator and for OAuth, who know the key and not yet its account. */
export const findByKey = (db: Db, apiKeyId: number) =>
  db.selectFrom('advanced_api_key').selectAll().where('api_key_id', '=', apiKeyId).executeTakeFirst()

/** Every application, for the operator; oldest first. */
export const listAll = (db: Db) =>
  db
    .selectFrom('advanced_api_key')
    .select(['api_key_id', 'account_id', 'name', 'email', 'type', 'status'])
    .orderBy('created_at')
    .execute()

/** False when there is one that stands in the way: an INACTIVE one is replaced. */
export const insert = async (db: Db, row: Insertable<AdvancedApiKeyTable>): Promise<boolean> => {
  const { api_key_id: _key, account_id: _account, ...fields } = row
  const result = await db
    .insertInto('advanced_api_key')
    .values(row)
    .onConflict((c) =>
      c.column('api_key_id').doUpdateSet(fields).where('advanced_api_key.status', '=', 'INACTIVE'),
    )
    .returning('api_key_id')
    .executeTakeFirst()
  return result !== undefined
}

export const update = (
  db: Db,
  accountId: number,
  apiKeyId: number,
  changes: Updateable<AdvancedApiKeyTable>,
) =>
  db
    .updateTable('advanced_api_key')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .execute()

export const remove = async (db: Db, accountId: number, apiKeyId: number): Promise<boolean> => {
  const result = await db
    .deleteFrom('advanced_api_key')
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
