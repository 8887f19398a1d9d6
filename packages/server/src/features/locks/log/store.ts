import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { insertAll } from '../../../platform/store/many-rows.ts'
import type { SmartlockLogTable } from '../../../schema/smartlocks.ts'

export type LogRow = Selectable<SmartlockLogTable>

export const insert = insertAll<LogRow>('smartlock_log', (db) => db.insertInto('smartlock_log'))

/** Those of these ids that are there. */
export const listKnown = async (
  db: Db,
  accountId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('smartlock_log')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Some entries of a person become those of nobody; how many there were. */
export const forgetSomeOf = async (
  db: Db,
  accountId: number,
  accountUserId: number,
  name: string,
  limit: number,
): Promise<number> => {
  const some = db
    .selectFrom('smartlock_log')
    .select('id')
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .orderBy('date')
    .orderBy('id')
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable('smartlock_log')
    .set({ name, account_user_id: null, auth_id: null })
    .where('account_id', '=', accountId)
    .where('id', 'in', some)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The day of an entry, if it is still there. */
export const findDate = async (db: Db, accountId: number, id: string): Promise<number | undefined> =>
  (
    await db
      .selectFrom('smartlock_log')
      .select('date')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.date
