import type { ReservationState, StayPhase } from '@latchwork/contract'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { inCapitals } from '../../../../platform/store/capitals.ts'
import type { Db, Tables } from '../../../../platform/store/database.ts'
import { isListed, isOneOf } from '../../../../platform/store/id-list.ts'
import { idsWithAll } from '../../../../platform/store/name-parts.ts'
import { readInSlices } from '../../../../platform/store/slices.ts'
import { NAMED } from '../../../../schema/names.ts'
import { type ReservationRow, type ReservationView, withTheirCodes } from '../store.ts'

/** Which stays are looked for; what is left out does not matter. */
export interface StayFilter {
  addressId?: number
  /** Only at these. */
  addressIds?: ReadonlySet<number>
  /** Part of the guest's name or of the reference. */
  name?: string
  state?: ReservationState
  phases?: readonly StayPhase[]
  ready?: boolean
  /** Only what opens at some time between these two. */
  from?: number
  until?: number
}

type Place = Pick<ReservationRow, 'valid_from' | 'id'>

export interface StayPage {
  /** The last one of the page before. */
  after?: Place
  limit: number
}

type Where = ExpressionBuilder<Tables, 'reservation'>
type Condition = (e: Where) => Expression<SqlBool>

/**
 * By check-in: the earliest first; the latest where only those that are over are looked for. An index brings the stays of
 * an account, an address or a state in this order, from where the first can be that fits; they are gone through bit by bit.
 */
export async function search(
  db: Db,
  accountId: number,
  filter: StayFilter,
  page: StayPage,
  now: number,
): Promise<ReservationView[]> {
  const isDescending = filter.phases?.every((phase) => phase === 'over') === true
  const direction = isDescending ? 'desc' : 'asc'
  const span = await arrivalsOf(db, accountId, filter, now)
  const conditions = conditionsOf(db, filter, now)
  const inOrder = (after: Place | undefined) =>
    db
      .selectFrom('reservation')
      .where('account_id', '=', accountId)
      .where((e) => e.and([...pathOf(e, filter), ...isWithin(e, span), ...goesOn(e, after, isDescending)]))
      .orderBy('valid_from', direction)
      .orderBy('id', direction)
  if (conditions.length === 0) {
    const stays = inOrder(page.after).selectAll().limit(page.limit)
    return withTheirCodes(db, stays, 'valid_from', direction)
  }
  const few = filter.name === undefined ? undefined : await idsNamed(db, accountId, filter.name)
  if (few) {
    const isIt = (e: Where) => [
      ...pathOf(e, filter),
      ...isWithin(e, span),
      ...goesOn(e, page.after, isDescending),
      ...conditions.map((condition) => condition(e)),
    ]
    return among(db, accountId, few, isIt, page.limit, direction)
  }
  const { rows } = await readInSlices<ReservationView, Place>(db, {
    limit: page.limit,
    nth: (after = page.after, n) =>
      inOrder(after)
        .select(['valid_from', 'id'])
        .offset(n - 1)
        .limit(1)
        .executeTakeFirst(),
    fitting: (after = page.after, upTo, limit) => {
      const stays = inOrder(after)
        .selectAll()
        .where((e) => e.and(conditions.map((condition) => condition(e))))
        .$if(upTo !== undefined, (q) =>
          q.where(({ eb }) => eb.not(eb.and(goesOn(eb as Where, upTo, isDescending)))),
        )
        .limit(limit)
      return withTheirCodes(db, stays, 'valid_from', direction)
    },
  })
  return rows
}

/** Of these, those that fit. The sign keeps SQLite from going through all stays of the account instead. */
async function among(
  db: Db,
  accountId: number,
  ids: ReadonlySet<string>,
  isIt: (e: Where) => Expression<SqlBool>[],
  limit: number,
  direction: 'asc' | 'desc',
): Promise<ReservationView[]> {
  if (ids.size === 0) return []
  const stays = db
    .selectFrom('reservation')
    .selectAll()
    .where(sql<SqlBool>`+account_id = ${accountId}`)
    .where(isListed(db, 'id', 'text', sql`${JSON.stringify([...ids])}`))
    .where((e) => e.and(isIt(e)))
    .orderBy('valid_from', direction)
    .orderBy('id', direction)
    .limit(limit)
  return withTheirCodes(db, stays, 'valid_from', direction)
}

/** What the list is read by. Few have many canceled ones, and most ask for one address or for all. */
const pathOf = (e: Where, { addressId, state }: StayFilter): Expression<SqlBool>[] => {
  if (addressId !== undefined) return [e('address_id', '=', addressId)]
  return state === undefined ? [] : [e('state', '=', state)]
}

interface Span {
  first?: number
  last?: number
}

const isWithin = (e: Where, { first, last }: Span): Expression<SqlBool>[] => [
  ...(first === undefined ? [] : [e('valid_from', '>=', first)]),
  ...(last === undefined ? [] : [e('valid_from', '<=', last)]),
]

