import type { Ctx } from '../../../../platform/context.ts'
import * as addresses from '../../addresses/service.ts'
import { newRow } from '../new-row.ts'
import * as store from '../store.ts'

/** A stay of another service. */
export interface BroughtStay {
  unitId: string | null
  name: string
  email: string
  guests: number
  reference: string | null
  startsAt: number
  endsAt: number
  checkInTime: number | null
  checkOutTime: number | null
  isCanceled: boolean
  /** Its code was brought over as a code: it gets none by itself. */
  hasCode: boolean
}

/**
 * Adds stays that another service had, and says what they are here, in the same order; undefined for those that are more
 * than an address may have. Nobody here has vouched for their mail addresses: no code is sent there until somebody does.
 */
export async function bring(
  ctx: Ctx<'not_found'>,
  addressId: number,
  stays: readonly BroughtStay[],
): Promise<(string | undefined)[]> {
  const address = await addresses.get(ctx, addressId)
  const times = addresses.timesOf(ctx, address)
  const free = ctx.limits.reservationsPerAddress - (await store.count(ctx.db, ctx.accountId, addressId))
  const rows = stays.slice(0, Math.max(free, 0)).map((stay) =>
    newRow(
      ctx,
      times,
      { ...stay, addressId },
      {
        state: stay.isCanceled ? 'canceled' : 'accepted',
        check_in_time: stay.checkInTime,
        check_out_time: stay.checkOutTime,
        auto_off: stay.hasCode ? 1 : 0,
      },
    ),
  )
  if (rows.length > 0) await store.insert(ctx.db, rows)
  ctx.afterCommit(() => ctx.wake.notify('stay'))
  return stays.map((_, i) => rows[i]?.id)
}
