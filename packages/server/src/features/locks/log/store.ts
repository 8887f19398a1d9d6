import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import { preparedFor } from '../../../platform/store/prepared.ts'
import type { SmartlockLogTable } from '../../../schema/smartlocks.ts'

export type LogRow = Selectable<SmartlockLogTable>

const insertRow = preparedFor<Insertable<SmartlockLogTable>, LogRow>((db, columns, slot) =>
  db
    .insertInto('smartlock_log')
    .values(
      Object.fromEntries(columns.map((column) => [column, slot(column as keyof SmartlockLogTable)])) as never,
    )
    .returningAll(),
)

export const insert = async (db: Db, row: Insertable<SmartlockLogTable>): Promise<LogRow> =>
  (await insertRow(db, Object.keys(row), row))[0] as LogRow

export interface LogFilter {
  smartlockId?: number
  /** Only of these locks. */
  smartlockIds?: ReadonlySet<number>
  accountUserId?: number
  authId?: string
  fromDate?: number
  toDate?: number
  action?: number
  olderThanId?: string
  limit: number
}

export const list = (db: Db, accountId: number, filter: LogFilter) => {
  let query = db.selectFrom('smartlock_log').selectAll().where('account_id', '=', accountId)
  if (filter.smartlockId !== undefined) query = query.where('smartlock_id', '=', filter.smartlockId)
  const { smartlockIds } = filter
  if (smartlockIds) query = query.where((e) => isOneOf(db, e.ref('smartlock_id'), smartlockIds))
  if (filter.accountUserId !== undefined) query = query.where('account_user_id', '=', filter.accountUserId)
  if (filter.authId !== undefined) query = query.where('auth_id', '=', filter.authId)
  if (filter.fromDate !== undefined) query = query.where('date', '>=', filter.fromDate)
  if (filter.toDate !== undefined) query = query.where('date', '<=', filter.toDate)
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  if (filter.olderThanId !== undefined) query = query.where('id', '<', filter.olderThanId)
  return query.orderBy('id', 'desc').limit(filter.limit).execute()
}
