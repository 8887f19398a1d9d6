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
