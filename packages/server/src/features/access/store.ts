import type { Expression, Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { isOneOf } from '../../platform/store/id-list.ts'
import { insertAll } from '../../platform/store/many-rows.ts'
import { prepared, preparedFor } from '../../platform/store/prepared.ts'
import type { SmartlockAuthTable } from '../../schema/access.ts'

export type AuthRow = Selectable<SmartlockAuthTable>

/** Rows of one statement: both engines limit how many values it may hold. */
const CHUNK = 500

interface Key {
  accountId: number
  id: string
}

const selectOne = prepared<Key, AuthRow>((db, slot) =>
  db
    .selectFrom('smartlock_auth')
    .selectAll()
    .where('account_id', '=', slot('accountId'))
    .where('id', '=', slot('id')),
)

export const find = async (db: Db, accountId: number, id: string) =>
  (await selectOne(db, { accountId, id }))[0]

export const listByIds = (db: Db, accountId: number, ids: readonly string[]) =>
  db
    .selectFrom('smartlock_auth')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .orderBy('seq')
    .execute()

/** All of one lock, in the order they were made; a lock holds a few hundred at most (D54). */
export const listOfLock = (db: Db, accountId: number, smartlockId: number, types?: readonly number[]) =>
  db
    .selectFrom('smartlock_auth')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .$if(types !== undefined, (q) => q.where('type', 'in', [...(types ?? [])]))
    .orderBy('seq')
    .execute()

/** The ids of what a person was given. */
export const listIdsOfUser = (db: Db, accountId: number, accountUserId: number) =>
  db
    .selectFrom('smartlock_auth')
    .select('id')
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .orderBy('seq')
    .execute()

/** Renames the rights of a person and returns how many there were. */
export const renameOfUser = async (
  db: Db,
  accountId: number,
  accountUserId: number,
  name: string,
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('smartlock_auth')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const insertMany = insertAll<Insertable<SmartlockAuthTable>>('smartlock_auth', (db) =>
  db.insertInto('smartlock_auth'),
)

const updateOne = preparedFor<Key & Updateable<SmartlockAuthTable>, AuthRow>((db, columns, slot) =>
  db
    .updateTable('smartlock_auth')
    .set(Object.fromEntries(columns.map((column) => [column, slot(column as keyof SmartlockAuthTable)])))
    .where('account_id', '=', slot('accountId'))
    .where('id', '=', slot('id'))
    .returningAll(),
)

export const update = async (
  db: Db,
  { account_id: accountId, id }: Pick<AuthRow, 'account_id' | 'id'>,
  { id: _id, ...changes }: Updateable<SmartlockAuthTable>,
): Promise<AuthRow> => {
  const [row] = await updateOne(db, Object.keys(changes), { ...changes, accountId, id })
  if (!row) throw new Error(`authorization ${id} is gone`)
  return row
}

/** Stores these columns of rows that are there, each with values of its own, in one statement. */
export const storeColumns = async (
  db: Db,
  rows: readonly AuthRow[],
  columns: readonly (keyof SmartlockAuthTable)[],
) => {
  for (let i = 0; i < rows.length; i += CHUNK)
    await db
      .insertInto('smartlock_auth')
      .values(rows.slice(i, i + CHUNK))
      .onConflict((c) =>
        c
          .column('id')
          .doUpdateSet((e) => Object.fromEntries(columns.map((name) => [name, e.ref(`excluded.${name}`)]))),
      )
      .execute()
}

export const remove = (db: Db, accountId: number, ids: readonly string[]) =>
  db
    .deleteFrom('smartlock_auth')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()

/** How many each of these locks has; those without any are left out. */
export const countByLock = async (
  db: Db,
  accountId: number,
  smartlockIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('smartlock_auth')
    .select(['smartlock_id', (e) => e.fn.countAll<number>().as('n')])
    .where('account_id', '=', accountId)
    .where('smartlock_id', 'in', [...smartlockIds])
    .groupBy('smartlock_id')
    .execute()
  return new Map(rows.map((row) => [row.smartlock_id, Number(row.n)]))
}

/** How many keypad codes of each of these locks are in which state. */
export const countByState = async (db: Db, accountId: number, smartlockIds: readonly number[]) => {
  const rows = await db
    .selectFrom('smartlock_auth')
    .select(['smartlock_id', 'sync_state', (e) => e.fn.countAll<number>().as('n')])
    .where('account_id', '=', accountId)
    .where('smartlock_id', 'in', [...smartlockIds])
    .where('type', '=', 13)
    .groupBy(['smartlock_id', 'sync_state'])
    .execute()
  return rows.map((row) => ({ ...row, n: Number(row.n) }))
}

/** Who uses one of these codes on one of these locks. */
export const listCodeUsers = (
  db: Db,
  accountId: number,
  codeHashes: readonly string[],
  smartlockIds: readonly number[],
) =>
  db
    .selectFrom('smartlock_auth')
    .select(['id', 'smartlock_id', 'name', 'code_hash', 'from_date', 'until_date'])
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', [...codeHashes])
    .where('smartlock_id', 'in', [...smartlockIds])
    .execute()

/** The keypad codes that these people have on these locks, without those that are going. */
export const listCodesOfUsers = (
  db: Db,
  accountId: number,
  accountUserIds: readonly number[],
  smartlockIds: readonly number[],
) =>
  db
    .selectFrom('smartlock_auth')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((e) => isOneOf(db, e.ref('account_user_id'), accountUserIds))
    .where((e) => isOneOf(db, e.ref('smartlock_id'), smartlockIds))
    .where('type', '=', 13)
    .where('sync_state', '!=', 'deleting')
    .orderBy('seq')
    .execute()

/** What has this code on one lock. */
export const listWithCode = (db: Db, accountId: number, smartlockId: number, codeHashes: readonly string[]) =>
  db
    .selectFrom('smartlock_auth')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', [...codeHashes])
    .where('smartlock_id', '=', smartlockId)
    .orderBy('seq')
    .execute()

/** What one person was given with this code, on whatever lock. */
export const listOfUserWithCode = (
  db: Db,
  accountId: number,
  accountUserId: number,
  codeHashes: readonly string[],
) =>
  db
    .selectFrom('smartlock_auth')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', [...codeHashes])
    .where('account_user_id', '=', accountUserId)
    .orderBy('seq')
    .limit(100)
    .execute()

/** How many of one lock have not expired by a time and are not about to be deleted. */
export const countUnexpired = async (
  db: Db,
  accountId: number,
  smartlockId: number,
  at: number,
): Promise<number> => {
  const row = await db
    .selectFrom('smartlock_auth')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('sync_state', '!=', 'deleting')
    .where((e) => e.or([e('until_date', 'is', null), e('until_date', '>', at)]))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

interface Number {
  accountId: number
  smartlockId: number
  number: number
}

const selectByNumber = prepared<Number, AuthRow>((db, slot) =>
  db
    .selectFrom('smartlock_auth')
    .selectAll()
    .where('account_id', '=', slot('accountId'))
    .where('device_number', '=', slot('number'))
    .where('smartlock_id', '=', slot('smartlockId')),
)

/** What a device means by one of its numbers. */
export const findByNumber = async (db: Db, accountId: number, smartlockId: number, number: number) =>
  (await selectByNumber(db, { accountId, smartlockId, number }))[0]

interface Span {
  after?: string
  upTo?: string
}

interface SpanOfLock extends Span {
  accountId: number
  smartlockId: number
}

/** Every lock that comes back tells what it holds. */
const selectInSpan = preparedFor<SpanOfLock, AuthRow>((db, bounds, slot) =>
  db
    .selectFrom('smartlock_auth')
    .selectAll()
    .where('account_id', '=', slot('accountId'))
    .where('smartlock_id', '=', slot('smartlockId'))
    .$if(bounds.includes('after'), (q) => q.where('id', '>', slot('after') as Expression<string>))
    .$if(bounds.includes('upTo'), (q) => q.where('id', '<=', slot('upTo') as Expression<string>))
    .orderBy('seq'),
)

/** Those of one lock that a device reported on: ids after `after` up to and with `upTo`. */
export function listInSpan(db: Db, accountId: number, smartlockId: number, { after, upTo }: Span) {
  const span = { ...(after !== undefined && { after }), ...(upTo !== undefined && { upTo }) }
  return selectInSpan(db, Object.keys(span), { accountId, smartlockId, ...span })
}

/** Invitations that nobody can use any more, of all accounts. */
export const removeEndedInvites = (db: Db, now: number) =>
  db
    .updateTable('smartlock_auth')
    .set({ invite_sealed: null, invite_until: null })
    .where('invite_until', '<=', now)
    .execute()
