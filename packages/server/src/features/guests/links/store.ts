import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { CreatorColumns } from '../../../schema/creators.ts'
import type { GuestLinkTable } from '../../../schema/guests.ts'

export type LinkRow = Selectable<GuestLinkTable>

/** What a link is for. */
export type Target = { reservationId: string } | { authId: string; smartlockId: number }

const columnOf = (target: Target) =>
  'authId' in target
    ? (['auth_id', target.authId] as const)
    : (['reservation_id', target.reservationId] as const)

/** By token, whoever asks: possession is the right. The hash is all that is compared. */
export const findByToken = (db: Db, tokenHash: string) =>
  db
    .selectFrom('guest_link')
    .select(['id', 'account_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

export const find = (db: Db, accountId: number, id: string) =>
  db
    .selectFrom('guest_link')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

export const listOf = (db: Db, accountId: number, target: Target) =>
  db
    .selectFrom('guest_link')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(columnOf(target)[0], '=', columnOf(target)[1])
    .orderBy('id')
    .execute()

export const count = async (db: Db, accountId: number, target: Target): Promise<number> => {
  const { n } = await db
    .selectFrom('guest_link')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where(columnOf(target)[0], '=', columnOf(target)[1])
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insert = (db: Db, row: Insertable<GuestLinkTable>) =>
  db.insertInto('guest_link').values(row).returningAll().executeTakeFirstOrThrow()

export const remove = async (db: Db, accountId: number, target: Target, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('guest_link')
    .where('account_id', '=', accountId)
    .where(columnOf(target)[0], '=', columnOf(target)[1])
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const setCreator = (
  db: Db,
  accountId: number,
  target: Target,
  id: string,
  creator: CreatorColumns,
): Promise<LinkRow | undefined> =>
  db
    .updateTable('guest_link')
    .set(creator)
    .where('account_id', '=', accountId)
    .where(columnOf(target)[0], '=', columnOf(target)[1])
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const removeAll = (db: Db, accountId: number, reservationId: string, ids: readonly string[]) =>
  db
    .deleteFrom('guest_link')
    .where('account_id', '=', accountId)
    .where('reservation_id', '=', reservationId)
    .where('id', 'in', [...ids])
    .execute()

/** Links whose right is gone. */
export const removeDead = (db: Db, accountId: number) =>
  db
    .deleteFrom('guest_link')
    .where('account_id', '=', accountId)
    .where('auth_id', 'is not', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('smartlock_auth')
            .select('smartlock_auth.id')
            .whereRef('smartlock_auth.id', '=', 'guest_link.auth_id'),
        ),
      ),
    )
    .execute()

export const noteSeen = (db: Db, accountId: number, id: string, at: number) =>
  db
    .updateTable('guest_link')
    .set({ seen_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()

export const insertOpening = (
  db: Db,
  opening: { operation_id: string; account_id: number; link_id: string; opened_at: number },
) => db.insertInto('guest_opening').values(opening).execute()

export const findOpening = (db: Db, linkId: string, operationId: string) =>
  db
    .selectFrom('guest_opening')
    .select('operation_id')
    .where('link_id', '=', linkId)
    .where('operation_id', '=', operationId)
    .executeTakeFirst()

/** What was opened long ago nobody asks about. */
export const removeOpeningsBefore = (db: Db, linkId: string, before: number) =>
  db.deleteFrom('guest_opening').where('link_id', '=', linkId).where('opened_at', '<', before).execute()
