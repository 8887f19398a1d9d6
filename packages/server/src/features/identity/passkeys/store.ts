import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { PasskeyChallengeTable, PasskeyTable } from '../../../schema/second-factors.ts'

export type PasskeyRow = Selectable<PasskeyTable>

export const list = (db: Db, accountId: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkey').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

export const insert = async (db: Db, row: Insertable<PasskeyTable>): Promise<boolean> => {
  const result = await db
    .insertInto('passkey')
    .values(row)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  return result !== undefined
}

export const findByCredential = (db: Db, rpId: string, credentialId: string) =>
  db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', rpId)
    .executeTakeFirst()

export const update = async (
  db: Db,
  accountId: number,
  id: string,
  changes: Updateable<PasskeyTable>,
): Promise<boolean> => {
  const result = await db
    .updateTable('passkey')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const remove = (db: Db, accountId: number, id: string) =>
  db
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()

/** All of an account; how they were called. */
export const removeAll = (db: Db, accountId: number) =>
  db.deleteFrom('passkey').where('account_id', '=', accountId).returning('name').execute()

/** What authenticators know the account by; `fresh` where it has nothing yet. */
export const userHandle = async (db: Db, accountId: number, fresh: string): Promise<string> => {
  await db
    .insertInto('passkey_user')
    .values({ account_id: accountId, user_handle: fresh })
    .onConflict((c) => c.doNothing())
    .execute()
  return (await findUserHandle(db, accountId)) ?? fresh
}

export const findUserHandle = async (db: Db, accountId: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('passkey_user')
      .select('user_handle')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.user_handle

export const insertChallenge = (db: Db, row: Insertable<PasskeyChallengeTable>) =>
  db.insertInto('passkey_challenge').values(row).execute()

/** A token has one ceremony of a kind under way. */
export const removeChallengesOf = (db: Db, tokenId: string, purpose: PasskeyChallengeTable['purpose']) =>
  db.deleteFrom('passkey_challenge').where('token_id', '=', tokenId).where('purpose', '=', purpose).execute()

export interface ChallengeUse {
  purpose: PasskeyChallengeTable['purpose']
  /** Null at a sign-in: nobody is there yet. */
  tokenId: string | null
  now: number
}

/** Uses a challenge up; false when it was not given to this caller for this, was used before or is too old. */
export const takeChallenge = async (
  db: Db,
  hash: string,
  { purpose, tokenId, now }: ChallengeUse,
): Promise<boolean> => {
  const result = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('token_id', tokenId === null ? 'is' : '=', tokenId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const removeEndedChallenges = (db: Db, now: number) =>
  db.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute()

export const removeAllChallengesOf = (db: Db, accountId: number) =>
  db.deleteFrom('passkey_challenge').where('account_id', '=', accountId).execute()
