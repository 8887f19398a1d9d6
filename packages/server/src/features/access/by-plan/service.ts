import { AUTH_TYPE, type Capability, type DoorProblemReason } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import * as smartlocks from '../../locks/service.ts'
import { openCode } from '../codes.ts'
import * as foreignCodes from '../foreign/service.ts'
import { termsOf } from '../rules.ts'
import * as rightStore from '../store.ts'
import * as store from './store.ts'

/** What plans ask about rights, and what is remembered of those that somebody took away from one by hand. */

/** A right of a plan, and how it is now, to be compared with how it was given. */
export interface PlanRight
  extends Pick<store.PlanRightRow, 'id' | 'account_user_id' | 'smartlock_id' | 'sync_state' | 'plan_terms'> {
  terms: string
}

/** All that a plan gave. */
export async function listOfPlan(ctx: Ctx<never>, planId: string): Promise<PlanRight[]> {
  const rows = await store.listOfPlan(ctx.db, ctx.accountId, planId)
  return rows.map((row) => ({
    id: row.id,
    account_user_id: row.account_user_id,
    smartlock_id: row.smartlock_id,
    sync_state: row.sync_state,
    plan_terms: row.plan_terms,
    terms: termsOf(row),
  }))
}

/** How many rights of a kind these people have on these doors that are not of this plan. */
export const countElsewhere = async (
  ctx: Ctx<never>,
  planId: string,
  wanted: Parameters<typeof store.countElsewhere>[3],
): Promise<number> =>
  wanted.accountUserIds.length === 0 || wanted.smartlockIds.length === 0
    ? 0
    : store.countElsewhere(ctx.db, ctx.accountId, planId, wanted)

/** The code that a person has by a plan already: another door takes the same one, if it can. */
export async function codeByPlan(
  ctx: Ctx<never>,
  planId: string,
  accountUserId: number,
): Promise<number | undefined> {
  const row = await store.findOfPerson(ctx.db, ctx.accountId, planId, accountUserId)
  return row && openCode(ctx, row)
}

/** A door as far as it matters for what a plan gives. */
export interface PlanDoor {
  smartlockId: number
  name: string
  /** Why it takes nothing of the kind. */
  problem: Exclude<DoorProblemReason, 'full'> | undefined
  /** How many more it holds. */
  free: number
  /** What it demands of codes. */
  codeRules: Capability['code']
}

/** The same rules by which a right is refused on a lock, for many locks at once. */
export async function doorsFor(
  ctx: Ctx<never>,
  smartlockIds: readonly number[],
  type: number,
): Promise<PlanDoor[]> {
  if (smartlockIds.length === 0) return []
  const views = await smartlocks.views(ctx, smartlockIds)
  const own = await rightStore.countByLock(ctx.db, ctx.accountId, smartlockIds)
  const foreign = await foreignCodes.countByLock(ctx, smartlockIds)
  const isCode = type === AUTH_TYPE.keypadCode
  return views.map(({ row }) => {
    const { smartlock_id: smartlockId, name } = row
    const { keypad, told, slots, code } = smartlocks.capabilityOf({ row, pending: [] })
    const used = (own.get(smartlockId) ?? 0) + (foreign.get(smartlockId) ?? 0)
    return {
      smartlockId,
      name,
      problem: isCode ? (keypad ? undefined : 'noKeypad') : told ? 'codesOnly' : undefined,
      free: Math.max(slots.total - used, 0),
      codeRules: code,
    }
  })
}

/** Somebody takes rights of plans away, or gives them to others: those plans do not give them again. */
export async function withhold(
  ctx: Ctx<never>,
  rows: readonly Pick<rightStore.AuthRow, 'plan_id' | 'account_user_id' | 'smartlock_id'>[],
): Promise<void> {
  const planned = rows.flatMap(({ plan_id, account_user_id, smartlock_id }) =>
    plan_id === null || account_user_id === null ? [] : [{ plan_id, account_user_id, smartlock_id }],
  )
  if (planned.length > 0) await store.insertWithheld(ctx.db, ctx.accountId, planned)
}

export const listWithheld = (ctx: Ctx<never>, planId: string) =>
  store.listWithheld(ctx.db, ctx.accountId, planId)

/** Of a plan: all, or what concerns people or doors that are not named. */
export const forgetWithheld = (
  ctx: Ctx<never>,
  planId: string,
  unless?: { accountUserIds: readonly number[]; smartlockIds: readonly number[] },
) => store.removeWithheld(ctx.db, ctx.accountId, planId, unless)
