import type { ReservationState, StayPhase } from '@latchwork/contract'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tables } from '../../../../platform/store/database.ts'
import { isOneOf } from '../../../../platform/store/id-list.ts'
import { type ReservationRow, withTheirCodes } from '../store.ts'

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

export interface StayPage {
  /** The last one of the page before. */
  after?: Pick<ReservationRow, 'valid_from' | 'id'>
  limit: number
}

type Where = ExpressionBuilder<Tables, 'reservation'>

/** By check-in: the earliest first; the latest where only those that are over are looked for. */
export const search = (db: Db, accountId: number, filter: StayFilter, page: StayPage, now: number) => {
  const isDescending = filter.phases?.every((phase) => phase === 'over') === true
  const direction = isDescending ? 'desc' : 'asc'
  const stays = db
    .selectFrom('reservation')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(filter.addressIds !== undefined, (q) =>
      q.where((e) => isOneOf(db, e.ref('address_id'), filter.addressIds as ReadonlySet<number>)),
    )
    .where((e) => e.and([...conditionsOf(e, filter, now), ...goesOn(e, page.after, isDescending)]))
    .orderBy('valid_from', direction)
    .orderBy('id', direction)
    .limit(page.limit)
  return withTheirCodes(db, stays, 'valid_from', direction)
}

function conditionsOf(e: Where, filter: StayFilter, now: number): Expression<SqlBool>[] {
  const { addressId, name, state, phases, ready, from, until } = filter
  return [
    ...(addressId === undefined ? [] : [e('address_id', '=', addressId)]),
    ...(name === undefined ? [] : [isNamed(e, name)]),
    ...(state === undefined ? [] : [e('state', '=', state)]),
    ...(phases === undefined ? [] : [e.or(phases.map((phase) => PHASES[phase](e, now)))]),
    ...(ready === undefined ? [] : [isAwaited(e, now), ready ? isReady(e) : e.not(isReady(e))]),
    ...(from === undefined ? [] : [e('valid_until', '>', from)]),
    ...(until === undefined ? [] : [e('valid_from', '<', until)]),
  ]
}

const PHASES: Record<StayPhase, (e: Where, now: number) => Expression<SqlBool>> = {
  coming: (e, now) => e('valid_from', '>', now),
  current: (e, now) => e.and([e('valid_from', '<=', now), e('valid_until', '>', now)]),
  over: (e, now) => e('valid_until', '<=', now),
}

/** What people type stands for itself, also `%` and `_`. */
function isNamed(e: Where, part: string): Expression<SqlBool> {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
  const has = (column: 'name' | 'reference') =>
    sql<SqlBool>`lower(${e.ref(column)}) like lower(${pattern}) escape '\\'`
  return e.or([has('name'), has('reference')])
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

/** Behind the last one of the page before. */
function goesOn(e: Where, after: StayPage['after'], isDescending: boolean): Expression<SqlBool>[] {
  if (!after) return []
  const further = isDescending ? '<' : '>'
  return [
    e.or([
      e('valid_from', further, after.valid_from),
      e.and([e('valid_from', '=', after.valid_from), e('id', further, after.id)]),
    ]),
  ]
}
