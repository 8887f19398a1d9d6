import type { Db } from '../../../platform/store/database.ts'

/** Notes what was shown; false when it was shown before. */
export const take = async (db: Db, accountId: number, proof: string, endsAt: number): Promise<boolean> => {
  const taken = await db
    .insertInto('bridge_proof')
    .values({ account_id: accountId, proof, refused_with: null, ends_at: endsAt })
    .onConflict((c) => c.columns(['account_id', 'proof']).doNothing())
    .returning('proof')
    .executeTakeFirst()
  return taken !== undefined
}

export const find = (db: Db, accountId: number, proof: string) =>
  db
    .selectFrom('bridge_proof')
    .select('refused_with')
    .where('account_id', '=', accountId)
    .where('proof', '=', proof)
    .executeTakeFirst()

export const noteRefusal = (db: Db, accountId: number, proof: string, status: number) =>
  db
    .updateTable('bridge_proof')
    .set({ refused_with: status })
    .where('account_id', '=', accountId)
    .where('proof', '=', proof)
    .execute()

/** What its time alone refuses need not be remembered. */
export const forgetEnded = (db: Db, accountId: number, now: number) =>
  db.deleteFrom('bridge_proof').where('account_id', '=', accountId).where('ends_at', '<', now).execute()
