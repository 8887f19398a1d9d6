import type { Updateable } from 'kysely'
import type { Db, Engine } from '../../../../platform/store/database.ts'
import {
  firstFree,
  isFree,
  type LeaseClaim,
  leasesOf,
  NOT_LEASED,
} from '../../../../platform/work/lease-store.ts'
import { COUNTED } from '../../../../platform/work/queue.ts'
import type { GuestMessageTable } from '../../../../schema/guest-messages.ts'
import type { MessageRow } from '../store.ts'

interface Due {
  now: number
  /** Messages that are left alone. */
  except?: readonly string[]
  /** Accounts that are left alone. */
  exceptKeys?: readonly number[]
}

const due = (db: Db, { now, except = [], exceptKeys = [] }: Due, limit: number) =>
  db
    .selectFrom('guest_message')
    .select('id')
    .where('next_at', '<=', now)
    .where(isFree(now))
    .$if(except.length > 0, (q) => q.where('id', 'not in', [...except]))
    .$if(exceptKeys.length > 0, (q) => q.where('account_id', 'not in', [...exceptKeys]))
    .orderBy('next_at')
    .limit(limit)

/** Looking costs no writer's turn; most looks find nothing. */
export const hasDue = async (db: Db, wanted: Due): Promise<boolean> =>
  (await due(db, wanted, 1).execute()).length > 0

export const countDue = async (db: Db, now: number): Promise<number> =>
  (await due(db, { now }, COUNTED).execute()).length

const leases = leasesOf('guest_message', 'id')
export const { renew, giveBack } = leases

export const claim = (db: Db, engine: Engine, wanted: Due & LeaseClaim): Promise<MessageRow[]> =>
  leases.claim(db, engine, due(db, wanted, wanted.limit), wanted)

/** Only what waits can be leased. */
export const clearLeases = (db: Db) =>
  db.updateTable('guest_message').set(NOT_LEASED).where('next_at', 'is not', null).execute()

/** Stores what came of an attempt, if the message is still ours. */
export const settle = (db: Db, owner: string, id: string, changes: Updateable<GuestMessageTable>) =>
  db
    .updateTable('guest_message')
    .set({ ...changes, ...NOT_LEASED })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()

/** It could not even be tried. */
export const putOff = (db: Db, owner: string, ids: readonly string[], until: number) =>
  db
    .updateTable('guest_message')
    .set({ next_at: until, ...NOT_LEASED })
    .where('id', 'in', [...ids])
    .where('lease_owner', '=', owner)
    .execute()

/** When the next one is due. */
export const nextDue = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('guest_message')
    .select(firstFree('next_at').as('at'))
    .where('next_at', 'is not', null)
    .executeTakeFirst()
  return row?.at == null ? undefined : Number(row.at)
}
