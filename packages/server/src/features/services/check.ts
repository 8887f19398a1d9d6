import type { CalendarCheck, ServiceId } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { RequestCtx } from '../../platform/context.ts'
import * as addresses from '../addresses/service.ts'
import type { CalendarReader } from './calendar-reader.ts'
import { type Fetched, fetchFeed } from './fetch-feed.ts'
import { assertAllowed, assertEnabled } from './service.ts'

type CheckRefusal = 'service_disabled' | 'url_not_allowed' | 'not_found'

/** Fetches a calendar once and stores nothing: what works is known before it takes the place of another (D67). */
export async function check(
  ctx: RequestCtx<CheckRefusal>,
  serviceId: ServiceId,
  enabled: readonly ServiceId[],
  { url, addressId }: { url: string; addressId: number },
  reader: CalendarReader,
): Promise<CalendarCheck> {
  assertEnabled(ctx, serviceId, enabled)
  assertAllowed(ctx, url)
  await addresses.get(ctx, addressId)
  const source = { url, serviceId, addressId, etag: null, lastModified: null }
  return outcomeOf(await fetchFeed(ctx, source, reader), ctx.clock.now())
}

function outcomeOf(fetched: Fetched, now: number): CalendarCheck {
  if (fetched.kind === 'failed')
    return { success: false, bookings: 0, errorCode: fetched.code, error: fetched.error }
  const entries = 'entries' in fetched ? fetched.entries : []
  const coming = entries.filter((entry) => !entry.isCanceled && entry.endsAt > now)
  const first = coming.map(({ startsAt }) => startsAt).sort((a, b) => a - b)[0]
  return {
    success: true,
    bookings: coming.length,
    ...(first !== undefined && { firstDate: toWireDate(first) }),
  }
}
