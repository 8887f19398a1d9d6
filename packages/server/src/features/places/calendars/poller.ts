import type { ServiceId } from '@latchwork/contract'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/work/work-loop.ts'
import { type CalendarSource, type Fetched, fetchFeed } from './fetch.ts'
import { type FeedSettings, finish } from './fetch-result.ts'
import type { CalendarReader } from './ics/service.ts'
import { sealContext } from './service.ts'
import * as store from './store.ts'

/** Longer than a fetch can take. */
const LEASE_MS = 120_000
/** Calendars fetched at the same time, each of another account: one slow server holds up no other. */
const AT_ONCE = 8

/** Fetches linked calendars by the clock. A link is leased by one process at a time. */
const sourceOf = (ctx: Ctx<never>, link: store.LinkRow): CalendarSource => ({
  url: ctx.sealer.open(link.url_sealed, sealContext(link.account_id)),
  serviceId: link.service_id as ServiceId,
  addressId: link.address_id,
  etag: link.etag,
  lastModified: link.last_modified,
})

export function createFeedPoller(
  platform: Platform,
  db: Db,
  reader: CalendarReader,
  settings: FeedSettings,
): WorkLoop {
  const system = systemContext(platform, db, 0)
  const owner = platform.ids.random()

  let stopped = false
  /** Accounts whose calendar is on the way, one each: nobody waits for the hundred calendars of somebody else. */
  const visits = new Map<number, Promise<void>>()

  async function pass(): Promise<void> {
    const limit = AT_ONCE - visits.size
    if (stopped || limit <= 0) return
    const now = system.clock.now()
    const lease = { now, until: now + LEASE_MS, owner, limit, except: [...visits.keys()] }
    for (const link of await store.claimDue(db, system.engine, lease)) begin(link)
  }

  function begin(link: store.LinkRow): void {
    const { account_id: accountId } = link
    const visited = visit({ ...system, accountId }, link).finally(() => {
      visits.delete(accountId)
      // What else is due of this account was passed over.
      if (!stopped) void loop.run()
    })
    visits.set(accountId, visited)
  }

  async function visit(ctx: Ctx<never>, link: store.LinkRow): Promise<void> {
    try {
      const fetched: Fetched = settings.enabled.includes(link.service_id as ServiceId)
        ? await fetchFeed(ctx, sourceOf(ctx, link), reader)
        : { kind: 'failed', code: 'switched_off', error: 'The operator has switched this service off.' }
      await inTransaction(ctx, (tx) => finish(tx, link.link_id, owner, fetched, settings))
    } catch (error) {
      // The lease ends by itself, and then it is tried again.
      ctx.log.error({ err: error, link: link.link_id }, 'a calendar could not be brought in')
    }
  }

  const loop = createWorkLoop(platform, 'feed', 'fetching calendars', pass, () => store.nextDue(db))

  async function idle(): Promise<void> {
    await loop.idle()
    while (visits.size > 0) {
      await Promise.all(visits.values())
      await loop.idle()
    }
  }

  return {
    start: loop.start,
    async run() {
      await loop.run()
      await idle()
    },
    idle,
    async stop() {
      stopped = true
      await loop.stop()
      await Promise.all(visits.values())
    },
  }
}
