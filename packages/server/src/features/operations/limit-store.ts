import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '../../platform/store/database.ts'
import { isOneOf } from '../../platform/store/id-list.ts'
import type { Sight } from './rules.ts'

/**
 * What a token that is for some locks sees: what is about one of them, and what is made of nothing else. An operation
 * without a lock and without parts is about the account.
 */
const isWithin = (db: Db, e: ExpressionBuilder<Tables, 'operation'>, smartlockIds: ReadonlySet<number>) => {
  const parts = (isInside: boolean) =>
    e
      .selectFrom('operation as part')
      .select('part.id')
      .whereRef('part.account_id', '=', 'operation.account_id')
      .whereRef('part.parent_id', '=', 'operation.id')
      .where((p) => {
        const inside = p.and([
          p('part.smartlock_id', 'is not', null),
          isOneOf(db, p.ref('part.smartlock_id'), smartlockIds),
        ])
        return isInside ? inside : p.not(inside)
      })
  return e.or([
    isOneOf(db, e.ref('operation.smartlock_id'), smartlockIds),
    e.and([e('operation.smartlock_id', 'is', null), e.exists(parts(true)), e.not(e.exists(parts(false)))]),
  ])
}

/** Is it among what any of these shows? */
export const isSeen = (db: Db, e: ExpressionBuilder<Tables, 'operation'>, seen: readonly Sight[]) =>
  e.or(
    seen.map(({ types, smartlockIds, actorAccountId }) =>
      e.and([
        ...(types ? [e('operation.type', 'in', types)] : []),
        ...(smartlockIds ? [isWithin(db, e, smartlockIds)] : []),
        ...(actorAccountId === undefined ? [] : [e('operation.actor_account_id', '=', actorAccountId)]),
      ]),
    ),
  )
