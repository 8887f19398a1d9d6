import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { NotificationTable } from '../../../schema/notifications.ts'

export type NotificationRow = Selectable<NotificationTable>

/** Those of the interface; the channels of alerts are in the same table, and are the business of `alerts`. */

export const list = (db: Db, accountId: number, referenceId: string | undefined) =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('channel', 'is', null)
    .$if(referenceId !== undefined, (q) => q.where('reference_id', '=', referenceId as string))
    .orderBy('id')
    .execute()

export const find = (db: Db, accountId: number, id: string) =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('channel', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst()

export const count = async (db: Db, accountId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('notification')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('channel', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insert = (db: Db, row: Insertable<NotificationTable>) =>
  db.insertInto('notification').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, accountId: number, id: string, changes: Updateable<NotificationTable>) =>
  db
    .updateTable('notification')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('channel', 'is', null)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const remove = async (db: Db, accountId: number, id: string): Promise<boolean> => {
  const result = await db
    .deleteFrom('notification')
    .where('account_id', '=', accountId)
    .where('channel', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** How many of these locks the account has. */
export const countLocks = async (
  db: Db,
  accountId: number,
  smartlockIds: readonly number[],
): Promise<number> => {
  const { n } = await db
    .selectFrom('smartlock')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('smartlock_id', 'in', [...smartlockIds])
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** From now on the events of the account are looked at; holds the feed, so that it is not just being given up. */
export const openFeed = (db: Db, accountId: number, lastEventId: string) =>
  db
    .insertInto('notification_feed')
    .values({ account_id: accountId, last_event_id: lastEventId })
    .onConflict((c) =>
      c.column('account_id').doUpdateSet({ last_event_id: sql`notification_feed.last_event_id` }),
    )
    .execute()

/** What waits goes to the new receiver at once. */
export const restartDeliveries = (db: Db, notificationId: string, now: number) =>
  db
    .updateTable('notification_delivery')
    .set({ attempts: 0, next_at: now })
    .where('notification_id', '=', notificationId)
    .execute()

/** All but mail to the account's own address, which nobody else reads. */
export const removeAll = (db: Db, accountId: number) =>
  db
    .deleteFrom('notification')
    .where('account_id', '=', accountId)
    .where((e) => e.or([e('channel', 'is', null), e('channel', '!=', 'mail')]))
    .execute()

export const removeOfSessions = (db: Db, accountId: number, sessionIds: readonly string[]) =>
  db
    .deleteFrom('notification')
    .where('account_id', '=', accountId)
    .where('session_id', 'in', [...sessionIds])
    .execute()
