import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import type { AddressUnitTable } from '../../../schema/stays.ts'

export type UnitRow = Selectable<AddressUnitTable>

export const list = (db: Db, accountId: number, addressId: number) =>
  db
    .selectFrom('address_unit')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .orderBy('id')
    .execute()

/** Units of all addresses of an account, or of some, in the order they were made. */
export const listAll = (
  db: Db,
  accountId: number,
  { addressIds, after, limit }: { addressIds?: ReadonlySet<number>; after?: string; limit: number },
) =>
  db
    .selectFrom('address_unit')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(addressIds !== undefined, (q) =>
      q.where((e) => isOneOf(db, e.ref('address_id'), addressIds as ReadonlySet<number>)),
    )
    .$if(after !== undefined, (q) => q.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute()

export const find = (db: Db, accountId: number, addressId: number, id: string) =>
  db
    .selectFrom('address_unit')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .where('id', '=', id)
    .executeTakeFirst()

export const count = async (db: Db, accountId: number, addressId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('address_unit')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insert = (db: Db, row: Insertable<AddressUnitTable>) =>
  db.insertInto('address_unit').values(row).returningAll().executeTakeFirstOrThrow()

/** By token, whoever asks: possession of the id is the right (D37, D80). Tokens of units on their way out are dead. */
export const findByToken = (db: Db, tokenHash: string) =>
  db
    .selectFrom('address_unit')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('is_deleting', '=', 0)
    .executeTakeFirst()

export const rename = (db: Db, accountId: number, addressId: number, id: string, name: string) =>
  db
    .updateTable('address_unit')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const update = (
  db: Db,
  accountId: number,
  ids: readonly string[],
  changes: Updateable<AddressUnitTable>,
) =>
  db
    .updateTable('address_unit')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()

export const listByIds = (db: Db, accountId: number, ids: readonly string[]) =>
  db
    .selectFrom('address_unit')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()

/** All units of an address, with those that are being deleted. */
export const listAllOf = (db: Db, accountId: number, addressId: number) =>
  db
    .selectFrom('address_unit')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .orderBy('id')
    .execute()

/** The unit whose redemption this operation is. */
export const findByOperation = (db: Db, accountId: number, operationId: string) =>
  db
    .selectFrom('address_unit')
    .select('id')
    .where('account_id', '=', accountId)
    .where('operation_id', '=', operationId)
    .where('is_deleting', '=', 0)
    .executeTakeFirst()

export const remove = (db: Db, accountId: number, ids: readonly string[]) =>
  db
    .deleteFrom('address_unit')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()

/** Units whose redemption gave access on behalf of a creator who may have ended; due by now. */
export const listDueChecks = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('address_unit')
    .selectAll()
    .where('creator_check_at', '<=', now)
    .orderBy('creator_check_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** The same of some accounts, master accounts and sub-accounts alike, whenever they are due. */
export const listChecksOf = (db: Db, accountIds: readonly number[], after: string, limit: number) =>
  db
    .selectFrom('address_unit')
    .selectAll()
    .where('creator_check_at', 'is not', null)
    .where((e) =>
      e.or([
        isOneOf(db, e.ref('account_id'), accountIds),
        isOneOf(db, e.ref('creator_account_id'), accountIds),
      ]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const checkSoon = (db: Db, creatorAccountIds: readonly number[], now: number) =>
  db
    .updateTable('address_unit')
    .set({ creator_check_at: now })
    .where('creator_check_at', 'is not', null)
    .where((e) => isOneOf(db, e.ref('creator_account_id'), creatorAccountIds))
    .execute()

export const nextCheck = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('address_unit')
    .select('creator_check_at')
    .where('creator_check_at', 'is not', null)
    .orderBy('creator_check_at')
    .limit(1)
    .executeTakeFirst()
  return row?.creator_check_at ?? undefined
}
