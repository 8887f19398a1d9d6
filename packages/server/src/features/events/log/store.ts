import type { EventFeature } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import type { TokenLimits } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import { prepared } from '../../../platform/store/prepared.ts'
import type { EventTable } from '../../../schema/events.ts'

export type EventRow = Selectable<EventTable>

const selectHead = prepared<{ accountId: number }, { id: string }>((db, slot) =>
  db
    .selectFrom('event')
    .select('id')
    .where('account_id', '=', slot('accountId'))
    .orderBy('id', 'desc')
    .limit(1),
)

/** The newest event of an account. Ids ascend as transactions commit, so everything up to it can be read. */
export const findHead = async (db: Db, accountId: number): Promise<string | undefined> =>
  (await selectHead(db, { accountId }))[0]?.id

/** The same for many accounts at once; null for who has emitted nothing. */
export const listHeads = (db: Db, accountIds: Iterable<number>) =>
  db
    .selectFrom('account as a')
    .select((e) => [
      'a.account_id',
      e
        .selectFrom('event')
        .select('event.id')
        .whereRef('event.account_id', '=', 'a.account_id')
        .orderBy('event.id', 'desc')
        .limit(1)
        .as('id'),
    ])
    .where((e) => isOneOf(db, e.ref('a.account_id'), accountIds))
    .execute()

/** The nth event after this one; undefined when there are not so many. */
export const findNth = async (
  db: Db,
  accountId: number,
  after: string,
  n: number,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('event')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** The nth event before this one, counted from the newest without one; undefined when there are not so many. */
export const findNthBack = async (
  db: Db,
  accountId: number,
  before: string | undefined,
  n: number,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('event')
    .select('id')
    .where('account_id', '=', accountId)
    .$if(before !== undefined, (q) => q.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export interface EventFilter {
  /** Exclusive. */
  after: string
  /** Inclusive. */
  upTo: string
  features: readonly EventFeature[]
  /** The key whose callbacks are shown. */
  apiKeyId: number | null
  /** Of a token that is for some doors only. */
  limits?: TokenLimits | undefined
  limit: number
}

/** Oldest first. */
export const list = (db: Db, accountId: number, filter: EventFilter): Promise<EventRow[]> =>
  fitting(db, accountId, filter)
    .where('id', '>', filter.after)
    .where('id', '<=', filter.upTo)
    .orderBy('id')
    .limit(filter.limit)
    .execute()

export type PastFilter = Omit<EventFilter, 'after' | 'upTo'> & {
  /** Exclusive; the newest are asked for without. */
  before?: string | undefined
  /** Inclusive. */
  downTo: string
}

/** Newest first. */
export const listBack = (db: Db, accountId: number, filter: PastFilter): Promise<EventRow[]> =>
  fitting(db, accountId, filter)
    .where('id', '>=', filter.downTo)
    .$if(filter.before !== undefined, (q) => q.where('id', '<', filter.before as string))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()

/** Those of the account that a filter shows, from whenever they are. */
const fitting = (db: Db, accountId: number, filter: Pick<EventFilter, 'features' | 'apiKeyId' | 'limits'>) =>
  db
    .selectFrom('event')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((e) =>
      e.or([
        ...(filter.features.length > 0 ? [e('feature', 'in', [...filter.features])] : []),
        ...(filter.apiKeyId === null
          ? []
          : [e.and([e('feature', '=', 'CALLBACK'), e('api_key_id', '=', filter.apiKeyId)])]),
      ]),
    )
    .$if(filter.limits !== undefined, (q) =>
      q.where((e) =>
        e.or([
          isOneOf(db, e.ref('smartlock_id'), filter.limits?.smartlockIds ?? []),
          e.and([e('feature', '=', 'CALLBACK'), e('smartlock_id', 'is', null)]),
        ]),
      ),
    )

/** Everything an account emitted, for those who filter themselves. */
export const listAll = (db: Db, accountId: number, after: string, limit: number): Promise<EventRow[]> =>
  db
    .selectFrom('event')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const listByIds = (db: Db, accountId: number, ids: readonly string[]): Promise<EventRow[]> =>
  db
    .selectFrom('event')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
