import type { CalendarCheck, ServiceId } from '@latchwork/contract'
import { fail } from '../../../platform/app-error.ts'
import { toWireDate } from '../../../platform/clock.ts'
import type { RequestCtx } from '../../../platform/context.ts'
import * as addresses from '../addresses/service.ts'
import { type Fetched, fetchFeed } from './fetch.ts'
import type { CalendarReader } from './ics/service.ts'
import { assertAllowed, assertEnabled } from './service.ts'

type CheckRefusal = 'service_disabled' | 'url_not_allowed' | 'not_found' | 'rate_limited'

/** Each holds up to 2 MiB while it waits for its turn. */
const AT_ONCE = { account: 2, all: 16 }

type Check = (
  ctx: RequestCtx<CheckRefusal>,
  serviceId: ServiceId,
  body: { url: string; addressId: number },
) => Promise<CalendarCheck>

/** Fetches a calendar once and stores nothing: what works is known before it takes the place of another (D67). */
export function createCheck(enabled: readonly ServiceId[], reader: CalendarReader): Check {
  const underWay: number[] = []
  return async (ctx, serviceId, { url, addressId }) => {
    assertEnabled(ctx, serviceId, enabled)
    assertAllowed(ctx, url)
    await addresses.get(ctx, addressId)
    const own = underWay.filter((accountId) => accountId === ctx.accountId).length
    if (own >= AT_ONCE.account || underWay.length >= AT_ONCE.all)
      fail('rate_limited', { retryAfterSeconds: 5 })
    underWay.push(ctx.accountId)
    try {
      const source = { url, serviceId, addressId, etag: null, lastModified: null }
      return outcomeOf(await fetchFeed(ctx, source, reader), ctx.clock.now())
    } finally {
      underWay.splice(underWay.indexOf(ctx.accountId), 1)
    }
  }
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
