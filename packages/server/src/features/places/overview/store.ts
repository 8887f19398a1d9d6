import { sql } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { engineOf } from '../../../platform/store/engine.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import { TROUBLE } from '../../../schema/smartlocks.ts'

type Only = ReadonlySet<number> | undefined

type Trouble = keyof typeof TROUBLE

const theirs = (db: Db, accountId: number, only: Only) =>
  db
    .selectFrom('smartlock')
    .where('account_id', '=', accountId)
    .$if(only !== undefined, (q) => q.where((e) => isOneOf(db, e.ref('smartlock_id'), only as Set<number>)))

export async function countLocks(db: Db, accountId: number, only: Only): Promise<number> {
  const { n } = await theirs(db, accountId, only)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Spelled out, as in the index of those that have any. */
const IN_TROUBLE = sql<boolean>`troubles <> 0`
const has = (kind: Trouble) => sql<boolean>`(troubles & ${sql.lit(TROUBLE[kind])}) <> 0`

/** How many locks have each of these troubles. */
export async function countTroubles(
  db: Db,
  accountId: number,
  only: Only,
): Promise<Readonly<Record<Trouble, number>>> {
  const kinds = Object.keys(TROUBLE) as Trouble[]
  const row: Partial<Record<Trouble, number>> = await theirs(db, accountId, only)
    .where(IN_TROUBLE)
    .select(kinds.map((kind) => sql<number>`count(case when ${has(kind)} then 1 end)`.as(kind)))
    .executeTakeFirstOrThrow()
  return Object.fromEntries(kinds.map((kind) => [kind, Number(row[kind])])) as Record<Trouble, number>
}

/** The first of those that have this trouble, by their names. */
export const listTroubled = (db: Db, accountId: number, only: Only, kind: Trouble, limit: number) =>
  theirs(db, accountId, only)
    .select(['smartlock_id as smartlockId', 'name'])
    .where(IN_TROUBLE)
    .where(has(kind))
    .orderBy('name')
    .orderBy('smartlock_id')
    .limit(limit)
    .execute()

/** Those with the emptiest batteries; one that tells no charge is there because it is critical. */
export function listLowBatteries(db: Db, accountId: number, only: Only, limit: number) {
  const charge =
    engineOf(db) === 'sqlite'
      ? sql`coalesce(state ->> 'batteryCharge', 0)`
      : sql`coalesce(cast(cast(state as json) ->> 'batteryCharge' as numeric), 0)`
  return theirs(db, accountId, only)
    .select(['smartlock_id as smartlockId', 'name', 'state'])
    .where(IN_TROUBLE)
    .where(has('battery'))
    .orderBy(charge)
    .orderBy('name')
    .orderBy('smartlock_id')
    .limit(limit)
    .execute()
}

/** How many there are, up to `most`; each spells out the condition of its index. */
export async function countCodes(
  db: Db,
  accountId: number,
  state: 'waiting' | 'failed',
  only: Only,
  most: number,
): Promise<number> {
  const isIt =
    state === 'waiting'
      ? sql<boolean>`sync_state in ('pending', 'deleting') and (place is null or place <> 'kept')`
      : sql<boolean>`sync_state = 'failed'`
  const rows = await db
    .selectFrom('smartlock_auth')
    .select('id')
    .where('account_id', '=', accountId)
    .where(isIt)
    .$if(only !== undefined, (q) => q.where((e) => isOneOf(db, e.ref('smartlock_id'), only as Set<number>)))
    .limit(most)
    .execute()
  return rows.length
}

/** Links to calendars whose last fetch failed; an account has few. */
export const listFailingCalendars = (db: Db, accountId: number, most: number) =>
  db
    .selectFrom('service_link')
    .select('address_id')
    .where('account_id', '=', accountId)
    .where('failures', '>', 0)
    .limit(most)
    .execute()
