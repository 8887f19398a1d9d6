import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { AddressTable } from '../../../schema/stays.ts'

export type AddressRow = Selectable<AddressTable>

export const list = (db: Db, accountId: number) =>
  db.selectFrom('address').selectAll().where('account_id', '=', accountId).orderBy('address_id').execute()

export const find = (db: Db, accountId: number, addressId: number) =>
  db
    .selectFrom('address')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .executeTakeFirst()

export const count = async (db: Db, accountId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('address')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insert = (db: Db, row: Insertable<AddressTable>) =>
  db.insertInto('address').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, accountId: number, addressId: number, changes: Updateable<AddressTable>) =>
  db
    .updateTable('address')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .returningAll()
    .executeTakeFirstOrThrow()

export const remove = (db: Db, accountId: number, addressId: number) =>
  db.deleteFrom('address').where('account_id', '=', accountId).where('address_id', '=', addressId).execute()

/** The addresses of a lock; no more than tell whether there is one. */
export const listOfLock = (db: Db, accountId: number, smartlockId: number) =>
  db
    .selectFrom('address_lock')
    .innerJoin('address', 'address.address_id', 'address_lock.address_id')
    .selectAll('address')
    .where('address_lock.account_id', '=', accountId)
    .where('address_lock.smartlock_id', '=', smartlockId)
    .orderBy('address.address_id')
    .limit(2)
    .execute()

/** The locks of all addresses of the account, or of one. */
export const listLocks = (db: Db, accountId: number, addressId?: number) =>
  db
    .selectFrom('address_lock')
    .select(['address_id', 'smartlock_id'])
    .where('account_id', '=', accountId)
    .$if(addressId !== undefined, (q) => q.where('address_id', '=', addressId as number))
    .orderBy('address_id')
    .orderBy('position')
    .execute()

/** How many units the addresses of the account have, or one of them; those without any are left out. */
export const countUnits = (db: Db, accountId: number, addressId?: number) =>
  db
    .selectFrom('address_unit')
    .select((e) => ['address_id', e.fn.countAll<number>().as('n')])
    .where('account_id', '=', accountId)
    .$if(addressId !== undefined, (q) => q.where('address_id', '=', addressId as number))
    .groupBy('address_id')
    .execute()

export const removeLocks = (db: Db, accountId: number, addressId: number) =>
  db
    .deleteFrom('address_lock')
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .execute()

/** Stored in the order of the locks they refer to, and told in the order they were named. */
export const insertLocks = (db: Db, accountId: number, addressId: number, smartlockIds: readonly number[]) =>
  db
    .insertInto('address_lock')
    .values(
      smartlockIds
        .map((smartlock_id, position) => ({
          account_id: accountId,
          address_id: addressId,
          smartlock_id,
          position,
        }))
        .sort((a, b) => a.smartlock_id - b.smartlock_id),
    )
    .execute()
