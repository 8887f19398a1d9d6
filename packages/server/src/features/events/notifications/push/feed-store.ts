import { RIGHTS } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Engine } from '../../../../platform/store/database.ts'
import { isOneOf } from '../../../../platform/store/id-list.ts'
import type { Woken } from '../../../../platform/work/wake.ts'
import type { EventTable } from '../../../../schema/events.ts'
import type { NotificationDeliveryTable } from '../../../../schema/notifications.ts'
import type { NotificationRow } from '../store.ts'

export type EventRow = Selectable<EventTable>
export type DeliveryRow = Selectable<NotificationDeliveryTable>

/** Those of the accounts that have feeds. */
export const listSubscribed = (db: Db, accountIds: readonly number[]) =>
  db
    .selectFrom('notification_feed')
    .select('account_id')
    .where((e) => isOneOf(db, e.ref('account_id'), accountIds))
    .execute()

/** Accounts that have emitted or raised something since their notifications were last looked at. */
export const listBehind = (db: Db, about: Woken, limit: number) =>
  db
    .selectFrom('notification_feed as f')
    .select('f.account_id')
    .$if(about !== 'all', (q) => q.where((e) => isOneOf(db, e.ref('f.account_id'), about as Set<number>)))
    .where((e) =>
      e.or([
        e.exists(
          e
            .selectFrom('event')
            .select(sql`1`.as('one'))
            .whereRef('event.account_id', '=', 'f.account_id')
            .whereRef('event.id', '>', 'f.last_event_id'),
        ),
        e.exists(
          e
            .selectFrom('raised_alert as r')
            .select(sql`1`.as('one'))
            .whereRef('r.account_id', '=', 'f.account_id'),
        ),
      ]),
    )
    .limit(limit)
    .execute()

/** The feed, for this transaction alone; undefined when another process has it. */
export const takeFeed = (db: Db, engine: Engine, accountId: number) =>
  db
    .selectFrom('notification_feed')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(engine === 'postgres', (q) => q.forUpdate().skipLocked())
    .executeTakeFirst()

export const moveFeed = (db: Db, accountId: number, lastEventId: string) =>
  db
    .updateTable('notification_feed')
    .set({ last_event_id: lastEventId })
    .where('account_id', '=', accountId)
    .execute()

/** Nobody wants to be notified any more. */
export const removeFeed = (db: Db, accountId: number) =>
  db.deleteFrom('notification_feed').where('account_id', '=', accountId).execute()

/** Events that people may be notified of, oldest first. */
export const listNotifiable = (
  db: Db,
  accountId: number,
  { after, upTo, limit }: { after: string; upTo: string; limit: number },
): Promise<EventRow[]> =>
  db
    .selectFrom('event')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where((e) => e.or([e('feature', '=', 'DEVICE_LOGS'), e('notices', 'is not', null)]))
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Every notification that gets the account's events; a sub-account's only while it may see logs. They are held against
 * removal, so that what is stored for them has somebody to wait for.
 */
export const listNotifications = (db: Db, engine: Engine, accountId: number): Promise<NotificationRow[]> =>
  db
    .selectFrom('notification as n')
    .innerJoin('account as a', 'a.account_id', 'n.account_id')
    .selectAll('n')
    .where('n.event_account_id', '=', accountId)
    .where((e) =>
      e.or([e('a.master_account_id', 'is', null), e(sql`a.rights & ${sql.lit(RIGHTS.viewLogs)}`, '>', 0)]),
    )
    .orderBy('n.id')
    .$if(engine === 'postgres', (q) => q.forKeyShare('n'))
    .execute()

export const hasAny = async (db: Db, accountId: number): Promise<boolean> =>
  (await db
    .selectFrom('notification')
    .select('id')
    .where('event_account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The name of each, and the settings it reported, which say by which clock it goes. */
export const lockNames = (db: Db, accountId: number, smartlockIds: readonly number[]) =>
  db
    .selectFrom('smartlock')
    .select(['smartlock_id', 'name', 'config'])
    .where('account_id', '=', accountId)
    .where('smartlock_id', 'in', [...smartlockIds])
    .execute()

export const countWaiting = (db: Db, notificationIds: readonly string[]) =>
  db
    .selectFrom('notification_delivery')
    .select(['notification_id', (e) => e.fn.countAll<number>().as('n')])
    .where('notification_id', 'in', [...notificationIds])
    .groupBy('notification_id')
    .execute()

export const insertDeliveries = (db: Db, rows: readonly DeliveryRow[]) =>
  db
    .insertInto('notification_delivery')
    .values([...rows])
    .onConflict((c) => c.columns(['notification_id', 'id']).doNothing())
    .execute()

/** Changes what a notification asks for, whosever it is. */
export const setSettings = (db: Db, notificationId: string, settings: string) =>
  db.updateTable('notification').set({ settings }).where('id', '=', notificationId).execute()
