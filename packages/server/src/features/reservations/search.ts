import type { ReservationState, StayPhase } from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import type { Ctx } from '../../platform/context.ts'
import * as codeStore from './code-store.ts'
import type { HeldStay } from './codes.ts'
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

/** Stays of all addresses. Three queries at most, however many there are. */
export async function search(ctx: Ctx<'invalid_parameter'>, question: Question): Promise<HeldStay[]> {
  const { fromDate, toDate, id, limit = PAGE, ...rest } = question
  const filter = {
    ...rest,
    ...(fromDate !== undefined && { from: Date.parse(fromDate) }),
    ...(toDate !== undefined && { until: Date.parse(toDate) }),
  }
  const page = { limit, ...(id !== undefined && { after: await lastOf(ctx, id) }) }
  const rows = await searchStore.search(ctx.db, ctx.accountId, filter, page, ctx.clock.now())
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const codes = Map.groupBy(
    await codeStore.listOfAll(ctx.db, ctx.accountId, ids),
    (code) => code.reservation_id,
  )
  return rows.map((row) => ({ row, codes: codes.get(row.id) ?? [] }))
}

const lastOf = async (ctx: Ctx<'invalid_parameter'>, id: string) =>
  (await store.findAnywhere(ctx.db, ctx.accountId, id)) ??
  failParameter(ctx.fail, 'id', 'must be a reservation that is still there')
