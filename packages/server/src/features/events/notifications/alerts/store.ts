import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../../platform/store/database.ts'
import type { AlertMarkTable, NotificationTable, RaisedAlertTable } from '../../../../schema/notifications.ts'
import type { NotificationRow } from '../store.ts'

export const listChannels = (db: Db, accountId: number): Promise<NotificationRow[]> =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('channel', 'is not', null)
    .orderBy('id')
    .execute()

export const findChannel = (db: Db, accountId: number, id: string) =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('channel', 'is not', null)
    .where('id', '=', id)
    .executeTakeFirst()

export const insertChannel = (db: Db, row: Insertable<NotificationTable>): Promise<NotificationRow> =>
  db.insertInto('notification').values(row).returningAll().executeTakeFirstOrThrow()

export const removeChannel = async (db: Db, accountId: number, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('notification')
    .where('account_id', '=', accountId)
    .where('channel', 'is not', null)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The same browser, address or room, added before. */
export const removeSame = (db: Db, accountId: number, pushId: string) =>
  db
    .deleteFrom('notification')
    .where('account_id', '=', accountId)
    .where('channel', 'is not', null)
    .where('push_id', '=', pushId)
    .execute()

/** A browser is one person's: who signs in there after another takes its alerts over. */
export const removeElsewhere = (db: Db, accountId: number, pushId: string) =>
  db
    .deleteFrom('notification')
    .where('account_id', '!=', accountId)
    .where('channel', '=', 'push')
    .where('push_id', '=', pushId)
    .execute()

export const findChoices = (db: Db, accountIds: readonly number[]) =>
  db
    .selectFrom('alert_choice')
    .selectAll()
    .where('account_id', 'in', [...accountIds])
    .execute()

export const setChoices = (db: Db, accountId: number, choices: string) =>
  db
    .insertInto('alert_choice')
    .values({ account_id: accountId, choices })
    .onConflict((c) => c.column('account_id').doUpdateSet({ choices }))
    .execute()

export const languagesOf = (db: Db, accountIds: readonly number[]) =>
  db
    .selectFrom('account')
    .select(['account_id', 'language'])
    .where('account_id', 'in', [...accountIds])
    .execute()

export const findMarks = (
  db: Db,
  accountId: number,
  keys: readonly string[],
): Promise<Selectable<AlertMarkTable>[]> =>
  db
    .selectFrom('alert_mark')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('key', 'in', [...keys])
    .execute()

export const setMark = (db: Db, { account_id, key, at, count }: Selectable<AlertMarkTable>) =>
  db
    .insertInto('alert_mark')
    .values({ account_id, key, at, count })
    .onConflict((c) => c.columns(['account_id', 'key']).doUpdateSet({ at, count }))
    .execute()

export const removeMarks = (db: Db, accountId: number, keys: readonly string[]) =>
  db
    .deleteFrom('alert_mark')
    .where('account_id', '=', accountId)
    .where('key', 'in', [...keys])
    .execute()

export const removeOldMarks = (db: Db, before: number) =>
  db.deleteFrom('alert_mark').where('at', '<', before).execute()

/** What was not told yet about something that is over. */
export const removeWaiting = (db: Db, eventAccountId: number, topics: readonly string[]) =>
  db
    .deleteFrom('notification_delivery')
    .where('topic', 'in', [...topics])
    .where('notification_id', 'in', (e) =>
      e
        .selectFrom('notification')
        .select('id')
        .where('event_account_id', '=', eventAccountId)
        .where('channel', 'is not', null),
    )
    .execute()

export const countWaiting = async (db: Db, notificationId: string): Promise<number> => {
  const { n } = await db
    .selectFrom('notification_delivery')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('notification_id', '=', notificationId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insertDelivery = (
  db: Db,
  row: { notification_id: string; id: string; message: string; next_at: number },
) =>
  db
    .insertInto('notification_delivery')
    .values({ ...row, attempts: 0, topic: null })
    .execute()

export const hasFeed = async (db: Db, accountId: number): Promise<boolean> =>
  (await db
    .selectFrom('notification_feed')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()) !== undefined

export const insertRaised = (db: Db, row: Insertable<RaisedAlertTable>) =>
  db.insertInto('raised_alert').values(row).execute()

export type RaisedRow = Selectable<RaisedAlertTable>

export const listRaised = (db: Db, accountId: number, limit: number): Promise<RaisedRow[]> =>
  db
    .selectFrom('raised_alert')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(limit)
    .execute()

export const removeRaised = (db: Db, ids: readonly string[]) =>
  db
    .deleteFrom('raised_alert')
    .where('id', 'in', [...ids])
    .execute()

export const removeAllRaised = (db: Db, accountId: number) =>
  db.deleteFrom('raised_alert').where('account_id', '=', accountId).execute()

export const removeOldRaised = (db: Db, before: number) =>
  db.deleteFrom('raised_alert').where('created_at', '<', before).execute()
