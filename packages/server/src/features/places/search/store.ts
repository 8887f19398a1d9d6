import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { engineOf } from '../../../platform/store/engine.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import { beginsLike, idsWithAll } from '../../../platform/store/name-parts.ts'
import { readInSlices } from '../../../platform/store/slices.ts'
import { NAMED } from '../../../schema/names.ts'
import type { Wanted } from './rules.ts'

/** Whose names these are: each has an index of its account's, by name. */
interface Kind {
  readonly named: number
  readonly table: 'smartlock' | 'address' | 'account_user'
  readonly id: 'smartlock_id' | 'address_id' | 'account_user_id'
  /** Looked at besides the name; small letters, and part of the index. */
  readonly also?: 'email_key'
}

export const DOORS: Kind = { named: NAMED.door, table: 'smartlock', id: 'smartlock_id' }
export const ADDRESSES: Kind = { named: NAMED.address, table: 'address', id: 'address_id' }
export const PEOPLE: Kind = {
  named: NAMED.person,
  table: 'account_user',
  id: 'account_user_id',
  also: 'email_key',
}

interface Place {
  key: string
  id: number
}

const KEY = sql<string>`lower(name)`

/** Names that are gone through at once: so many fit that the first of these slices mostly has enough of them. */
const IN_ONE_GO = 2000

/** So many names are looked at before an index is asked, and a word that more than so many of them have is common. */
const FIRST = 500
const COMMON = 50

/** What people type stands for itself, also `%` and `_`. */
const pattern = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`

/**
 * SQLite compares letter by letter for `like`, without regard to capitals; both sides have none. PostgreSQL takes the ways
 * as one value: it keeps a plan for each text of a statement, and not for as many as there are mixes of ways.
 */
const has = (db: Db, column: Expression<string>, ways: readonly string[]): RawBuilder<SqlBool> =>
  engineOf(db) === 'sqlite'
    ? sql`(${sql.join(
        ways.map((way) => sql`instr(${column}, ${way}) > 0`),
        sql` or `,
      )})`
    : sql`${column} like any(${ways.map(pattern)}::text[])`

/** Is it one that the caller may know of? Asked only of those whose name fits. */
export type Allowed = (id: Expression<unknown>) => Expression<SqlBool>

/** The ids of those that fit, in the order of their names: first those that begin with it, then those that have it. */
export async function idsOf(
  db: Db,
  accountId: number,
  kind: Kind,
  { beginnings, words }: Wanted,
  allowed: Allowed | undefined,
  limit: number,
): Promise<number[]> {
  const { also } = kind
  const found = new Set<number>()
  const add = (rows: readonly Pick<Place, 'id'>[]) => {
    for (const { id } of rows) if (found.size < limit) found.add(id)
  }
  for (const beginning of beginnings) {
    if (found.size >= limit) break
    add(await inOrder(db, accountId, kind, undefined, [beginsLike(KEY, beginning)], allowed, limit))
  }
  if (also && found.size < limit) add(await byEmail(db, accountId, beginnings, allowed, limit))
  if (found.size >= limit) return [...found]
  const fits = words.map((ways) =>
    also ? sql<SqlBool>`(${has(db, KEY, ways)} or ${has(db, sql.ref(also), ways)})` : has(db, KEY, ways),
  )
  const first =
    engineOf(db) === 'postgres' ? await amongFirst(db, accountId, kind, fits, allowed, limit) : undefined
  add(first?.ids.map((id) => ({ id })) ?? [])
  if (found.size >= limit) return [...found]
  const few = await idsWithAll(db, accountId, kind.named, rareFirst(words, first?.having))
  add(
    few
      ? await among(db, accountId, kind, [...few].map(Number), fits, allowed, limit)
      : await throughAll(db, accountId, kind, fits, allowed, limit),
  )
  return [...found]
}

interface First {
  ids: number[]
  /** How many of the first names have each of the words. */
  having: number[]
}

/**
 * Those that fit among the first names of the account, and how common each word is there. PostgreSQL looks up all parts
 * of names that begin like a word before it gives the first of them: a word that most names have is not worth that, and
 * where all words are such, the first names mostly have enough that fit.
 */
async function amongFirst(
  db: Db,
  accountId: number,
  { table, id }: Kind,
  fits: readonly RawBuilder<SqlBool>[],
  allowed: Allowed | undefined,
  limit: number,
): Promise<First> {
  const own = sql.ref(`${table}.${id}`)
  const flags = fits.map((_, n) => sql.ref(`has_${n}`))
  // Asked last: only of those whose name fits.
  const isFound = sql.join([...fits, ...(allowed ? [allowed(own)] : [])], sql` and `)
  const { rows } = await sql<{ having: number[]; ids: string[] | null }>`
    select array[${sql.join(flags.map((flag) => sql`count(*) filter (where ${flag})`))}]::int[] as having,
      (array_agg(id order by key, id) filter (where is_found))[1:${limit}] as ids
    from (
      select ${KEY} as key, ${own} as id, ${isFound} as is_found,
        ${sql.join(fits.map((fit, n) => sql`${fit} as ${flags[n]}`))}
      from ${sql.table(table)} where account_id = ${accountId} order by ${KEY}, ${own} limit ${FIRST}
    ) first`.execute(db)
  return { having: rows[0]?.having ?? [], ids: (rows[0]?.ids ?? []).map(Number) }
}

/** The rarest of the words first, without those that are so common that all names may as well be gone through. */
function rareFirst<Word extends readonly string[]>(
  words: readonly Word[],
  having?: readonly number[],
): Word[] {
  const known = words.map((ways, n) => ({ ways, count: having?.[n] ?? 0 }))
  return known
    .filter(({ count }) => count <= COMMON)
    .sort((a, b) => a.count - b.count || (b.ways[0] ?? '').length - (a.ways[0] ?? '').length)
    .map(({ ways }) => ways)
}

/** Of these, those that fit. */
async function among(
  db: Db,
  accountId: number,
  { table, id }: Kind,
  ids: readonly number[],
  fits: readonly Expression<SqlBool>[],
  allowed: Allowed | undefined,
  limit: number,
): Promise<Place[]> {
  if (ids.length === 0) return []
  const own = sql.ref(`${table}.${id}`)
  const all = [
    // The sign keeps SQLite from going through all names of the account instead.
    sql`+account_id = ${accountId}`,
    isOneOf(db, own, ids),
    ...fits,
    ...(allowed ? [allowed(own)] : []),
  ]
  const { rows } = await sql<Place>`
    select ${KEY} as key, ${own} as id from ${sql.table(table)} where ${sql.join(all, sql` and `)}
    order by ${KEY}, ${own} limit ${limit}`.execute(db)
  return rows.map((row) => ({ key: row.key, id: Number(row.id) }))
}

/** Where many fit, the first of them are soon found in the order of names. */
async function throughAll(
  db: Db,
  accountId: number,
  kind: Kind,
  fits: readonly RawBuilder<SqlBool>[],
  allowed: Allowed | undefined,
  limit: number,
): Promise<Place[]> {
  // Elsewhere nobody waits meanwhile, and to look how far a slice goes costs more than the search.
  if (engineOf(db) === 'postgres') return inOrder(db, accountId, kind, undefined, fits, allowed, limit)
  const { rows } = await readInSlices<Place, Place>(db, {
    limit,
    size: IN_ONE_GO,
    nth: async (after, n) => (await inOrder(db, accountId, kind, after, [], undefined, 1, n - 1))[0],
    fitting: (after, upTo, most) =>
      inOrder(db, accountId, kind, after, [...fits, ...upToHere(kind, upTo)], allowed, most),
  })
  return rows
}

const upToHere = ({ id }: Kind, upTo: Place | undefined): RawBuilder<SqlBool>[] =>
  upTo ? [sql<SqlBool>`${KEY} <= ${upTo.key} and (${KEY}, ${sql.ref(id)}) <= (${upTo.key}, ${upTo.id})`] : []

/**
 * SQLite enters an index of expressions at one of them, not at a pair: without it each slice would begin anew at the first
 * name. It is told the index: it knows nothing of how many there are, and would rather go by the ids.
 */
async function inOrder(
  db: Db,
  accountId: number,
  { table, id }: Kind,
  after: Place | undefined,
  conditions: readonly Expression<SqlBool>[],
  allowed: Allowed | undefined,
  limit: number,
  offset = 0,
): Promise<Place[]> {
  const named = engineOf(db) === 'sqlite' ? sql` indexed by ${sql.ref(`${table}_name`)}` : sql``
  const all = [
    sql`account_id = ${accountId}`,
    ...(after
      ? [sql`${KEY} >= ${after.key} and (${KEY}, ${sql.ref(id)}) > (${after.key}, ${after.id})`]
      : []),
    ...conditions,
    ...(allowed ? [allowed(sql.ref(`${table}.${id}`))] : []),
  ]
  const { rows } = await sql<Place>`
    select ${KEY} as key, ${sql.ref(id)} as id from ${sql.table(table)}${named}
    where ${sql.join(all, sql` and `)}
    order by ${KEY}, ${sql.ref(id)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => ({ key: row.key, id: Number(row.id) }))
}

