import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { engineOf } from '../../../platform/store/engine.ts'
import { insertAll } from '../../../platform/store/many-rows.ts'
import type { SmartlockAuthVersionTable } from '../../../schema/access.ts'

export type VersionRow = Selectable<SmartlockAuthVersionTable>

/** Stands for no end. */
export const OPEN = Number.MAX_SAFE_INTEGER

/** Rows of one statement: both engines limit how many values it may hold. */
const CHUNK = 500

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let i = 0; i < all.length; i += CHUNK) yield all.slice(i, i + CHUNK)
}

/** How these authorizations stand, by what was written down last. */
export async function listOpen(db: Db, accountId: number, authIds: readonly string[]): Promise<VersionRow[]> {
  const found: VersionRow[] = []
  for (const ids of chunks(authIds))
    found.push(
      ...(await db
        .selectFrom('smartlock_auth_version')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('auth_id', 'in', ids)
        .where('until_at', '=', OPEN)
        .execute()),
    )
  return found
}

export async function close(
  db: Db,
  accountId: number,
  authIds: readonly string[],
  at: number,
): Promise<void> {
  for (const ids of chunks(authIds))
    await db
      .updateTable('smartlock_auth_version')
      // A clock that was put back makes no version end before it began.
      .set({ until_at: sql`case when from_at > ${at} then from_at else ${at} end` })
      .where('account_id', '=', accountId)
      .where('auth_id', 'in', ids)
      .where('until_at', '=', OPEN)
      .execute()
}

export const insert = insertAll<VersionRow>('smartlock_auth_version', (db) =>
  db.insertInto('smartlock_auth_version'),
)

/** Those of a lock at a moment; a lock holds a few hundred at most (D54). */
export const listAt = (db: Db, accountId: number, smartlockId: number, at: number) =>
  db
    .selectFrom('smartlock_auth_version')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('until_at', '>', at)
    .where('from_at', '<=', at)
    .execute()

/** In which form the lock last said that it had these, before a moment. */
export async function listLastProven(
  db: Db,
  accountId: number,
  authIds: readonly string[],
  at: number,
): Promise<VersionRow[]> {
  if (authIds.length === 0) return []
  const proven = db
    .selectFrom('smartlock_auth_version')
    .select(['auth_id', (e) => e.fn.max('number').as('number')])
    .where('account_id', '=', accountId)
    .where('auth_id', 'in', [...authIds])
    .where('sync_state', '=', 'synced')
    .where('device_number', 'is not', null)
    .where('from_at', '<=', at)
    .groupBy('auth_id')
  return db
    .selectFrom('smartlock_auth_version as v')
    .innerJoin(proven.as('p'), (on) =>
      on.onRef('p.auth_id', '=', 'v.auth_id').onRef('p.number', '=', 'v.number'),
    )
    .selectAll('v')
    .where('v.account_id', '=', accountId)
    .execute()
}

/** By which clock a lock went at a moment, if by another than now. */
export const findZone = async (db: Db, accountId: number, smartlockId: number, at: number) =>
  (
    await db
      .selectFrom('smartlock_zone_version')
      .select('zone')
      .where('account_id', '=', accountId)
      .where('smartlock_id', '=', smartlockId)
      .where('until_at', '>', at)
      .orderBy('until_at')
      .limit(1)
      .executeTakeFirst()
  )?.zone

export const insertZone = (
  db: Db,
  row: { account_id: number; smartlock_id: number; until_at: number; zone: string },
) =>
  db
    .insertInto('smartlock_zone_version')
    .values(row)
    .onConflict((c) => c.columns(['account_id', 'smartlock_id', 'until_at']).doNothing())
    .execute()

/** Since when there is a history at all, where there were locks before it. */
export const findBeginning = async (db: Db): Promise<number> => {
  const mark = await db
    .selectFrom('service_mark')
    .select('value')
    .where('name', '=', 'rights_history_since')
    .executeTakeFirst()
  return Number(mark?.value ?? 0)
}

/** Some that were over before a time, of all accounts; how many there were. */
export async function removeSomeOver(
  db: Db,
  before: number,
  limit: number,
  /** Of one account; of all unless given. */
  accountId?: number,
): Promise<number> {
  const own = accountId === undefined ? sql`` : sql`account_id = ${accountId} and`
  const row = engineOf(db) === 'sqlite' ? sql.ref('rowid') : sql.ref('ctid')
  const { numAffectedRows = 0n } = await sql`delete from smartlock_auth_version where ${row} in (
    select ${row} from smartlock_auth_version
    where ${own} until_at < ${sql.lit(OPEN)} and until_at < ${before} order by until_at limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

export const removeZonesOver = (db: Db, before: number, accountId?: number) =>
  db
    .deleteFrom('smartlock_zone_version')
    .where('until_at', '<', before)
    .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId as number))
    .execute()

/** Every version, one authorization after the other, for whoever proves that nobody changed them. */
export const listAfter = (
  db: Db,
  { account_id, auth_id, number }: Pick<VersionRow, 'account_id' | 'auth_id' | 'number'>,
  limit: number,
) =>
  db
    .selectFrom('smartlock_auth_version')
    .selectAll()
    .where(sql<boolean>`(account_id, auth_id, number) > (${account_id}, ${auth_id}, ${number})`)
    .orderBy('account_id')
    .orderBy('auth_id')
    .orderBy('number')
    .limit(limit)
    .execute()

/** Authorizations of which nothing says how they stand. */
export const listUnwritten = (db: Db, limit: number) =>
  db
    .selectFrom('smartlock_auth')
    .select(['account_id', 'id'])
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('smartlock_auth_version')
            .select('number')
            .whereRef('smartlock_auth_version.account_id', '=', 'smartlock_auth.account_id')
            .whereRef('smartlock_auth_version.auth_id', '=', 'smartlock_auth.id')
            .where('until_at', '=', OPEN),
        ),
      ),
    )
    .limit(limit)
    .execute()
