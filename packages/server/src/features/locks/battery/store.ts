import type { Db } from '../../../platform/store/database.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'

/** The last of a day counts. */
export const put = (db: Db, row: { account_id: number; smartlock_id: number; day: number; charge: number }) =>
  db
    .insertInto('battery_reading')
    .values(row)
    .onConflict((c) => c.columns(['account_id', 'smartlock_id', 'day']).doUpdateSet({ charge: row.charge }))
    .execute()

/** Of these locks, in the order of their days. */
export const listOf = (db: Db, accountId: number, smartlockIds: readonly number[], since: number) =>
  db
    .selectFrom('battery_reading')
    .select(['smartlock_id', 'day', 'charge'])
    .where('account_id', '=', accountId)
    .where((e) => isOneOf(db, e.ref('smartlock_id'), smartlockIds))
    .where('day', '>=', since)
    .orderBy('day')
    .execute()

export const removeBefore = (db: Db, day: number) =>
  db.deleteFrom('battery_reading').where('day', '<', day).execute()
