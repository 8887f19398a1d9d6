import { sql } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'

type Only = ReadonlySet<number> | undefined

/** A part of the locks of an account, by their numbers: so many that others are served in between. */
export const listLocks = (db: Db, accountId: number, only: Only, after: number, limit: number) =>
  db
    .selectFrom('smartlock')
    .select(['smartlock_id', 'name', 'type', 'server_state', 'state'])
    .where('account_id', '=', accountId)
    .where('smartlock_id', '>', after)
    .$if(only !== undefined, (q) => q.where((e) => isOneOf(db, e.ref('smartlock_id'), only as Set<number>)))
    .orderBy('smartlock_id')
    .limit(limit)
    .execute()

/** How many there are, up to `most`; each spells out the condition of its index. */
export async function countCodes(
  db: Db,
  accountId: number,
  state: 'waiting' | 'failed',
  only: Only,
  most: number,
): Promise<number> {
  const isIt =
    state === 'waiting'
      ? sql<boolean>`sync_state in ('pending', 'deleting') and (place is null or place <> 'kept')`
      : sql<boolean>`sync_state = 'failed'`
  const rows = await db
    .selectFrom('smartlock_auth')
    .select('id')
    .where('account_id', '=', accountId)
    .where(isIt)
    .$if(only !== undefined, (q) => q.where((e) => isOneOf(db, e.ref('smartlock_id'), only as Set<number>)))
    .limit(most)
    .execute()
  return rows.length
}

/** Links to calendars whose last fetch failed; an account has few. */
export const listFailingCalendars = (db: Db, accountId: number, most: number) =>
  db
    .selectFrom('service_link')
    .select('address_id')
    .where('account_id', '=', accountId)
    .where('failures', '>', 0)
    .limit(most)
    .execute()
