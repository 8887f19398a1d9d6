import type { ReservationState, StayPhase } from '@latchwork/contract'
import { failParameter } from '../../../../platform/app-error.ts'
import type { WorkCtx } from '../../../../platform/context.ts'
import { hasAddress } from '../../../keys/token-limits/service.ts'
import * as store from '../store.ts'
import * as searchStore from './store.ts'

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
  ctx: WorkCtx<'invalid_parameter'>,
  question: Question,
): Promise<store.ReservationView[]> {
  const { fromDate, toDate, id, limit = PAGE, ...rest } = question
  const limits = ctx.principal?.limits
  const filter = {
    ...rest,
    ...(limits && { addressIds: limits.addressIds }),
    ...(fromDate !== undefined && { from: Date.parse(fromDate) }),
    ...(toDate !== undefined && { until: Date.parse(toDate) }),
  }
  const page = { limit, ...(id !== undefined && { after: await lastOf(ctx, id) }) }
  return searchStore.search(ctx.db, ctx.accountId, filter, page, ctx.clock.now())
}

async function lastOf(ctx: WorkCtx<'invalid_parameter'>, id: string) {
  const row = await store.findAnywhere(ctx.db, ctx.accountId, id)
  const isTheirs = row && (!ctx.principal || hasAddress(ctx.principal, row.address_id))
  if (isTheirs) return row
  return failParameter(ctx.fail, 'id', 'must be a reservation that is still there')
}
