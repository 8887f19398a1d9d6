import type { ReservationState, StayPhase } from '@latchwork/contract'
import { failParameter } from '../../../../platform/app-error.ts'
import type { WorkCtx } from '../../../../platform/context.ts'
import { hasAddress } from '../../../keys/token-limits/service.ts'
import * as store from '../store.ts'
import * as searchStore from './store.ts'

interface Question {
  addressId?: number
  addressIds?: number[]
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
  const { fromDate, toDate, id, limit = PAGE, addressIds, ...rest } = question
  const places = placesOf(addressIds, ctx.principal?.limits?.addressIds)
  const filter = {
    ...rest,
    ...(places && { addressIds: places }),
    ...(fromDate !== undefined && { from: Date.parse(fromDate) }),
    ...(toDate !== undefined && { until: Date.parse(toDate) }),
  }
  const page = { limit, ...(id !== undefined && { after: await lastOf(ctx, id) }) }
  return searchStore.search(ctx.db, ctx.accountId, filter, page, ctx.clock.now())
}

/** The addresses asked for, as far as the caller's token is for them. */
function placesOf(
  asked: readonly number[] | undefined,
  allowed: ReadonlySet<number> | undefined,
): ReadonlySet<number> | undefined {
  if (!asked) return allowed
  return new Set(asked.filter((id) => allowed === undefined || allowed.has(id)))
}

async function lastOf(ctx: WorkCtx<'invalid_parameter'>, id: string) {
  const row = await store.findAnywhere(ctx.db, ctx.accountId, id)
  const isTheirs = row && (!ctx.principal || hasAddress(ctx.principal, row.address_id))
  if (isTheirs) return row
  return failParameter(ctx.fail, 'id', 'must be a reservation that is still there')
}
