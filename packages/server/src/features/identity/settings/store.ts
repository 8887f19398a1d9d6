import type { Db } from '../../../platform/store/database.ts'

export const find = (db: Db, accountId: number) =>
  db.selectFrom('account_setting').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Makes the row if there is none and holds it until the transaction ends: merges go one after the other. */
export const lock = async (db: Db, accountId: number): Promise<string> => {
  const { web } = await db
    .insertInto('account_setting')
    .values({ account_id: accountId, web: '{}' })
    .onConflict((c) => c.column('account_id').doUpdateSet({ account_id: accountId }))
    .returning('web')
    .executeTakeFirstOrThrow()
  return web
}

export const update = (db: Db, accountId: number, web: string) =>
  db.updateTable('account_setting').set({ web }).where('account_id', '=', accountId).execute()

export const remove = (db: Db, accountId: number) =>
  db.deleteFrom('account_setting').where('account_id', '=', accountId).execute()
