import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Engine } from '../../../platform/store/database.ts'
import { prepared } from '../../../platform/store/prepared.ts'
import type { LockAccessTable } from '../../../schema/access.ts'
import { isOfShares } from '../../../schema/lock-shares.ts'

export type QueueRow = Selectable<LockAccessTable>
type LockKey = Pick<QueueRow, 'account_id' | 'smartlock_id'>

export const find = (db: Db, accountId: number, smartlockId: number) =>
  db
    .selectFrom('lock_access')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .executeTakeFirst()

/** Rows of one statement: both engines limit how many values it may hold. */
const CHUNK = 1000

/** Makes locks due, unless they are expected to answer what was sent before: then they get more after that. */
export const makeDue = async (db: Db, accountId: number, smartlockIds: readonly number[], dueAt: number) => {
  const rows = smartlockIds.map((smartlock_id) => ({
    account_id: accountId,
    smartlock_id,
    revision: 0,
    due_at: dueAt,
    attempts: 0,
  }))
  for (let i = 0; i < rows.length; i += CHUNK)
    await db
      .insertInto('lock_access')
      .values(rows.slice(i, i + CHUNK))
      .onConflict((c) =>
        c.columns(['account_id', 'smartlock_id']).doUpdateSet({
          due_at: sql`case when lock_access.attempts > 0 and lock_access.due_at is not null
            then lock_access.due_at else excluded.due_at end`,
        }),
      )
      .execute()
}

/** Makes a lock due whatever was sent before. */
export const restart = (db: Db, accountId: number, smartlockId: number, dueAt: number) =>
  db
    .insertInto('lock_access')
    .values({ account_id: accountId, smartlock_id: smartlockId, revision: 0, due_at: dueAt, attempts: 0 })
    .onConflict((c) => c.columns(['account_id', 'smartlock_id']).doUpdateSet({ due_at: dueAt, attempts: 0 }))
    .execute()

export const update = (db: Db, { account_id, smartlock_id }: LockKey, changes: Updateable<LockAccessTable>) =>
  db
    .updateTable('lock_access')
    .set(changes)
    .where('account_id', '=', account_id)
    .where('smartlock_id', '=', smartlock_id)
    .execute()

/** Locks of these shares, or all, that something is to be sent to now, of all accounts. */
export const listDue = (db: Db, now: number, limit: number, shares: readonly number[] | undefined) =>
  db
    .selectFrom('lock_access')
    .select(['account_id', 'smartlock_id'])
    .where('due_at', '<=', now)
    .$if(shares !== undefined, (q) =>
      q.where((e) => isOfShares(e.ref('smartlock_id'), shares as readonly number[])),
    )
    .orderBy('due_at')
    .limit(limit)
    .execute()

export const nextDue = async (db: Db, shares: readonly number[] | undefined): Promise<number | undefined> => {
  const row = await db
    .selectFrom('lock_access')
    .select((e) => e.fn.min('due_at').as('at'))
    .where('due_at', 'is not', null)
    .$if(shares !== undefined, (q) =>
      q.where((e) => isOfShares(e.ref('smartlock_id'), shares as readonly number[])),
    )
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** Makes locks due now that were sent something and have not answered. A row that somebody holds is just being dealt with. */
export const makeDueAgain = (db: Db, engine: Engine, now: number, shares: readonly number[] | undefined) =>
  db
    .updateTable('lock_access')
    .set({ due_at: now })
    .where((e) =>
      e(
        e.refTuple('account_id', 'smartlock_id'),
        'in',
        e
          .selectFrom('lock_access as sent')
          .select(['sent.account_id', 'sent.smartlock_id'])
          .where('sent.due_at', '>', now)
          .where('sent.attempts', '>', 0)
          .$if(shares !== undefined, (q) =>
            q.where((w) => isOfShares(w.ref('sent.smartlock_id'), shares as readonly number[])),
          )
          .$if(engine === 'postgres', (q) => q.forUpdate().skipLocked())
          .$asTuple('account_id', 'smartlock_id'),
      ),
    )
    .execute()

/** Notes what has to come off a lock: what nobody granted, or what stands in the way of others. */
export const addStrays = (db: Db, { account_id, smartlock_id }: LockKey, keys: readonly string[]) =>
  db
    .insertInto('stray_access')
    .values(keys.map((key) => ({ account_id, smartlock_id, key, sent_revision: null })))
    .onConflict((c) => c.doNothing())
    .execute()

export const listStrays = (db: Db, { account_id, smartlock_id }: LockKey, limit: number) =>
  selectStrays(db, { account_id, smartlock_id, limit })

const selectStrays = prepared<LockKey & { limit: number }, { key: string }>((db, slot) =>
  db
    .selectFrom('stray_access')
    .select('key')
    .where('account_id', '=', slot('account_id'))
    .where('smartlock_id', '=', slot('smartlock_id'))
    .orderBy('key')
    .limit(slot('limit') as never),
)

export const markStraysSent = (
  db: Db,
  { account_id, smartlock_id }: LockKey,
  keys: readonly string[],
  revision: number,
) =>
  db
    .updateTable('stray_access')
    .set({ sent_revision: revision })
    .where('account_id', '=', account_id)
    .where('smartlock_id', '=', smartlock_id)
    .where('key', 'in', [...keys])
    .execute()

/** Those one change was to remove are gone, or will be reported again. Returns which. */
export const removeStrays = async (
  db: Db,
  { account_id, smartlock_id }: LockKey,
  revision: number,
): Promise<string[]> => {
  const rows = await db
    .deleteFrom('stray_access')
    .where('account_id', '=', account_id)
    .where('smartlock_id', '=', smartlock_id)
    .where('sent_revision', '=', revision)
    .returning('key')
    .execute()
  return rows.map(({ key }) => key)
}
