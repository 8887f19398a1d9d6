import type { SmartlockState } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import { type Forecast, forecastOf } from './rules.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000
const dayOf = (ms: number) => Math.floor(ms / DAY_MS)

/** Looked back so far: a battery lasts about a year. */
const LOOKED_BACK = 400

type Charged = Pick<SmartlockState, 'batteryCharge'>

/** Notes what is left when that has changed. */
export async function noteCharge(
  ctx: Ctx<never>,
  lock: { account_id: number; smartlock_id: number },
  before: Charged | undefined,
  { batteryCharge: charge }: Charged,
): Promise<void> {
  if (charge === undefined || charge === before?.batteryCharge) return
  const { account_id, smartlock_id } = lock
  await store.put(ctx.db, { account_id, smartlock_id, day: dayOf(ctx.clock.now()), charge })
}

/** When the batteries of these locks run out, as far as their own history tells. In milliseconds. */
export async function forecasts(
  ctx: Ctx<never>,
  smartlockIds: readonly number[],
): Promise<Map<number, Forecast>> {
  const today = dayOf(ctx.clock.now())
  const rows = await store.listOf(ctx.db, ctx.accountId, smartlockIds, today - LOOKED_BACK)
  const byLock = Map.groupBy(rows, ({ smartlock_id }) => smartlock_id)
  return new Map(
    [...byLock].flatMap(([id, readings]) => {
      const found = forecastOf(readings, today)
      if (!found) return []
      const { day, earliest, latest } = found
      return [[id, { day: day * DAY_MS, earliest: earliest * DAY_MS, latest: latest * DAY_MS }] as const]
    }),
  )
}

/** Removes what no forecast looks at any more, of all accounts. */
export const removeOldReadings = (ctx: Ctx<never>) =>
  store.removeBefore(ctx.db, dayOf(ctx.clock.now()) - LOOKED_BACK)