/** When those that fit can have begun, as the account has stays of a known length: the others are not looked at. */
async function arrivalsOf(db: Db, accountId: number, filter: StayFilter, now: number): Promise<Span> {
  const { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, ready } = filter
  const phases = new Set(filter.phases ?? (['over', 'current', 'coming'] as const))
  const isOnlyComing = phases.size === 1 && phases.has('coming')
  const endsAfter = Math.max(from, phases.has('over') && ready === undefined ? Number.NEGATIVE_INFINITY : now)
  const beginsBefore = Math.min(until, phases.has('coming') ? Number.POSITIVE_INFINITY : now)
  const isOnlyOver = phases.size === 1 && phases.has('over')
  const needsLengths = Number.isFinite(endsAfter) || isOnlyOver
  const { shortest, longest } = needsLengths ? await lengthsOf(db, accountId) : { shortest: 0, longest: 0 }
  const first = Math.max(endsAfter - longest, isOnlyComing ? now : Number.NEGATIVE_INFINITY)
  const last = isOnlyOver ? Math.min(until, now - shortest) : beginsBefore
  return { ...(Number.isFinite(first) && { first }), ...(Number.isFinite(last) && { last }) }
}

async function lengthsOf(db: Db, accountId: number): Promise<{ shortest: number; longest: number }> {
  const edge = async (direction: 'asc' | 'desc') =>
    (
      await db
        .selectFrom('reservation')
        .select(sql<number>`valid_until - valid_from`.as('length'))
        .where('account_id', '=', accountId)
        .orderBy(sql`valid_until - valid_from`, direction)
        .limit(1)
        .executeTakeFirst()
    )?.length ?? 0
  return { shortest: await edge('asc'), longest: await edge('desc') }
}

function conditionsOf(db: Db, filter: StayFilter, now: number): Condition[] {
  const { addressIds, name, state, phases, ready, from, until } = filter
  return [
    ...(addressIds === undefined ? [] : [(e: Where) => isOneOf(db, e.ref('address_id'), addressIds)]),
    ...(name === undefined ? [] : [(e: Where) => isNamed(e, name)]),
    ...(state === undefined ? [] : [(e: Where) => e('state', '=', state)]),
    ...(phases === undefined ? [] : [(e: Where) => e.or(phases.map((phase) => PHASES[phase](e, now)))]),
    ...(ready === undefined ? [] : [(e: Where) => isAwaited(e, now)]),
    ...(ready === undefined ? [] : [(e: Where) => (ready ? isReady(e) : e.not(isReady(e)))]),
    ...(from === undefined ? [] : [(e: Where) => e('valid_until', '>', from)]),
    ...(until === undefined ? [] : [(e: Where) => e('valid_from', '<', until)]),
  ]
}

const PHASES: Record<StayPhase, (e: Where, now: number) => Expression<SqlBool>> = {
  coming: (e, now) => e('valid_from', '>', now),
  current: (e, now) => e.and([e('valid_from', '<=', now), e('valid_until', '>', now)]),
  over: (e, now) => e('valid_until', '<=', now),
}

const idsNamed = (db: Db, accountId: number, part: string) =>
  idsWithAll(db, accountId, NAMED.stay, [[inCapitals(part)]])

/** What people type stands for itself, also `%` and `_`. */
function isNamed(e: Where, part: string): Expression<SqlBool> {
  const pattern = `%${inCapitals(part).replace(/[\\%_]/g, '\\$&')}%`
  const has = (column: 'name_key' | 'reference_key') =>
    sql<SqlBool>`${e.ref(column)} like ${pattern} escape '\\'`
  return e.or([has('name_key'), has('reference_key')])
}

const isAwaited = (e: Where, now: number) => e.and([e('state', '=', 'accepted'), e('valid_until', '>', now)])

/** Locks confirmed the code, and none is still to do so. */
const isReady = (e: Where) =>
  e.and([e.exists(codeIn(e, ['confirmed'])), e.not(e.exists(codeIn(e, ['pending', 'failed'])))])

const codeIn = (e: Where, states: readonly ('confirmed' | 'pending' | 'failed')[]) =>
  e
    .selectFrom('reservation_code')
    .select('auth_id')
    .whereRef('reservation_code.account_id', '=', 'reservation.account_id')
    .whereRef('reservation_code.reservation_id', '=', 'reservation.id')
    .where('reservation_code.state', 'in', [...states])

/** Behind the last one of the page before. Compared as a pair: an index is entered at a pair, not at an "or". */
function goesOn(e: Where, after: Place | undefined, isDescending: boolean): Expression<SqlBool>[] {
  if (!after) return []
  const further = sql.raw(isDescending ? '<' : '>')
  const place = sql`(${e.ref('valid_from')}, ${e.ref('id')})`
  return [sql<SqlBool>`${place} ${further} (${after.valid_from}, ${after.id})`]
}
