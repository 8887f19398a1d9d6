import { toWireDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import * as smartlocks from '../../../locks/service.ts'
import * as addresses from '../../addresses/service.ts'
import { codeNameOf } from '../rules.ts'
import type { ReservationRow } from '../store.ts'

/** What people are alerted to about stays (D183). It is only noted, so the stay and its locks may be held. */

async function aboutStay(ctx: Ctx<never>, { id, address_id, name }: ReservationRow) {
  const address = await addresses.find(ctx, address_id)
  return {
    subject: codeNameOf(name),
    timeZone: address?.time_zone ?? ctx.defaultTimeZone,
    path: `/stays/${address_id}/${id}`,
  }
}

export const guestArrived = async (ctx: Ctx<never>, row: ReservationRow): Promise<void> =>
  ctx.ports.alertRaised(ctx, { kind: 'arrival', key: row.id, ...(await aboutStay(ctx, row)) })

/** Once a day at most, also where it is tried again and again. */
export async function codeNotReady(
  ctx: Ctx<never>,
  row: ReservationRow,
  smartlockIds: readonly number[] = [],
): Promise<void> {
  const names = await smartlocks.namesOf(ctx, smartlockIds)
  const key = `${row.id}:${toWireDate(ctx.clock.now()).slice(0, 10)}`
  const doors = [...names.values()]
  await ctx.ports.alertRaised(ctx, { kind: 'codeNotReady', key, doors, ...(await aboutStay(ctx, row)) })
}
