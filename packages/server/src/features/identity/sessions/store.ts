import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { SessionTable } from '../../../schema/accounts.ts'

export const insert = (db: Db, row: Insertable<SessionTable>) =>
  db.insertInto('session').values(row).execute()

export const find = (db: Db, accountId: number, id: string) =>
  db
    .selectFrom('session')
    .select('verified_at')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

export const setVerified = async (db: Db, accountId: number, id: string, now: number): Promise<boolean> => {
  const result = await db
    .updateTable('session')
    .set({ verified_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const remove = async (db: Db, accountId: number, id: string): Promise<boolean> => {
  const result = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export interface SessionPage {
  now: number
  /** Only older ones. */
  id?: string
  limit: number
}

export const list = (db: Db, accountId: number, { now, id, limit }: SessionPage) =>
  db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((e) => e.or([e('expires_at', '>', now), e('remembered_until', '>', now)]))
    .$if(id !== undefined, (q) => q.where('id', '<', id as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Which they were. */
export const removeOthers = async (db: Db, accountId: number, id: string): Promise<string[]> => {
  const rows = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '!=', id)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export const prolong = (db: Db, accountId: number, id: string, ms: number) =>
  db
    .updateTable('session')
    .set((e) => ({ expires_at: e('expires_at', '+', ms), verified_at: e('verified_at', '+', ms) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()

export const removeEnded = (db: Db, now: number) =>
  db
    .deleteFrom('session')
    .where('expires_at', '<=', now)
    .where((e) => e.or([e('remembered_until', 'is', null), e('remembered_until', '<=', now)]))
    .execute()

export type DeviceRow = Selectable<SessionTable>

export const findDevice = (db: Db, deviceHash: string): Promise<DeviceRow | undefined> =>
  db.selectFrom('session').selectAll().where('device_hash', '=', deviceHash).executeTakeFirst()

/** False when the account has no such session. */
export const setRemembered = async (
  db: Db,
  accountId: number,
  id: string,
  changes: Pick<
    Updateable<SessionTable>,
    'device_hash' | 'remembered_until' | 'renewals' | 'token_hash' | 'expires_at'
  >,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Nothing happens where another call was first. */
export const renewToken = (
  db: Db,
  { account_id, id, renewals }: Pick<DeviceRow, 'account_id' | 'id' | 'renewals'>,
  changes: Pick<Updateable<SessionTable>, 'renewals' | 'token_hash' | 'expires_at'>,
) =>
  db
    .updateTable('session')
    .set(changes)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('renewals', '=', renewals)
    .execute()

export const removeAll = (db: Db, accountId: number) =>
  db.deleteFrom('session').where('account_id', '=', accountId).execute()

/** It has shown a second factor; false when it had before. */
export const markSecondFactor = async (db: Db, accountId: number, sessionId: string): Promise<boolean> => {
  const result = await db
    .updateTable('session')
    .set({ second_factor: 1 })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .where('second_factor', '=', 0)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Remembers when a session was used; a later time is never overwritten by an earlier one. */
export const touch = (db: Db, id: string, at: number) =>
  db
    .updateTable('session')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', at)]))
    .execute()
