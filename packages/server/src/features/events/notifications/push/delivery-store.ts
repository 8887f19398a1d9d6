import type { Updateable } from 'kysely'
import type { Db, Engine } from '../../../../platform/store/database.ts'
import { isOneOf } from '../../../../platform/store/id-list.ts'
import { isFree, type LeaseClaim, leasesOf } from '../../../../platform/work/lease-store.ts'
import { COUNTED } from '../../../../platform/work/queue.ts'
import type { Woken } from '../../../../platform/work/wake.ts'
import type { NotificationTable } from '../../../../schema/notifications.ts'
import type { NotificationRow } from '../store.ts'
import type { DeliveryRow } from './feed-store.ts'

export interface Claim extends LeaseClaim {
  /** The accounts whose events are looked at. */
  about: Woken
  /** Notifications that are left alone. */
  except: readonly string[]
}

/** Notifications with something to deliver that nobody is delivering to. */
const due = (db: Db, { now, limit, about, except }: Pick<Claim, 'now' | 'limit' | 'about' | 'except'>) =>
  db
    .selectFrom('notification')
    .select('id')
    .where(isFree(now))
    .where('id', 'in', (e) =>
      e.selectFrom('notification_delivery').select('notification_id').where('next_at', '<=', now),
    )
    .$if(about !== 'all', (q) => q.where((e) => isOneOf(db, e.ref('event_account_id'), about as Set<number>)))
    .$if(except.length > 0, (q) => q.where('id', 'not in', [...except]))
    .limit(limit)

/** Looking costs no writer's turn; most looks find nothing. */
export const hasDue = async (db: Db, claim: Claim): Promise<boolean> =>
  (await due(db, { ...claim, limit: 1 }).execute()).length > 0

export const countDue = async (db: Db, now: number): Promise<number> =>
  (await due(db, { now, limit: COUNTED, about: 'all', except: [] }).execute()).length

const leases = leasesOf('notification', 'id')
export const { renew, giveBack, clear } = leases

export const claim = (db: Db, engine: Engine, claim: Claim): Promise<NotificationRow[]> =>
  leases.claim(db, engine, due(db, claim), claim)

/** The notification as it is now, if it is still ours to deliver to. */
export const findOwn = (db: Db, owner: string, id: string) =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()

export const firstDue = (db: Db, notificationId: string, now: number): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('notification_delivery')
    .selectAll()
    .where('notification_id', '=', notificationId)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .executeTakeFirst()

export const endDelivery = (db: Db, notificationId: string, id: string) =>
  db
    .deleteFrom('notification_delivery')
    .where('notification_id', '=', notificationId)
    .where('id', '=', id)
    .execute()

export const endAll = (db: Db, notificationId: string) =>
  db.deleteFrom('notification_delivery').where('notification_id', '=', notificationId).execute()

export const delay = (db: Db, notificationId: string, id: string, attempts: number, nextAt: number) =>
  db
    .updateTable('notification_delivery')
    .set({ attempts, next_at: nextAt })
    .where('notification_id', '=', notificationId)
    .where('id', '=', id)
    .execute()

/** Says how a receiver is doing, unless it was exchanged for another one meanwhile; undefined then. */
export const settle = (db: Db, row: NotificationRow, changes: Updateable<NotificationTable>) =>
  db
    .updateTable('notification')
    .set(changes)
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .where('push_id', '=', row.push_id)
    .where('os', '=', row.os)
    .returning('id')
    .executeTakeFirst()

/** It is gone for good, unless it was exchanged for another one meanwhile. */
export const removeReceiver = (db: Db, row: NotificationRow) =>
  db
    .deleteFrom('notification')
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .where('push_id', '=', row.push_id)
    .execute()

export const nextDue = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('notification_delivery')
    .select((e) => e.fn.min('next_at').as('at'))
    .executeTakeFirst()
  return row?.at == null ? undefined : Number(row.at)
}
