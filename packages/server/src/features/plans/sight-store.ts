import { type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely'
import type { Db, Tables } from '../../platform/store/database.ts'
import { isOneOf } from '../../platform/store/id-list.ts'
import type { Sight } from './sight.ts'

type Condition = ExpressionWrapper<Tables, never, SqlBool>
type Column = 'access_group.id' | 'access_plan.door_group_id' | 'p.door_group_id'

/** The group has doors, and all of them are inside. One without doors is nobody's but the account's. */
function isInside(db: Db, accountId: number, column: Column, { smartlockIds }: Sight): Condition {
  const e = expressionBuilder<Tables & { p: Tables['access_plan'] }, 'access_group' | 'access_plan' | 'p'>()
  const doors = () =>
    e
      .selectFrom('access_group_door as d')
      .select('d.smartlock_id')
      .where('d.account_id', '=', accountId)
      .whereRef('d.group_id', '=', column)
  const outside = doors().where((of) => of.not(isOneOf(db, of.ref('d.smartlock_id'), smartlockIds)))
  return e.and([e.exists(doors()), e.not(e.exists(outside))]) as never
}

/** Of a statement about plans: all doors of the plan are inside. */
export const seesPlan = (db: Db, accountId: number, sight: Sight): Condition =>
  isInside(db, accountId, 'access_plan.door_group_id', sight)

/**
 * Of a statement about groups. Whoever is in a group of people has the doors of all its plans: it is seen by whom all of
 * them are inside for, and while there is no plan by who made it.
 */
export function seesGroup(db: Db, accountId: number, sight: Sight): Condition {
  const e = expressionBuilder<Tables, 'access_group'>()
  const plans = () =>
    e
      .selectFrom('access_plan as p')
      .select('p.id')
      .where('p.account_id', '=', accountId)
      .whereRef('p.people_group_id', '=', 'access_group.id')
  const isOwn = e('access_group.made_by_account_id', '=', sight.accountId)
  const beyond = plans().where(e.not(isInside(db, accountId, 'p.door_group_id', sight)) as never)
  return e.or([
    e.and([e('access_group.kind', '=', 'doors'), isInside(db, accountId, 'access_group.id', sight)]),
    e.and([e('access_group.kind', '=', 'people'), e.or([isOwn, e.exists(plans())]), e.not(e.exists(beyond))]),
  ]) as never
}
