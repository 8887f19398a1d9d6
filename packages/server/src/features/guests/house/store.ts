import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { HouseInfoTable, HousePictureTable } from '../../../schema/guests.ts'

export type HouseRow = Selectable<HouseInfoTable>

export const find = (db: Db, accountId: number, addressId: number) =>
  db
    .selectFrom('house_info')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .executeTakeFirst()

export const listShut = async (db: Db, accountId: number, smartlockIds: readonly number[]) => {
  const rows = await db
    .selectFrom('address_lock')
    .innerJoin('house_info', 'house_info.address_id', 'address_lock.address_id')
    .select('address_lock.smartlock_id')
    .where('address_lock.account_id', '=', accountId)
    .where('address_lock.smartlock_id', 'in', [...smartlockIds])
    .where('house_info.opening', '=', 0)
    .execute()
  return rows.map((row) => row.smartlock_id)
}

export const put = (db: Db, row: HouseRow) =>
  db
    .insertInto('house_info')
    .values(row)
    .onConflict((c) =>
      c.column('address_id').doUpdateSet((e) => ({
        note: e.ref('excluded.note'),
        rules: e.ref('excluded.rules'),
        wifi_sealed: e.ref('excluded.wifi_sealed'),
        opening: e.ref('excluded.opening'),
      })),
    )
    .execute()

/** Without the pictures themselves. */
export const listPictures = (db: Db, accountId: number, addressId: number) =>
  db
    .selectFrom('house_picture')
    .select(['id', 'type', 'width', 'height'])
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .orderBy('id')
    .execute()

export const findPicture = (db: Db, accountId: number, addressId: number, id: string) =>
  db
    .selectFrom('house_picture')
    .select(['type', 'data'])
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .where('id', '=', id)
    .executeTakeFirst()

export const insertPicture = (db: Db, row: Insertable<HousePictureTable>) =>
  db.insertInto('house_picture').values(row).execute()

export const removePicture = async (
  db: Db,
  accountId: number,
  addressId: number,
  id: string,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('house_picture')
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
