import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import type { BridgeTable } from '../../schema/bridges.ts'

export type BridgeRow = Selectable<BridgeTable>

export const find = (db: Db, accountId: number) =>
  db.selectFrom('bridge').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export const count = async (db: Db): Promise<number> => {
  const { n } = await db
    .selectFrom('bridge')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** All there are: what programs send does not say whose it is. */
export const listAll = (db: Db, limit: number) =>
  db
    .selectFrom('bridge')
    .innerJoin('account', 'account.account_id', 'bridge.account_id')
    .selectAll('bridge')
    .select('account.name')
    .orderBy('bridge.account_id')
    .limit(limit)
    .execute()

export const insert = (db: Db, row: Insertable<BridgeTable>) =>
  db.insertInto('bridge').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, accountId: number, changes: Updateable<BridgeTable>) =>
  db.updateTable('bridge').set(changes).where('account_id', '=', accountId).returningAll().executeTakeFirst()

/** Ends the pairing that was read; undefined when somebody else was faster. */
export const endPairing = (db: Db, accountId: number, pairingUntil: number) =>
  db
    .updateTable('bridge')
    .set({ pairing_until: null })
    .where('account_id', '=', accountId)
    .where('pairing_until', '=', pairingUntil)
    .returningAll()
    .executeTakeFirst()

export const remove = async (db: Db, accountId: number): Promise<boolean> => {
  const result = await db.deleteFrom('bridge').where('account_id', '=', accountId).executeTakeFirst()
  return result.numDeletedRows > 0n
}
