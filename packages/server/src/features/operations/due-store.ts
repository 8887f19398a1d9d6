import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { prepared } from '../../platform/store/prepared.ts'
import { isOfShares } from '../../schema/lock-shares.ts'
import type { OperationTable } from '../../schema/operations.ts'
import { isOpen } from './store.ts'

type OperationRow = Selectable<OperationTable>

/** The shares of locks that somebody asks for; undefined for all. */
export type Shares = readonly number[] | undefined

/** What belongs to one of these shares; what has lost its lock is everybody's. */
const isServed = (shares: Shares) =>
  shares === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(smartlock_id is null or ${isOfShares(sql.ref('smartlock_id'), shares)})`

/** Actions waiting to be handed over to locks of these shares, oldest first, of all accounts. */
export const listQueuedActions = async (db: Db, limit: number, shares: Shares): Promise<OperationRow[]> =>
  shares?.length === 0
    ? []
    : shares
      ? selectQueuedOf(db, { limit, shares: [...shares] })
      : selectQueued(db, { limit })

// Written out, so that SQLite uses the index: what waits for locks that are offline must not be stepped over one by one.
const isQueuedAction = sql<boolean>`status = 'queued' and type = 'action'`

const selectQueued = prepared<{ limit: number }, OperationRow>((db, slot) =>
  db
    .selectFrom('operation')
    .selectAll()
    .where(isQueuedAction)
    .orderBy('id')
    .limit(slot('limit') as never),
)

const selectQueuedOf = prepared<{ limit: number; shares: number[] }, OperationRow>((db, slot) =>
  db
    .selectFrom('operation')
    .selectAll()
    .where(isQueuedAction)
    .where((e) => isOfShares(e.ref('smartlock_id'), slot('shares')))
    .orderBy('id')
    .limit(slot('limit') as never),
)

export type SentAction = Pick<OperationRow, 'id' | 'account_id' | 'smartlock_id' | 'session_id'>

/** Actions that were sent, before a moment if one is named, and not answered. */
export const listSentActions = (
  db: Db,
  limit: number,
  shares: Shares,
  before?: number,
): Promise<SentAction[]> =>
  db
    .selectFrom('operation')
    .select(['id', 'account_id', 'smartlock_id', 'session_id'])
    .$if(before !== undefined, (q) => q.where('updated_at', '<=', before as number))
    .where(isOpen)
    .where(sql<boolean>`status = 'sent' and type = 'action'`)
    .where(isServed(shares))
    .orderBy('deadline_at')
    .limit(limit)
    .execute()

/** Open operations whose time is over, of all accounts. */
export const listOverdue = (db: Db, now: number, limit: number, shares: Shares) =>
  db
    .selectFrom('operation')
    .selectAll()
    .where(isOpen)
    .where('deadline_at', '<=', now)
    .where(isServed(shares))
    .orderBy('deadline_at')
    .limit(limit)
    .execute()

/** When the next open operation's time is over. */
export const nextDeadline = async (db: Db, shares: Shares): Promise<number | undefined> =>
  (await (shares ? selectNextDeadlineOf(db, { shares: [...shares] }) : selectNextDeadline(db, {})))[0]?.at ??
  undefined

const selectNextDeadline = prepared<object, { at: number | null }>((db) =>
  db
    .selectFrom('operation')
    .select((e) => e.fn.min('deadline_at').as('at'))
    .where(isOpen),
)

const selectNextDeadlineOf = prepared<{ shares: number[] }, { at: number | null }>((db, slot) =>
  db
    .selectFrom('operation')
    .select((e) => e.fn.min('deadline_at').as('at'))
    .where(isOpen)
    .where((e) => e.or([e('smartlock_id', 'is', null), isOfShares(e.ref('smartlock_id'), slot('shares'))])),
)
