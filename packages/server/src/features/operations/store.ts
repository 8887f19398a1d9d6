import type { OperationStatus, OperationType } from '@latchwork/contract'
import { type Insertable, sql } from 'kysely'
import type { Db, Engine } from '../../platform/database.ts'
import type { OperationTable } from '../../platform/schema.ts'

/** Written out rather than as parameters, so that SQLite uses the indexes that cover open operations only. */
const isOpen = sql<boolean>`status in ('queued', 'sent')`

export const insert = (db: Db, row: Insertable<OperationTable>) =>
  db.insertInto('operation').values(row).execute()

export const find = (db: Db, accountId: number, id: string, types?: OperationType[]) =>
  db
    .selectFrom('operation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(types !== undefined, (q) => q.where('type', 'in', types as OperationType[]))
    .executeTakeFirst()

export interface ListFilter {
  smartlockId?: number
  status?: OperationStatus
  requestId?: string
  types?: OperationType[]
  limit: number
}

export const list = (db: Db, accountId: number, filter: ListFilter) =>
  db
    .selectFrom('operation')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(filter.smartlockId !== undefined, (q) => q.where('smartlock_id', '=', filter.smartlockId as number))
    .$if(filter.status !== undefined, (q) => q.where('status', '=', filter.status as string))
    .$if(filter.requestId !== undefined, (q) => q.where('request_id', '=', filter.requestId as string))
    .$if(filter.types !== undefined, (q) => q.where('type', 'in', filter.types as OperationType[]))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()

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
  deadlineAt?: number | null
}

/** Moves an operation on if it still is where the transition starts; undefined when it is not. */
export const transition = (
  db: Db,
  accountId: number,
  id: string,
  { status, from, now, ...rest }: Transition,
) =>
  db
    .updateTable('operation')
    .set({
      status,
      updated_at: now,
      ...(rest.errorCode !== undefined && { error_code: rest.errorCode }),
      ...(rest.error !== undefined && { error: rest.error }),
      ...(rest.deadlineAt !== undefined && { deadline_at: rest.deadlineAt }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirst()

/** Actions waiting to be handed over, oldest first, of all accounts: the dispatcher serves everybody. */
export const listQueuedActions = (db: Db, engine: Engine, limit: number) =>
  db
    .selectFrom('operation')
    .selectAll()
    // Written out for the same reason: what waits for locks that are away must not be stepped over one by one.
    .where(sql<boolean>`status = 'queued' and type = 'action'`)
    .orderBy('id')
    .limit(limit)
    .$if(engine === 'postgres', (q) => q.forUpdate().skipLocked())
    .execute()

/** Open operations whose time is over, of all accounts. */
export const listOverdue = (db: Db, engine: Engine, now: number, limit: number) =>
  db
    .selectFrom('operation')
    .selectAll()
    .where(isOpen)
    .where('deadline_at', '<=', now)
    .orderBy('deadline_at')
    .limit(limit)
    .$if(engine === 'postgres', (q) => q.forUpdate().skipLocked())
    .execute()

/** Open actions of a lock that were meant for another connection than the current one. */
export const listOpenOfOtherSessions = (db: Db, accountId: number, smartlockId: number, sessionId: string) =>
  db
    .selectFrom('operation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('type', '=', 'action')
    .where(isOpen)
    .where('session_id', '!=', sessionId)
    .execute()

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

/** When the next open operation's time is over. */
export const nextDeadline = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('operation')
    .select((e) => e.fn.min('deadline_at').as('at'))
    .where(isOpen)
    .executeTakeFirst()
  return row?.at ?? undefined
}
