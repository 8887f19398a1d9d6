import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../../../platform/store/database.ts'
import type { ReservationCodeTable } from '../../../../schema/stays.ts'

export type CodeRow = Selectable<ReservationCodeTable>

export const listOfAll = (db: Db, accountId: number, reservationIds: readonly string[]) =>
  db
    .selectFrom('reservation_code')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('reservation_id', 'in', [...reservationIds])
    .orderBy('auth_id')
    .execute()

export const listOf = (db: Db, accountId: number, reservationId: string) =>
  listOfAll(db, accountId, [reservationId])

/** The codes of all stays at an address in one query. */
export const listOfAddress = (db: Db, accountId: number, addressId: number) =>
  db
    .selectFrom('reservation_code')
    .innerJoin('reservation', 'reservation.id', 'reservation_code.reservation_id')
    .selectAll('reservation_code')
    .where('reservation.account_id', '=', accountId)
    .where('reservation.address_id', '=', addressId)
    .orderBy('auth_id')
    .execute()

export const find = (db: Db, accountId: number, authId: string) =>
  db
    .selectFrom('reservation_code')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('auth_id', '=', authId)
    .executeTakeFirst()

/** Those of these authorizations that are codes of stays. */
export const listByAuths = (db: Db, accountId: number, authIds: readonly string[]) =>
  db
    .selectFrom('reservation_code')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('auth_id', 'in', [...authIds])
    .execute()

export const insert = (db: Db, rows: readonly Insertable<ReservationCodeTable>[]) =>
  db
    .insertInto('reservation_code')
    .values([...rows])
    .execute()

export const update = (
  db: Db,
  accountId: number,
  authIds: readonly string[],
  changes: Updateable<ReservationCodeTable>,
) =>
  db
    .updateTable('reservation_code')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('auth_id', 'in', [...authIds])
    .execute()

export const remove = (db: Db, accountId: number, authIds: readonly string[]) =>
  db
    .deleteFrom('reservation_code')
    .where('account_id', '=', accountId)
    .where('auth_id', 'in', [...authIds])
    .execute()

/** Codes of the stays that begin soon, by how far they are; an index on the arrival keeps the past out. */
export const countArriving = (db: Db, now: number, until: number) =>
  db
    .selectFrom('reservation')
    .innerJoin('reservation_code', 'reservation_code.reservation_id', 'reservation.id')
    .select(['reservation_code.state', (e) => e.fn.countAll<number>().as('n')])
    .where('reservation.valid_from', '>', now)
    .where('reservation.valid_from', '<=', until)
    .where('reservation.state', '=', 'accepted')
    .groupBy('reservation_code.state')
    .execute()
