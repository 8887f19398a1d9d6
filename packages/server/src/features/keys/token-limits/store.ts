import type { Db } from '../../../platform/store/database.ts'

/** How many of these locks are the account's. */
export const countLocks = async (db: Db, accountId: number, ids: readonly number[]): Promise<number> => {
  const { n } = await db
    .selectFrom('smartlock')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('smartlock_id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const countAddresses = async (db: Db, accountId: number, ids: readonly number[]): Promise<number> => {
  const { n } = await db
    .selectFrom('address')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('address_id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The own locks that units of these addresses name; a JSON array each. */
export const listUnitLocksOf = (db: Db, accountId: number, addressIds: readonly number[]) =>
  db
    .selectFrom('address_unit')
    .select(['address_id', 'smartlock_ids'])
    .where('account_id', '=', accountId)
    .where('address_id', 'in', [...addressIds])
    .where('smartlock_ids', 'is not', null)
    .execute()

/** The locks that these addresses of an account have now. */
export const listLocksOf = (db: Db, accountId: number, addressIds: readonly number[]) =>
  db
    .selectFrom('address_lock')
    .select(['address_id', 'smartlock_id'])
    .where('account_id', '=', accountId)
    .where('address_id', 'in', [...addressIds])
    .execute()

export const listAddressIds = async (db: Db, accountId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('address')
    .select('address_id')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map((row) => row.address_id)
}

export const countDoorGroups = async (db: Db, accountId: number, ids: readonly string[]): Promise<number> => {
  const { n } = await db
    .selectFrom('access_group')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('kind', '=', 'doors')
    .where('id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The locks that these groups of doors of an account have now. */
export const listLocksIn = (db: Db, accountId: number, groupIds: readonly string[]) =>
  db
    .selectFrom('access_group_door')
    .select(['group_id', 'smartlock_id'])
    .where('account_id', '=', accountId)
    .where('group_id', 'in', [...groupIds])
    .execute()
