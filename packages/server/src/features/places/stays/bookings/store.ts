import type { Db } from '../../../../platform/store/database.ts'

/** What a linked calendar brought and may still change. */
export const listOfLink = (db: Db, accountId: number, linkId: number) =>
  db
    .selectFrom('reservation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('link_id', '=', linkId)
    .orderBy('id')
    .execute()

export const setMissing = (db: Db, accountId: number, ids: readonly string[], fetches: number) =>
  db
    .updateTable('reservation')
    .set({ missing_fetches: fetches })
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
