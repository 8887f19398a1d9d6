import type { OperationStatus } from '@latchwork/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { areListed, isListed } from '../../platform/store/id-list.ts'
import { insertAll, updateAll } from '../../platform/store/many-rows.ts'
import { prepared, preparedFor } from '../../platform/store/prepared.ts'
import { LOCK_KEY, type LockKey, lockKeys } from '../../schema/lock-keys.ts'
import type { OperationTable } from '../../schema/operations.ts'
import { isSeen } from './limit-store.ts'
import type { Sight } from './rules.ts'

type OperationRow = Selectable<OperationTable>

/** Written out rather than as parameters, so that SQLite uses the indexes that cover open operations only. */
export const isOpen = sql<boolean>`status in ('queued', 'sent')`

const insertRows = insertAll<Insertable<OperationTable>>('operation', (db) => db.insertInto('operation'))

export const insert = (db: Db, row: Insertable<OperationTable>) => insertRows(db, [row])

export const insertMany = insertRows

/** Stores how these ended, which the caller decided from the rows as they are. */
export const storeEnds = (db: Db, rows: readonly OperationRow[]) =>
  updateRows(db, rows, ['status', 'error_code', 'error', 'proof', 'deadline_at', 'updated_at'])

const updateRows = updateAll<OperationRow>('operation', ['id', 'account_id'], (db) =>
  db.updateTable('operation'),
)

/** What the ends of children mean for a parent. */
export interface ChildEnds {
  ended: number
  failed: number
  errorCode: string | null
  error: string | null
}

/** Children of these parents have ended; the first refusal among them is the one a parent reports. */
export const countChildEnds = (
  db: Db,
  accountId: number,
  parentIds: readonly string[],
  { ended, failed, errorCode, error }: ChildEnds,
) =>
  db
    .updateTable('operation')
    .set((e) => ({
      open_children: e('open_children', '-', ended),
      failed_children: e('failed_children', '+', failed),
      ...(errorCode !== null && { error_code: e.fn.coalesce('error_code', e.val(errorCode)) }),
      ...(error !== null && { error: e.fn.coalesce('error', e.val(error)) }),
    }))
    .where('account_id', '=', accountId)
    .where('id', 'in', [...parentIds])
    .where(isOpen)
    .returningAll()
    .execute()

export const markSent = (db: Db, accountId: number, ids: readonly string[], now: number) =>
  db
    .updateTable('operation')
    .set({ status: 'sent', updated_at: now })
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .where('status', '=', 'queued')
    .execute()

export const requeueOf = (db: Db, accountId: number, smartlockId: number, now: number) =>
  requeueSent(db, { accountId, smartlockId, now })

const requeueSent = prepared<OfLock & { now: number }, never>((db, slot) =>
  db
    .updateTable('operation')
    .set({ status: 'queued', updated_at: slot('now') })
    .where('account_id', '=', slot('accountId'))
    .where('smartlock_id', '=', slot('smartlockId'))
    .where('type', '!=', 'action')
    .where(isOpen)
    .where('status', '=', 'sent')
    .$castTo<never>(),
)

/** How the children of a parent ended. */
export const listEndings = (db: Db, accountId: number, parentId: string) =>
  db
    .selectFrom('operation')
    .select(['id', 'smartlock_id', 'status', 'error_code', 'auth_ids'])
    .where('account_id', '=', accountId)
    .where('parent_id', '=', parentId)
    .orderBy('id')
    .execute()

