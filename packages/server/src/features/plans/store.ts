import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { dueWorkOf } from '../../platform/work/due-work-store.ts'
import { NOT_LEASED } from '../../platform/work/lease-store.ts'
import type { AccessPlanTable } from '../../schema/plans.ts'
import type { Sight } from './sight.ts'
import { seesPlan } from './sight-store.ts'

export type PlanRow = Selectable<AccessPlanTable>

export const insert = (db: Db, row: Insertable<AccessPlanTable>) =>
  db.insertInto('access_plan').values(row).returningAll().executeTakeFirstOrThrow()

/** In the order they were made. */
export const list = (
  db: Db,
  accountId: number,
  { sight, offset = 0, limit }: { sight?: Sight | undefined; offset?: number | undefined; limit: number },
) =>
  db
    .selectFrom('access_plan')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(sight !== undefined, (q) => q.where(seesPlan(db, accountId, sight as Sight)))
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export const count = async (db: Db, accountId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('access_plan')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const find = (db: Db, accountId: number, id: string, sight?: Sight) =>
  db
    .selectFrom('access_plan')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(sight !== undefined, (q) => q.where(seesPlan(db, accountId, sight as Sight)))
    .executeTakeFirst()

export const listByIds = (db: Db, accountId: number, ids: readonly string[]) =>
  db
    .selectFrom('access_plan')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()

/** All plans that a group is part of, in the order of their ids. */
export const listOfGroup = (db: Db, accountId: number, groupId: string) =>
  db
    .selectFrom('access_plan')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((e) => e.or([e('people_group_id', '=', groupId), e('door_group_id', '=', groupId)]))
    .orderBy('id')
    .execute()

export const update = (db: Db, accountId: number, id: string, changes: Updateable<AccessPlanTable>) =>
  db
    .updateTable('access_plan')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Something about their groups is different: they are looked at again, and what was worked out does not count. */
export const markDue = (db: Db, accountId: number, ids: readonly string[], now: number) =>
  db
    .updateTable('access_plan')
    .set((e) => ({
      generation: e('generation', '+', 1),
      next_at: now,
      failures: 0,
      state: e
        .case()
        .when('state', '=', 'removing')
        .then('removing' as const)
        .else('working' as const)
        .end(),
    }))
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()

/**
 * Whether the plan is still this process's to go on with, and still what was looked at; if so it is held until the
 * transaction ends.
 */
export const updateLeased = async (
  db: Db,
  { account_id, id, generation }: Pick<PlanRow, 'account_id' | 'id' | 'generation'>,
  owner: string,
  changes: Updateable<AccessPlanTable>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('access_plan')
    .set(changes)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('generation', '=', generation)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

export const remove = (db: Db, accountId: number, id: string) =>
  db.deleteFrom('access_plan').where('account_id', '=', accountId).where('id', '=', id).execute()

export const NOBODYS = NOT_LEASED

export const { renew, giveBack, clear, claim, countDue, nextDue } = dueWorkOf('access_plan')
