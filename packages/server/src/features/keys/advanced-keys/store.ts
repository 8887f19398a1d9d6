import type { AdvancedKeyStatus } from '@latchwork/contract'
import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { AdvancedApiKeyTable } from '../../../schema/credentials.ts'

export const find = (db: Db, accountId: number, apiKeyId: number) =>
  db
    .selectFrom('advanced_api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .executeTakeFirst()

/** For OAuth and the operator, who know the key and not its account. */
export const findByKey = (db: Db, apiKeyId: number) =>
  db.selectFrom('advanced_api_key').selectAll().where('api_key_id', '=', apiKeyId).executeTakeFirst()

/** An application with who applied. */
const selectApplications = (db: Db) =>
  db
    .selectFrom('advanced_api_key')
    .innerJoin('account', 'account.account_id', 'advanced_api_key.account_id')
    .selectAll('advanced_api_key')
    .select(['account.name as account_name', 'account.email as account_email'])

export type ApplicationRow = Awaited<
  ReturnType<ReturnType<typeof selectApplications>['executeTakeFirstOrThrow']>
>

export interface ApplicationPage {
  status?: AdvancedKeyStatus
  /** Only those of older API keys. */
  id?: number
  limit: number
}

export const listApplications = (db: Db, { status, id, limit }: ApplicationPage) =>
  selectApplications(db)
    .$if(status !== undefined, (q) => q.where('status', '=', status as AdvancedKeyStatus))
    .$if(id !== undefined, (q) => q.where('api_key_id', '<', id as number))
    .orderBy('api_key_id', 'desc')
    .limit(limit)
    .execute()

export const findApplication = (db: Db, apiKeyId: number) =>
  selectApplications(db).where('api_key_id', '=', apiKeyId).executeTakeFirst()

export const countApplied = async (db: Db): Promise<number> => {
  const { n } = await db
    .selectFrom('advanced_api_key')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('status', '=', 'APPLIED')
    .executeTakeFirstOrThrow()
  return Number(n)
}

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

/** Returns true the first time. */
export const markShown = async (db: Db, apiKeyId: number, now: number): Promise<boolean> => {
  const result = await db
    .updateTable('advanced_api_key')
    .set({ secret_shown_at: now })
    .where('api_key_id', '=', apiKeyId)
    .where('secret_shown_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const remove = async (db: Db, accountId: number, apiKeyId: number): Promise<boolean> => {
  const result = await db
    .deleteFrom('advanced_api_key')
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Returns the owner of the key if that changed anything. */
export const setWebhookStatus = (db: Db, apiKeyId: number, status: 'ACTIVE' | 'DEACTIVATED', now: number) =>
  db
    .updateTable('advanced_api_key')
    .set({ webhook_status: status, updated_at: now })
    .where('api_key_id', '=', apiKeyId)
    .where('webhook_status', 'is distinct from', status)
    .returning('account_id')
    .executeTakeFirst()
