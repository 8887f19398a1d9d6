import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { insertAll } from '../../platform/store/many-rows.ts'
import type { AuditTable } from '../../schema/audit.ts'

/** The end of the chain, which is begun here if there is none. */
export const lockHead = (db: Db, accountId: number) =>
  db
    .insertInto('audit_head')
    .values({ account_id: accountId, seq: 0, hash: '', proof: '' })
    .onConflict((c) => c.column('account_id').doUpdateSet({ seq: sql`audit_head.seq` }))
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow()

export const moveHead = (db: Db, accountId: number, head: { seq: number; hash: string; proof: string }) =>
  db.updateTable('audit_head').set(head).where('account_id', '=', accountId).execute()

export const insert = insertAll<Insertable<AuditTable>>('audit', (db) => db.insertInto('audit'))

/** Newest first, older than `before`. */
export const list = (db: Db, accountId: number, before: number | undefined, limit: number) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(before !== undefined, (q) => q.where('seq', '<', before as number))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()

/** Oldest first, from `after` on: the way a chain is verified. */
export const follow = (db: Db, accountId: number, after: number, limit: number) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** When the first entry from a number on was made. */
export const momentFrom = (db: Db, accountId: number, seq: number) =>
  db
    .selectFrom('audit')
    .select(['seq', 'at'])
    .where('account_id', '=', accountId)
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()

export const findHead = (db: Db, accountId: number) =>
  db.selectFrom('audit_head').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Every account that has a chain or what is left of one, in order, after `after`. For the operator only. */
export const nextChain = async (db: Db, after: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('audit_head')
    .select('account_id')
    .where('account_id', '>', after)
    .union(db.selectFrom('audit').select('account_id').where('account_id', '>', after))
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst()
  return row?.account_id
}
