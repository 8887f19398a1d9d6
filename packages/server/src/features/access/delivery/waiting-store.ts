import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tables } from '../../../platform/store/database.ts'
import { areListed } from '../../../platform/store/id-list.ts'
import { prepared } from '../../../platform/store/prepared.ts'
import { LOCK_KEY, type LockKey, lockKeys } from '../../../schema/lock-keys.ts'

/** What locks have not confirmed yet, and when the clock has something to do with it. */

type Given = number | Expression<number>

/** Written out as in the index, so that SQLite uses it. */
const isWaiting = sql<boolean>`sync_state in ('pending', 'deleting')`

/** It is not put aside until its time comes, where the service keeps the window. */
const isDue = (e: ExpressionBuilder<Tables, 'smartlock_auth'>, now: Given) =>
  e.or([
    e('place', 'is', null),
    e('place', '!=', 'kept'),
    e('switch_at', 'is', null),
    e('switch_at', '<=', now),
  ])

/** Everything of a lock that it has not confirmed yet. */
const waitingOf = (db: Db, accountId: Given, smartlockId: Given) =>
  db
    .selectFrom('smartlock_auth')
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where(isWaiting)

/** It has to come off the device first. */
const isToComeOff = (e: ExpressionBuilder<Tables, 'smartlock_auth'>) =>
  e.exists(
    e
      .selectFrom('stray_access')
      .select('key')
      .whereRef('stray_access.account_id', '=', 'smartlock_auth.account_id')
      .whereRef('stray_access.smartlock_id', '=', 'smartlock_auth.smartlock_id')
      .whereRef('stray_access.key', '=', 'smartlock_auth.id'),
  )

/**
 * What is to be sent to a lock now: removals first, then what takes something away, then what it has in another form,
 * which may free a code, then the rest; each as it was asked.
 */
export const listWaiting = (db: Db, accountId: number, smartlockId: number, now: number, limit: number) =>
  waitingOf(db, accountId, smartlockId)
    .selectAll()
    .where((e) => isDue(e, now))
    .where((e) => e.not(isToComeOff(e)))
    .orderBy('sync_state')
    .orderBy('enabled')
    .orderBy('delivered', 'desc')
    .orderBy('seq')
    .limit(limit)
    .execute()

/** Is there anything to send to a lock now, or to take off it? */
export const hasWork = async (
  db: Db,
  accountId: number,
  smartlockId: number,
  now: number,
): Promise<boolean> => (await selectOneTask(db, { accountId, smartlockId, now })).length > 0

const selectOneTask = prepared<Asked, { id: string }>((db, slot) =>
  waitingOf(db, slot('accountId'), slot('smartlockId'))
    .select('id')
    .where((e) => isDue(e, slot('now')))
    .unionAll(
      db
        .selectFrom('stray_access')
        .select('key as id')
        .where('account_id', '=', slot('accountId'))
        .where('smartlock_id', '=', slot('smartlockId')),
    )
    .limit(1),
)

/** Which of these locks, of whatever accounts, is there anything to send to now, or to take off? */
export const listWithWork = async (
  db: Db,
  locks: readonly LockKey[],
  now: number,
): Promise<ReadonlySet<number>> => {
  const rows = await selectWithWork(db, { locks: lockKeys(locks), now })
  return new Set(rows.map((row) => row.smartlock_id))
}

/** Whenever locks come back: prepared once. */
const selectWithWork = prepared<{ locks: string; now: number }, { smartlock_id: number }>((db, slot) =>
  db
    .selectFrom('smartlock_auth')
    .select('smartlock_id')
    .where(areListed(db, LOCK_KEY, slot('locks')))
    .where(isWaiting)
    .where((e) => isDue(e, slot('now')))
    .union(
      db
        .selectFrom('stray_access')
        .select('smartlock_id')
        .where(areListed(db, LOCK_KEY, slot('locks'))),
    ),
)

interface Asked {
  accountId: number
  smartlockId: number
  now: number
}

/** Is there anything on the lock that a later change than this one will replace or remove? */
export const isMoreToChange = async (
  db: Db,
  accountId: number,
  smartlockId: number,
  revision: number,
): Promise<boolean> => {
  const row = await waitingOf(db, accountId, smartlockId)
    .select('id')
    .where('delivered', '=', 1)
    .where((e) => e.or([e('sent_revision', 'is', null), e('sent_revision', '!=', revision)]))
    .where((e) => e.not(isToComeOff(e)))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The lock does not have them. */
export const markAbsent = (db: Db, accountId: number, ids: readonly string[]) =>
  db
    .updateTable('smartlock_auth')
    .set({ delivered: 0, device_number: null })
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()

/** Whatever of a lock is looked at when its time begins or ends is looked at now. */
export const switchNow = (db: Db, accountId: number, smartlockId: number, now: number) =>
  db
    .updateTable('smartlock_auth')
    .set({ switch_at: now })
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('switch_at', '>', now)
    .execute()

/** Every right of a lock that has times is looked at now, and sent as it is to be; what it refused only looked at. */
export const sendWindowsAgain = (db: Db, accountId: number, smartlockId: number, now: number) =>
  db
    .updateTable('smartlock_auth')
    .set({
      switch_at: now,
      sent_revision: null,
      pending_since: sql`case when sync_state = 'synced' then ${now} else pending_since end`,
      sync_state: sql`case when sync_state = 'synced' then 'pending' else sync_state end`,
    })
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('sync_state', '!=', 'deleting')
    .where((e) =>
      e.or(
        (['from_date', 'until_date', 'week_days', 'from_time', 'until_time'] as const).map((limit) =>
          e(limit, 'is not', null),
        ),
      ),
    )
    .execute()

/** Those that could not be dealt with. */
export const switchLater = (db: Db, ids: readonly string[], at: number) =>
  db
    .updateTable('smartlock_auth')
    .set({ switch_at: at })
    .where('id', 'in', [...ids])
    .where('switch_at', '<', at)
    .execute()

/** What one change of a lock's list carried. */
export const listSentWith = (db: Db, accountId: number, smartlockId: number, revision: number) =>
  db
    .selectFrom('smartlock_auth')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('sent_revision', '=', revision)
    .orderBy('seq')
    .execute()

/** From here on the lock may have them. Returns the operations that were sent with them. */
export const markSent = async (
  db: Db,
  accountId: number,
  ids: readonly string[],
  revision: number,
): Promise<string[]> => {
  const rows = await db
    .updateTable('smartlock_auth')
    .set({ sent_revision: revision, delivered: 1 })
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .returning('operation_id')
    .execute()
  return rows.map((row) => row.operation_id).filter((id) => id !== null)
}

/** Those that a lock has to get or lose by now because the service keeps their windows, of all accounts. */
export const listSwitching = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('smartlock_auth')
    .select(['account_id', 'smartlock_id', 'id'])
    .where('switch_at', '<=', now)
    .orderBy('switch_at')
    .limit(limit)
    .execute()

export const nextSwitch = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('smartlock_auth')
    .select((e) => e.fn.min('switch_at').as('at'))
    .where('switch_at', 'is not', null)
    .executeTakeFirst()
  return row?.at ?? undefined
}
