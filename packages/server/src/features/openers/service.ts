import { INTERCOM_VERIFIED } from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import type { Ctx } from '../../platform/context.ts'
import * as store from './store.ts'

/** What counts as recent (D78). */
const RECENT_MS = 30 * 24 * 60 * 60 * 1000

export const brands = (ctx: Ctx<never>) => store.brands(ctx.db)

export const brand = async (ctx: Ctx<'not_found'>, brandId: number) =>
  (await store.findBrand(ctx.db, brandId)) ?? ctx.fail('not_found')

export interface IntercomQuery {
  brandId?: number
  ignoreVerified?: boolean
  recentlyChanged?: boolean
}

/** Without a brand only what changed lately: the whole catalogue is nobody's question (D78). */
export async function intercoms(ctx: Ctx<'invalid_parameter'>, query: IntercomQuery) {
  const { brandId, ignoreVerified = false, recentlyChanged = false } = query
  if (brandId === undefined && !recentlyChanged)
    failParameter(ctx.fail, 'query.brandId', 'is required unless recentlyChanged is true')
  return store.intercoms(ctx.db, {
    brandId,
    verified: ignoreVerified ? undefined : INTERCOM_VERIFIED.verified,
    updatedSince: recentlyChanged ? ctx.clock.now() - RECENT_MS : undefined,
  })
}

export const intercom = async (ctx: Ctx<'not_found'>, intercomId: number) =>
  (await store.findIntercom(ctx.db, intercomId)) ?? ctx.fail('not_found')
