import type { GroupKind, GroupMember } from '@latchwork/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { AccessGroupTable } from '../../../schema/groups.ts'
import type { Sight } from '../sight.ts'
import { seesGroup } from '../sight-store.ts'

export type GroupRow = Selectable<AccessGroupTable>

export interface ListFilter {
  sight?: Sight | undefined
  kind?: GroupKind
  accountUserId?: number
  smartlockId?: number
  offset?: number
  limit: number
}

/** In the order they were made. */
export const list = (
  db: Db,
  accountId: number,
  { sight, kind, accountUserId, smartlockId, offset = 0, limit }: ListFilter,
) =>
  db
    .selectFrom('access_group')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(sight !== undefined, (q) => q.where(seesGroup(db, accountId, sight as Sight)))
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind as GroupKind))
    .$if(accountUserId !== undefined, (q) =>
      q.where('id', 'in', (e) =>
        e
          .selectFrom('access_group_person')
          .select('group_id')
          .where('account_id', '=', accountId)
          .where('account_user_id', '=', accountUserId as number),
      ),
    )
    .$if(smartlockId !== undefined, (q) =>
      q.where('id', 'in', (e) =>
        e
          .selectFrom('access_group_door')
          .select('group_id')
          .where('account_id', '=', accountId)
          .where('smartlock_id', '=', smartlockId as number),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export const find = (db: Db, accountId: number, id: string, sight?: Sight) =>
  db
    .selectFrom('access_group')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(sight !== undefined, (q) => q.where(seesGroup(db, accountId, sight as Sight)))
    .executeTakeFirst()

export const listIds = async (db: Db, accountId: number, ids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('access_group')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the rows that exist, in the order of their ids. */
export const listByIds = (db: Db, accountId: number, ids: readonly string[]) =>
  db
    .selectFrom('access_group')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()

export const count = async (db: Db, accountId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('access_group')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insert = (db: Db, row: Insertable<AccessGroupTable>) =>
  db.insertInto('access_group').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (
  db: Db,
  accountId: number,
  id: string,
  changes: Partial<Pick<GroupRow, 'name' | 'updated_at'>>,
) =>
  db
    .updateTable('access_group')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const remove = (db: Db, accountId: number, id: string) =>
  db.deleteFrom('access_group').where('account_id', '=', accountId).where('id', '=', id).execute()

type Counted = { group_id: string; n: number | string }

const countPeople = (db: Db, accountId: number, groupIds: readonly string[]): Promise<Counted[]> =>
  db
    .selectFrom('access_group_person')
    .select(['group_id', (e) => e.fn.countAll<number>().as('n')])
    .where('account_id', '=', accountId)
    .where('group_id', 'in', [...groupIds])
    .groupBy('group_id')
    .execute()

const countDoors = (db: Db, accountId: number, groupIds: readonly string[]): Promise<Counted[]> =>
  db
    .selectFrom('access_group_door')
    .select(['group_id', (e) => e.fn.countAll<number>().as('n')])
    .where('account_id', '=', accountId)
    .where('group_id', 'in', [...groupIds])
    .groupBy('group_id')
    .execute()

/** How many each of these groups has; those without any are left out. */
export async function countMembers(
  db: Db,
  accountId: number,
  groupIds: readonly string[],
): Promise<Map<string, number>> {
  if (groupIds.length === 0) return new Map()
  const people = await countPeople(db, accountId, groupIds)
  const doors = await countDoors(db, accountId, groupIds)
  return new Map([...people, ...doors].map(({ group_id, n }) => [group_id, Number(n)]))
}

interface Page {
  offset?: number
  limit: number
}

export const listPeople = (
  db: Db,
  accountId: number,
  groupId: string,
  { offset = 0, limit }: Page,
): Promise<GroupMember[]> =>
  db
    .selectFrom('access_group_person as m')
    .innerJoin('account_user as u', (join) =>
      join.onRef('u.account_id', '=', 'm.account_id').onRef('u.account_user_id', '=', 'm.account_user_id'),
    )
    .select(['u.account_user_id as id', 'u.name'])
    .where('m.account_id', '=', accountId)
    .where('m.group_id', '=', groupId)
    .orderBy('m.account_user_id')
    .limit(limit)
    .offset(offset)
    .execute()

export const listDoors = (
  db: Db,
  accountId: number,
  groupId: string,
  { offset = 0, limit }: Page,
): Promise<GroupMember[]> =>
  db
    .selectFrom('access_group_door as m')
    .innerJoin('smartlock as l', (join) =>
      join.onRef('l.account_id', '=', 'm.account_id').onRef('l.smartlock_id', '=', 'm.smartlock_id'),
    )
    .select(['l.smartlock_id as id', 'l.name'])
    .where('m.account_id', '=', accountId)
    .where('m.group_id', '=', groupId)
    .orderBy('m.smartlock_id')
    .limit(limit)
    .offset(offset)
    .execute()

/** Who is in it already stays; how many are new. */
export async function addPeople(
  db: Db,
  accountId: number,
  groupId: string,
  ids: readonly number[],
): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('access_group_person')
    .values(ids.map((id) => ({ account_id: accountId, group_id: groupId, account_user_id: id })))
    .onConflict((c) => c.columns(['account_id', 'group_id', 'account_user_id']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

export async function addDoors(
  db: Db,
  accountId: number,
  groupId: string,
  ids: readonly number[],
): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('access_group_door')
    .values(ids.map((id) => ({ account_id: accountId, group_id: groupId, smartlock_id: id })))
    .onConflict((c) => c.columns(['account_id', 'group_id', 'smartlock_id']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** How many were in it. */
export async function removePeople(
  db: Db,
  accountId: number,
  groupId: string,
  ids: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('access_group_person')
    .where('account_id', '=', accountId)
    .where('group_id', '=', groupId)
    .where('account_user_id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function removeDoors(
  db: Db,
  accountId: number,
  groupId: string,
  ids: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('access_group_door')
    .where('account_id', '=', accountId)
    .where('group_id', '=', groupId)
    .where('smartlock_id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** People who are not being deleted. */
export const listGiveable = (db: Db, accountId: number, groupId: string, limit: number) =>
  db
    .selectFrom('access_group_person as m')
    .innerJoin('account_user as u', (join) =>
      join.onRef('u.account_id', '=', 'm.account_id').onRef('u.account_user_id', '=', 'm.account_user_id'),
    )
    .select(['u.account_user_id', 'u.name'])
    .where('m.account_id', '=', accountId)
    .where('m.group_id', '=', groupId)
    .where('u.operation_id', 'is', null)
    .orderBy('m.account_user_id')
    .limit(limit)
    .execute()
