import type { Insertable, Updateable } from 'kysely'
import type { Db, Engine } from '../../../platform/store/database.ts'
import { areListed, isOneOf } from '../../../platform/store/id-list.ts'
import { prepared } from '../../../platform/store/prepared.ts'
import { LOCK_KEY, type LockKey, lockKeys } from '../../../schema/lock-keys.ts'
import { isOfShares } from '../../../schema/lock-shares.ts'
import type { LockDesiredTable } from '../../../schema/smartlocks.ts'
import type { DesiredRow } from '../store.ts'

export const find = (db: Db, accountId: number, smartlockId: number, section: string) =>
  db
    .selectFrom('lock_desired')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('section', '=', section)
    .executeTakeFirst()

/** What waits for the lock's answer; the oldest first. */
export const listPendingOf = (db: Db, accountId: number, smartlockId: number) =>
  selectPendingOf(db, { accountId, smartlockId })

/** Every lock that comes or goes asks for it: prepared once. */
const selectPendingOf = prepared<{ accountId: number; smartlockId: number }, DesiredRow>((db, slot) =>
  db
    .selectFrom('lock_desired')
    .selectAll()
    .where('account_id', '=', slot('accountId'))
    .where('smartlock_id', '=', slot('smartlockId'))
    .where('operation_id', 'is not', null)
    .orderBy('operation_id'),
)

/** The same for several locks, of whatever accounts. */
export const listPendingOfEach = (db: Db, locks: readonly LockKey[]): Promise<DesiredRow[]> =>
  selectPendingOfEach(db, { locks: lockKeys(locks) })

const selectPendingOfEach = prepared<{ locks: string }, DesiredRow>((db, slot) =>
  db
    .selectFrom('lock_desired')
    .selectAll()
    .where(areListed(db, LOCK_KEY, slot('locks')))
    .where('operation_id', 'is not', null)
    .orderBy('operation_id'),
)

/** The same for all locks of an account at once, or for these. */
export const listPending = (db: Db, accountId: number, smartlockIds?: readonly number[]) =>
  db
    .selectFrom('lock_desired')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(smartlockIds !== undefined, (q) =>
      q.where((e) => isOneOf(db, e.ref('smartlock_id'), smartlockIds ?? [])),
    )
    .where('operation_id', 'is not', null)
    .orderBy('operation_id')
    .execute()

export const save = (db: Db, row: Insertable<LockDesiredTable>) => {
  const { account_id, smartlock_id, section, ...rest } = row
  return db
    .insertInto('lock_desired')
    .values(row)
    .onConflict((c) => c.columns(['account_id', 'smartlock_id', 'section']).doUpdateSet(rest))
    .execute()
}

export const update = (
  db: Db,
  { account_id, smartlock_id, section }: Pick<DesiredRow, 'account_id' | 'smartlock_id' | 'section'>,
  changes: Updateable<LockDesiredTable>,
) =>
  db
    .updateTable('lock_desired')
    .set(changes)
    .where('account_id', '=', account_id)
    .where('smartlock_id', '=', smartlock_id)
    .where('section', '=', section)
    .execute()

/** What is to be sent now to locks of these shares, or to all, in the order it was asked for, of all accounts. */
export const listDue = (db: Db, now: number, limit: number, shares: readonly number[] | undefined) =>
  db
    .selectFrom('lock_desired')
    .select(['account_id', 'smartlock_id', 'section'])
    .where('due_at', '<=', now)
    .$if(shares !== undefined, (q) =>
      q.where((e) => isOfShares(e.ref('smartlock_id'), shares as readonly number[])),
    )
    .orderBy('operation_id')
    .limit(limit)
    .execute()

/** When the next desired change is to be sent. */
export const nextDue = async (db: Db, shares: readonly number[] | undefined): Promise<number | undefined> => {
  const row = await db
    .selectFrom('lock_desired')
    .select((e) => e.fn.min('due_at').as('at'))
    .where('due_at', 'is not', null)
    .$if(shares !== undefined, (q) =>
      q.where((e) => isOfShares(e.ref('smartlock_id'), shares as readonly number[])),
    )
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** Makes what was sent and not answered due now. A row that somebody holds is just being dealt with. */
export const makeDueAgain = (db: Db, engine: Engine, now: number, shares: readonly number[] | undefined) =>
  db
    .updateTable('lock_desired')
    .set({ due_at: now })
    .where((e) =>
      e(
        e.refTuple('account_id', 'smartlock_id', 'section'),
        'in',
        e
          .selectFrom('lock_desired as sent')
          .select(['sent.account_id', 'sent.smartlock_id', 'sent.section'])
          .where('sent.due_at', '>', now)
          .where('sent.operation_id', 'is not', null)
          .$if(shares !== undefined, (q) =>
            q.where((w) => isOfShares(w.ref('sent.smartlock_id'), shares as readonly number[])),
          )
          .$if(engine === 'postgres', (q) => q.forUpdate().skipLocked())
          .$asTuple('account_id', 'smartlock_id', 'section'),
      ),
    )
    .execute()
