import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Engine } from '../../../platform/store/database.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import { isFree, type LeaseClaim, leasesOf } from '../../../platform/work/lease-store.ts'
import { COUNTED } from '../../../platform/work/queue.ts'
import type { Woken } from '../../../platform/work/wake.ts'
import type { BridgeCallbackTable } from '../../../schema/bridges.ts'

export type CallbackRow = Selectable<BridgeCallbackTable>

export const list = (db: Db, accountId: number) =>
  db.selectFrom('bridge_callback').selectAll().where('account_id', '=', accountId).orderBy('slot').execute()

export const insert = (db: Db, row: Insertable<BridgeCallbackTable>) =>
  db.insertInto('bridge_callback').values(row).execute()

export const remove = async (db: Db, accountId: number, slot: number): Promise<boolean> => {
  const result = await db
    .deleteFrom('bridge_callback')
    .where('account_id', '=', accountId)
    .where('slot', '=', slot)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const removeAll = (db: Db, accountId: number) =>
  db.deleteFrom('bridge_callback').where('account_id', '=', accountId).execute()

export interface Claim extends LeaseClaim {
  /** The accounts whose events are looked at. */
  about: Woken
  /** Callbacks that are left alone. */
  except: readonly string[]
}

/** Callbacks behind the log of their account that nobody serves and that do not rest. */
const due = (db: Db, { now, limit, about, except }: Pick<Claim, 'now' | 'limit' | 'about' | 'except'>) =>
  db
    .selectFrom('bridge_callback as c')
    .select('c.id')
    .where(isFree(now))
    .where('c.next_at', '<=', now)
    .where((e) =>
      e.exists(
        e
          .selectFrom('event')
          .select(sql`1`.as('one'))
          .whereRef('event.account_id', '=', 'c.account_id')
          .whereRef('event.id', '>', 'c.last_event_id'),
      ),
    )
    .$if(about !== 'all', (q) => q.where((e) => isOneOf(db, e.ref('c.account_id'), about as Set<number>)))
    .$if(except.length > 0, (q) => q.where('c.id', 'not in', [...except]))
    .limit(limit)

export const hasDue = async (db: Db, claim: Claim): Promise<boolean> =>
  (await due(db, { ...claim, limit: 1 }).execute()).length > 0

export const countDue = async (db: Db, now: number): Promise<number> =>
  (await due(db, { now, limit: COUNTED, about: 'all', except: [] }).execute()).length

const leases = leasesOf('bridge_callback', 'id')
export const { renew, giveBack, clear } = leases

export const claim = (db: Db, engine: Engine, claim: Claim): Promise<CallbackRow[]> =>
  leases.claim(db, engine, due(db, claim), claim)

/** When the first one that rests is tried again. */
export const nextDue = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('bridge_callback')
    .select((e) => e.fn.min('next_at').as('at'))
    .where('failures', '>', 0)
    .executeTakeFirst()
  return row?.at == null ? undefined : Number(row.at)
}

/** Says how far it was served, or until when it rests, if it is still ours; undefined when it is not. */
export const progress = (
  db: Db,
  owner: string,
  id: string,
  changes: Partial<Pick<CallbackRow, 'last_event_id' | 'failures' | 'next_at'>>,
) =>
  db
    .updateTable('bridge_callback')
    .set(changes)
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .returningAll()
    .executeTakeFirst()
