import type { OperationStatus } from '@latchwork/contract'
import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { Db, Tables } from '../../platform/store/database.ts'
import { readInSlices } from '../../platform/store/slices.ts'
import type { OperationTable } from '../../schema/operations.ts'
import { isSeen } from './limit-store.ts'
import type { Sight } from './rules.ts'

type OperationRow = Selectable<OperationTable>
type Where = ExpressionBuilder<Tables, 'operation'>
type Condition = (e: Where) => Expression<SqlBool>

export interface ListFilter {
  smartlockId?: number
  status?: OperationStatus
  requestId?: string
  /** What the caller sees; any of it. */
  seen?: readonly Sight[]
  limit: number
}

/**
 * Newest first. The rarest of what is asked for is found by its index, and the rest is looked for in there bit by bit:
 * somebody who may see few kinds of operations, or few locks, makes nobody wait.
 */
export async function list(db: Db, accountId: number, filter: ListFilter): Promise<OperationRow[]> {
  const { limit } = filter
  const { path, rest } = conditionsOf(db, filter)
  const newest = (before: string | undefined) =>
    db
      .selectFrom('operation')
      .where('account_id', '=', accountId)
      .where((e) => e.and(path.map((condition) => condition(e))))
      .$if(before !== undefined, (q) => q.where('id', '<', before as string))
      .orderBy('id', 'desc')
  if (rest.length === 0) return newest(undefined).selectAll().limit(limit).execute()
  const { rows } = await readInSlices<OperationRow, string>(db, {
    limit,
    nth: async (before, n) => {
      const row = await newest(before)
        .select('id')
        .offset(n - 1)
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },
    fitting: (before, downTo, wanted) =>
      newest(before)
        .selectAll()
        .where((e) => e.and(rest.map((condition) => condition(e))))
        .$if(downTo !== undefined, (q) => q.where('id', '>=', downTo as string))
        .limit(wanted)
        .execute(),
  })
  return rows
}

/** What an index finds, at most one of them, and what is then looked for. */
function conditionsOf(db: Db, { requestId, smartlockId, status, seen }: ListFilter) {
  const indexed: Condition[] = [
    ...(requestId === undefined ? [] : [(e: Where) => e('request_id', '=', requestId)]),
    ...(smartlockId === undefined ? [] : [(e: Where) => e('smartlock_id', '=', smartlockId)]),
    ...(status === undefined ? [] : [(e: Where) => e('status', '=', status)]),
  ]
  const rest: Condition[] = [
    ...indexed.slice(1),
    ...(seen === undefined ? [] : [(e: Where) => isSeen(db, e, seen)]),
  ]
  return { path: indexed.slice(0, 1), rest }
}
