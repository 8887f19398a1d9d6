import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type Db, engineOf, type Tables } from '../../../platform/store/engine.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import { readInSlices } from '../../../platform/store/slices.ts'
import type { LogRow } from './store.ts'

export interface LogFilter {
  smartlockId?: number
  /** Only of these locks. */
  smartlockIds?: ReadonlySet<number>
  accountUserId?: number
  authId?: string
  fromDate?: number
  toDate?: number
  action?: number
  /** The last entry of the page before. */
  after?: Place
  limit: number
}

/** Where an entry stands in the list. */
export interface Place {
  date: number
  id: string
}

type Where = ExpressionBuilder<Tables, 'smartlock_log'>
type Condition = (e: Where) => Expression<SqlBool>

/** As they came in; what is searched for, by its day. Each order has its indexes. */
export const isByDate = ({ accountUserId, authId, fromDate, toDate, action }: Omit<LogFilter, 'limit'>) =>
  [accountUserId, authId, fromDate, toDate, action].some((wanted) => wanted !== undefined)

/**
 * Newest first. What a person or a right did is found by their index, and the rest of what is asked for is looked for in
 * there; everything else has an index of its own, so that what is not there is known at once.
 */
export async function list(db: Db, accountId: number, filter: LogFilter): Promise<LogRow[]> {
  const { smartlockId, smartlockIds, accountUserId, authId, limit } = filter
  if (authId !== undefined || accountUserId !== undefined) return listOfPerson(db, accountId, filter)
  if (smartlockIds && smartlockId === undefined) return listOfLocks(db, accountId, filter, [...smartlockIds])
  return from(db, accountId, filter, pathOf(filter, ofLock(filter)), filter.after)
    .selectAll()
    .limit(limit)
    .execute()
}

/** Conditions that an index answers, and its name after that of the table. */
interface Path {
  index: string
  conditions: readonly Condition[]
}

/** All of it, or what is of a lock; of one action, where it is asked for. */
function pathOf(filter: LogFilter, lock: readonly Condition[]): Path {
  const { action } = filter
  const order = isByDate(filter) ? ['date'] : lock.length > 0 ? [] : ['account']
  const kind = action === undefined ? order : ['action']
  return {
    index: [...(lock.length > 0 ? ['smartlock'] : []), ...kind].join('_'),
    conditions: [...lock, ...ofAction(filter)],
  }
}

const ofLock = ({ smartlockId }: LogFilter): Condition[] =>
  smartlockId === undefined ? [] : [(e) => e('smartlock_id', '=', smartlockId)]

const ofAction = ({ action }: LogFilter): Condition[] =>
  action === undefined ? [] : [(e) => e('action', '=', action)]

/**
 * Entries behind a place, in the order of the list. SQLite is told the index: it knows nothing of how many rows there are
 * of a kind, and would rather go through all days than through those of a lock.
 */
const from = (
  db: Db,
  accountId: number,
  filter: LogFilter,
  { index, conditions }: Path,
  after: Place | undefined,
) => {
  const named = sql`smartlock_log indexed by ${sql.ref(`smartlock_log_${index}`)}`
  const table =
    engineOf(db) === 'sqlite'
      ? db.selectFrom(sql<LogRow>`smartlock_log`.as<'smartlock_log'>(named))
      : db.selectFrom('smartlock_log')
  return (table as SelectQueryBuilder<Tables, 'smartlock_log', object>)
    .where('account_id', '=', accountId)
    .where((e) => e.and([...conditions, ...withinDates(filter)].map((condition) => condition(e))))
    .$if(after !== undefined, (q) => q.where((e) => isBehind(e, filter, after as Place)))
    .$if(isByDate(filter), (q) => q.orderBy('date', 'desc'))
    .orderBy('id', 'desc')
}

const withinDates = ({ fromDate, toDate }: LogFilter): Condition[] => [
  ...(fromDate === undefined ? [] : [(e: Where) => e('date', '>=', fromDate)]),
  ...(toDate === undefined ? [] : [(e: Where) => e('date', '<=', toDate)]),
]

const isBehind = (e: Where, filter: LogFilter, { date, id }: Place): Expression<SqlBool> =>
  isByDate(filter) ? sql<SqlBool>`(${e.ref('date')}, ${e.ref('id')}) < (${date}, ${id})` : e('id', '<', id)

async function listOfPerson(db: Db, accountId: number, filter: LogFilter): Promise<LogRow[]> {
  const { accountUserId, authId, smartlockIds, limit } = filter
  const byUser: Condition = (e) => e('account_user_id', '=', accountUserId as number)
  const byRight: Condition = (e) => e('auth_id', '=', authId as string)
  const path =
    authId === undefined ? { index: 'user', conditions: [byUser] } : { index: 'auth', conditions: [byRight] }
  const rest: Condition[] = [
    ...(authId !== undefined && accountUserId !== undefined ? [byUser] : []),
    ...ofLock(filter),
    ...(smartlockIds ? [(e: Where) => isOneOf(db, e.ref('smartlock_id'), smartlockIds)] : []),
    ...ofAction(filter),
  ]
  const behind = (after: Place | undefined) => from(db, accountId, filter, path, after)
  if (rest.length === 0) return behind(filter.after).selectAll().limit(limit).execute()
  const { rows } = await readInSlices<LogRow, Place>(db, {
    limit,
    nth: (after = filter.after, n) =>
      behind(after)
        .select(['date', 'id'])
        .offset(n - 1)
        .limit(1)
        .executeTakeFirst(),
    fitting: (after = filter.after, upTo, wanted) =>
      behind(after)
        .selectAll()
        .where((e) => e.and(rest.map((condition) => condition(e))))
        .$if(upTo !== undefined, (q) =>
          q.where(({ eb }) => eb.not(isBehind(eb as Where, filter, upTo as Place))),
        )
        .limit(wanted)
        .execute(),
  })
  return rows
}

/** The newest of each lock, and of these the newest: one look into an index for each lock. */
async function listOfLocks(
  db: Db,
  accountId: number,
  filter: LogFilter,
  smartlockIds: number[],
): Promise<LogRow[]> {
  const { after, limit } = filter
  const ids = JSON.stringify(smartlockIds)
  const newestOf = (lock: Expression<unknown>) => {
    const isOf: Condition = (e) => sql<SqlBool>`${e.ref('smartlock_id')} = ${lock}`
    return from(db, accountId, filter, pathOf(filter, [isOf]), after).limit(limit)
  }
  const order = isByDate(filter) ? sql`entry.date desc, entry.id desc` : sql`entry.id desc`
  const query =
    engineOf(db) === 'sqlite'
      ? sql<LogRow>`select entry.* from json_each(${ids}) as lock join smartlock_log as entry
          on entry.rowid in (${newestOf(sql`lock.value`).select(sql`rowid`.as('row'))})
          order by ${order} limit ${limit}`
      : sql<LogRow>`select entry.* from json_array_elements_text(cast(${ids} as json)) as lock(id)
          cross join lateral (${newestOf(sql`cast(lock.id as bigint)`).selectAll()}) as entry
          order by ${order} limit ${limit}`
  return (await query.execute(db)).rows
}
