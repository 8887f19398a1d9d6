import type { BulkOutcome } from '@latchwork/contract'
import { type Expression, type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { isListed, isOneOf } from '../../platform/store/id-list.ts'
import type { BulkItemTable } from '../../schema/bulk.ts'

export type ItemRow = Selectable<BulkItemTable>

export const insert = (db: Db, rows: readonly Insertable<BulkItemTable>[]) =>
  db
    .insertInto('bulk_item')
    .values([...rows])
    .execute()

interface Page {
  outcome?: BulkOutcome
  after: number
  limit: number
}

/** In the order in which they were named. */
export const list = (db: Db, accountId: number, runId: string, { outcome, after, limit }: Page) =>
  db
    .selectFrom('bulk_item')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .$if(outcome !== undefined, (q) => q.where('outcome', '=', outcome as BulkOutcome))
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()

export const end = (
  db: Db,
  accountId: number,
  { run_id, number }: Pick<ItemRow, 'run_id' | 'number'>,
  result: Pick<ItemRow, 'outcome' | 'error' | 'operation_id'>,
) =>
  db
    .updateTable('bulk_item')
    .set(result)
    .where('account_id', '=', accountId)
    .where('run_id', '=', run_id)
    .where('number', '=', number)
    .execute()

/** What can be named by an id, with the lock it belongs to. */
export interface Named {
  id: string
  name: string
  smartlockId: number | undefined
}

export const doorsNamed = async (db: Db, accountId: number, ids: readonly string[]): Promise<Named[]> => {
  const rows = await db
    .selectFrom('smartlock')
    .select(['smartlock_id', 'name'])
    .where('account_id', '=', accountId)
    .where((e) => isOneOf(db, e.ref('smartlock_id'), ids.map(Number)))
    .execute()
  return rows.map(({ smartlock_id: id, name }) => ({ id: String(id), name, smartlockId: id }))
}

export const rightsNamed = async (db: Db, accountId: number, ids: readonly string[]): Promise<Named[]> => {
  const rows = await db
    .selectFrom('smartlock_auth')
    .select(['id', 'name', 'smartlock_id'])
    .where('account_id', '=', accountId)
    .where(isListed(db, 'id', 'text', sql.val(JSON.stringify(ids))))
    .execute()
  return rows.map(({ id, name, smartlock_id: smartlockId }) => ({ id, name, smartlockId }))
}

export const peopleNamed = async (
  db: Db,
  accountId: number,
  ids: readonly string[],
  known: Expression<SqlBool> | undefined,
): Promise<Named[]> => {
  const rows = await db
    .selectFrom('account_user')
    .select(['account_user_id', 'name'])
    .where('account_id', '=', accountId)
    .where((e) => isOneOf(db, e.ref('account_user_id'), ids.map(Number)))
    .$if(known !== undefined, (q) => q.where(known as Expression<SqlBool>))
    .execute()
  return rows.map(({ account_user_id: id, name }) => ({ id: String(id), name, smartlockId: undefined }))
}
