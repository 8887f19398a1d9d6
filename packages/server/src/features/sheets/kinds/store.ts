import type { Db } from '../../../platform/store/database.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'

/** The names of doors: of all, or of these. */
export const doorNames = (db: Db, accountId: number, ids?: Iterable<number>) =>
  db
    .selectFrom('smartlock')
    .select(['smartlock_id', 'name'])
    .where('account_id', '=', accountId)
    .$if(ids !== undefined, (q) => q.where((e) => isOneOf(db, e.ref('smartlock_id'), ids ?? [])))
    .execute()