/** Those whose mail address begins like this. */
async function byEmail(
  db: Db,
  accountId: number,
  beginnings: readonly string[],
  allowed: Allowed | undefined,
  limit: number,
): Promise<Place[]> {
  const [beginning = ''] = beginnings
  const rows = await db
    .selectFrom('account_user')
    .select(['email_key as key', 'account_user_id as id'])
    .where('account_id', '=', accountId)
    .where(beginsLike(sql.ref('email_key'), beginning))
    .$if(allowed !== undefined, (q) => q.where((allowed as Allowed)(sql.ref('account_user.account_user_id'))))
    .orderBy('email_key')
    .limit(limit)
    .execute()
  return rows
}

export const listDoors = (db: Db, accountId: number, ids: readonly number[]) =>
  db
    .selectFrom('smartlock')
    .select(['smartlock_id', 'name', 'type'])
    .where('account_id', '=', accountId)
    .where('smartlock_id', 'in', [...ids])
    .execute()

export const listAddresses = (db: Db, accountId: number, ids: readonly number[]) =>
  db
    .selectFrom('address')
    .select(['address_id', 'name'])
    .where('account_id', '=', accountId)
    .where('address_id', 'in', [...ids])
    .execute()

export const listPeople = (db: Db, accountId: number, ids: readonly number[]) =>
  db
    .selectFrom('account_user')
    .select(['account_user_id', 'name', 'email'])
    .where('account_id', '=', accountId)
    .where('account_user_id', 'in', [...ids])
    .execute()
