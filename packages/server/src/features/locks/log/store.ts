import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import { insertAll } from '../../../platform/store/many-rows.ts'
import type { SmartlockLogTable } from '../../../schema/smartlocks.ts'

export type LogRow = Selectable<SmartlockLogTable>

export const insert = insertAll<LogRow>('smartlock_log', (db) => db.insertInto('smartlock_log'))

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
