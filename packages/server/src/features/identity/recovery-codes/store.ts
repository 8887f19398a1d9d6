import type { Db } from '../../../platform/store/database.ts'

export const summary = async (db: Db, accountId: number) => {
  const row = await db
    .selectFrom('recovery_code')
    .select((e) => [e.fn.countAll<number>().as('n'), e.fn.min('created_at').as('since')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { left: Number(row.n), createdAt: row.since === null ? null : Number(row.since) }
}

export const removeAll = (db: Db, accountId: number) =>
  db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()

export const insert = (db: Db, accountId: number, hashes: readonly string[], now: number) =>
  db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash, created_at: now })))
    .execute()

/** Uses a code up; false when the account has no such code. */
export const take = async (db: Db, accountId: number, hash: string): Promise<boolean> => {
  const result = await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
