import type { Db } from '../../platform/store/database.ts'

/** What of a lock's last minutes shows whether it keeps its promises; for whoever runs the service, of whatever account. */

export const findLock = (db: Db, smartlockId: number) =>
  db.selectFrom('smartlock').selectAll().where('smartlock_id', '=', smartlockId).executeTakeFirst()

const MOST = 200

/** What was asked of it since then, newest first. */
export const listOperations = (db: Db, accountId: number, smartlockId: number, since: number) =>
  db
    .selectFrom('operation')
    .select(['type', 'status', 'proof', 'error_code', 'payload', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()

/** What it told since then, newest first. */
export const listEntries = (db: Db, accountId: number, smartlockId: number, since: number) =>
  db
    .selectFrom('smartlock_log')
    .select(['action', 'trigger', 'state', 'auth_id', 'date'])
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('date', '>=', since)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()

/** Its codes, without what they are. */
export const listCodes = (db: Db, accountId: number, smartlockId: number) =>
  db
    .selectFrom('smartlock_auth')
    .select(['id', 'sync_state', 'proof', 'until_date', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('type', '=', 13)
    .orderBy('seq')
    .limit(MOST)
    .execute()
