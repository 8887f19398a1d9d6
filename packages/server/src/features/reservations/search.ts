import type { ReservationState, StayPhase } from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import type { Ctx } from '../../platform/context.ts'
import * as searchStore from './search-store.ts'
import * as store from './store.ts'

interface Question {
  addressId?: number
  name?: string
  state?: ReservationState
  phases?: StayPhase[]
  ready?: boolean
  fromDate?: string
  toDate?: string
  /** The last one of the page before. */
  id?: string
  limit?: number
}

const PAGE = 100

/** Stays of all addresses. */
export async function search(
  ctx: Ctx<'invalid_parameter'>,
  question: Question,
): Promise<store.ReservationView[]> {
  const { fromDate, toDate, id, limit = PAGE, ...rest } = question
  const filter = {
    ...rest,
    ...(fromDate !== undefined && { from: Date.parse(fromDate) }),
    ...(toDate !== undefined && { until: Date.parse(toDate) }),
  }
  const page = { limit, ...(id !== undefined && { after: await lastOf(ctx, id) }) }
  return searchStore.search(ctx.db, ctx.accountId, filter, page, ctx.clock.now())
}

const lastOf = async (ctx: Ctx<'invalid_parameter'>, id: string) =>
  (await store.findAnywhere(ctx.db, ctx.accountId, id)) ??
  failParameter(ctx.fail, 'id', 'must be a reservation that is still there')