export const find = (db: Db, accountId: number, id: string, seen: readonly Sight[] | undefined) =>
  db
    .selectFrom('operation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(seen !== undefined, (q) => q.where((e) => isSeen(db, e, seen as readonly Sight[])))
    .executeTakeFirst()

/** A redemption runs in the account of the address, and belongs to who asked for it as well. */
export const findRedemptionBy = (db: Db, actorAccountId: number, id: string) =>
  db
    .selectFrom('operation')
    .selectAll()
    .where('id', '=', id)
    .where('actor_account_id', '=', actorAccountId)
    .where('type', '=', 'token.redeem')
    .executeTakeFirst()

/** The children of several parents in one query. */
export const listChildren = (db: Db, accountId: number, parentIds: readonly string[]) =>
  db
    .selectFrom('operation')
    .select(['id', 'parent_id'])
    .where('account_id', '=', accountId)
    .where('parent_id', 'in', [...parentIds])
    .orderBy('parent_id')
    .orderBy('id')
    .execute()

export interface Transition {
  status: OperationStatus
  from: readonly OperationStatus[]
  now: number
  errorCode?: string | null
  error?: string | null
  proof?: string | null
  deadlineAt?: number | null
}

/** What is known of an end. */
export type Known = Pick<Transition, 'errorCode' | 'error' | 'proof'>

const move = preparedFor<Record<string, unknown>, OperationRow>((db, columns, slot) =>
  db
    .updateTable('operation')
    .set(Object.fromEntries(columns.map((column) => [column, slot(column)])) as never)
    .where('account_id', '=', slot('accountId') as never)
    .where('id', '=', slot('id') as never)
    .where('status', 'in', FROM.map((name) => slot(name)) as never)
    .returningAll(),
)

/** Statuses a transition starts from; those it does not use repeat the first. */
const FROM = ['from0', 'from1', 'from2']

const columnsOf = ({ status, now, errorCode, error, proof, deadlineAt }: Transition) => ({
  status,
  updated_at: now,
  ...(errorCode !== undefined && { error_code: errorCode }),
  ...(error !== undefined && { error }),
  ...(proof !== undefined && { proof }),
  ...(deadlineAt !== undefined && { deadline_at: deadlineAt }),
})

/** Moves an operation on if it still is where the transition starts; undefined when it is not. */
export const transition = async (db: Db, accountId: number, id: string, change: Transition) => {
  const row = columnsOf(change)
  const starts = Object.fromEntries(FROM.map((name, i) => [name, change.from[i] ?? change.from[0]]))
  return (await move(db, Object.keys(row), { ...row, ...starts, accountId, id }))[0]
}

/** Moves those on that still are where the transition starts. */
export const transitionMany = (db: Db, accountId: number, ids: readonly string[], change: Transition) =>
  db
    .updateTable('operation')
    .set(columnsOf(change))
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .where('status', 'in', [...change.from])
    .returningAll()
    .execute()

/** Gives an open operation of this actor to another one; undefined when there is no such operation. */
export const giveActor = (
  db: Db,
  accountId: number,
  id: string,
  from: string,
  to: Pick<OperationRow, 'actor_account_id' | 'actor_name' | 'api_key_id' | 'call_id' | 'trace'>,
) =>
  db
    .updateTable('operation')
    .set(to)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('actor_name', '=', from)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()

const selectMany = prepared<{ ids: string }, OperationRow>((db, slot) =>
  db
    .selectFrom('operation')
    .selectAll()
    .where(isListed(db, 'id', 'text', slot('ids'))),
)

/** Several at once, of whatever accounts: the caller looks whose they are. */
export const listByIds = (db: Db, ids: Iterable<string>) => selectMany(db, { ids: JSON.stringify([...ids]) })

/** Open actions of these locks, of whatever accounts, whichever connection they were meant for. */
export const listOpenActions = (db: Db, locks: readonly LockKey[]) =>
  selectOpenActions(db, { locks: lockKeys(locks) })

const selectOpenActions = prepared<{ locks: string }, OperationRow>((db, slot) =>
  db
    .selectFrom('operation')
    .selectAll()
    .where(areListed(db, LOCK_KEY, slot('locks')))
    .where('type', '=', 'action')
    .where(isOpen),
)

/** Every lock that goes asks these: prepared once. */
interface OfLock {
  accountId: number
  smartlockId: number
}

/** Open operations of a lock that will be meaningless without it; actions already sent may still be proven. */
export const listCancellable = (db: Db, accountId: number, smartlockId: number) =>
  db
    .selectFrom('operation')
    .select('id')
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where(isOpen)
    .where((e) => e.or([e('status', '=', 'queued'), e('type', '!=', 'action')]))
    .execute()
