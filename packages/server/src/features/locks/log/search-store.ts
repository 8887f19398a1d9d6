import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type Db, engineOf, type Tables } from '../../../platform/store/engine.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import { readInSlices } from '../../../platform/store/slices.ts'
import { type Condition, isDenied, type Path, pathOf, type Several, type Wanted } from './path-store.ts'
import type { LogRow } from './store.ts'

export interface LogFilter extends Wanted {
  fromDate?: number | undefined
  toDate?: number | undefined
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

/** As they came in; what is searched for, by its day. Each order has its indexes. */
export const isByDate = (filter: Omit<LogFilter, 'limit'>) =>
  [filter.accountUserId, filter.authId, filter.fromDate, filter.toDate, filter.actions].some(
    (wanted) => wanted !== undefined,
  ) || filter.denied === true

/**
 * Newest first. What is asked for is found by an index, so that what is not there is known at once; where there is none for
 * all of it, the rest is looked for bit by bit among what the narrowest one has.
 */
export async function list(db: Db, accountId: number, filter: LogFilter): Promise<LogRow[]> {
  const path = pathOf(filter, isByDate(filter))
  const several = Object.entries(path.each).filter(([, values]) => values.length !== 1) as [
    Several,
    number[],
  ][]
  if (several.length > 0) return listOfSeveral(db, accountId, filter, path, several)
  const rest = restOf(db, path.rest)
  if (rest.length > 0) return listInSlices(db, accountId, filter, path, rest)
  return from(db, accountId, filter, path, filter.after).selectAll().limit(filter.limit).execute()
}

/**
 * Entries behind a place, in the order of the list. SQLite is told the index: it knows nothing of how many rows there are
 * of a kind, and would rather go through all days than through those of a lock.
 */
const from = (db: Db, accountId: number, filter: LogFilter, path: Path, after: Place | undefined) => {
  const named = sql`smartlock_log indexed by ${sql.ref(`smartlock_log_${path.index}`)}`
  const table =
    engineOf(db) === 'sqlite'
      ? db.selectFrom(sql<LogRow>`smartlock_log`.as<'smartlock_log'>(named))
      : db.selectFrom('smartlock_log')
  const conditions = [...path.conditions, ...single(path), ...withinDates(filter)]
  return (table as SelectQueryBuilder<Tables, 'smartlock_log', object>)
    .where('account_id', '=', accountId)
    .where((e) => e.and(conditions.map((condition) => condition(e))))
    .$if(after !== undefined, (q) => q.where((e) => isBehind(e, filter, after as Place)))
    .$if(isByDate(filter), (q) => q.orderBy('date', 'desc'))
    .orderBy('id', 'desc')
}

const single = ({ each }: Path): Condition[] =>
  Object.entries(each)
    .filter(([, values]) => values.length === 1)
    .map(
      ([column, values]) =>
        (e) =>
          e(column as Several, '=', values[0] as number),
    )

const withinDates = ({ fromDate, toDate }: LogFilter): Condition[] => [
  ...(fromDate === undefined ? [] : [(e: Where) => e('date', '>=', fromDate)]),
  ...(toDate === undefined ? [] : [(e: Where) => e('date', '<=', toDate)]),
]

const isBehind = (e: Where, filter: LogFilter, { date, id }: Place): Expression<SqlBool> =>
  isByDate(filter) ? sql<SqlBool>`(${e.ref('date')}, ${e.ref('id')}) < (${date}, ${id})` : e('id', '<', id)

const restOf = (db: Db, { smartlockIds, actions, accountUserId, denied }: Path['rest']): Condition[] => [
  ...(smartlockIds ? [(e: Where) => isOneOf(db, e.ref('smartlock_id'), smartlockIds)] : []),
  ...(actions ? [(e: Where) => isOneOf(db, e.ref('action'), actions)] : []),
  ...(accountUserId === undefined ? [] : [(e: Where) => e('account_user_id', '=', accountUserId)]),
  ...(denied ? [isDenied] : []),
]

async function listInSlices(
  db: Db,
  accountId: number,
  filter: LogFilter,
  path: Path,
  rest: readonly Condition[],
): Promise<LogRow[]> {
  const behind = (after: Place | undefined) => from(db, accountId, filter, path, after)
  const { rows } = await readInSlices<LogRow, Place>(db, {
    limit: filter.limit,
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

/** The newest of each lock, and of each action, and of these the newest: one look into an index for each of them. */
async function listOfSeveral(
  db: Db,
  accountId: number,
  filter: LogFilter,
  path: Path,
  several: readonly (readonly [Several, readonly number[]])[],
): Promise<LogRow[]> {
  const isSqlite = engineOf(db) === 'sqlite'
  const nameOf = (column: Several) => sql.ref(`wanted_${column}`)
  const wantedOf = (column: Several) =>
    isSqlite ? sql`${nameOf(column)}.value` : sql`cast(${nameOf(column)}.value as bigint)`
  const isIt = several.map(
    ([column]): Condition =>
      (e) =>
        sql<SqlBool>`${e.ref(column)} = ${wantedOf(column)}`,
  )
  const ofEach = { ...path, conditions: [...path.conditions, ...isIt] }
  const newest = from(db, accountId, filter, ofEach, filter.after).limit(filter.limit)
  const lists = sql.join(
    several.map(([column, values]) => {
      const json = JSON.stringify(values)
      return isSqlite
        ? sql`json_each(${json}) as ${nameOf(column)}`
        : sql`json_array_elements_text(cast(${json} as json)) as ${nameOf(column)}(value)`
    }),
    sql` cross join `,
  )
  const order = isByDate(filter) ? sql`entry.date desc, entry.id desc` : sql`entry.id desc`
  const query = isSqlite
    ? sql<LogRow>`select entry.* from ${lists} join smartlock_log as entry
        on entry.rowid in (${newest.select(sql`rowid`.as('row'))}) order by ${order} limit ${filter.limit}`
    : sql<LogRow>`select entry.* from ${lists} cross join lateral (${newest.selectAll()}) as entry
        order by ${order} limit ${filter.limit}`
  return (await query.execute(db)).rows
}
