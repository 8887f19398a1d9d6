import type { ServiceId } from '@latchwork/contract'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../../platform/context.ts'
import type { Db, Engine } from '../../../platform/store/database.ts'
import { type Hold, type QueueStore, WorkQueue } from '../../../platform/work/queue.ts'
import { type CalendarSource, type Fetched, fetchFeed } from './fetch.ts'
import { type FeedSettings, finish } from './fetch-result.ts'
import type { CalendarReader } from './ics/service.ts'
import { sealContext } from './service.ts'
import * as store from './store.ts'

/** When a process dies, another one goes on after this; so is a calendar that could not be brought in. */
const LEASE_MS = 120_000
/** Calendars fetched at the same time, each of another account: one slow server holds up no other. */
const AT_ONCE = 8

export interface FeedPoller {
  start(): Promise<void>
  stop(): Promise<void>
  /** Resolves when no calendar is on the way. */
  idle(): Promise<void>
}

/** Fetches linked calendars by the clock. A link is leased by one process at a time. */
export function createFeedPoller(
  platform: Platform,
  db: Db,
  reader: CalendarReader,
  settings: FeedSettings,
): FeedPoller {
  const system = systemContext(platform, db, 0)
  const queue = new WorkQueue<store.LinkRow, number>(platform, queueStore(db, platform.engine), {
    name: 'calendars',
    what: 'bringing in a calendar',
    channel: 'feed',
    places: { all: AT_ONCE },
    lease: { ms: LEASE_MS },
    // Nobody waits for the hundred calendars of somebody else.
    perKey: { limit: 1, keyOf: ({ account_id: accountId }) => accountId },
    idsOf: ({ link_id: linkId }) => [linkId],
    run: (link, hold) => visit({ ...system, accountId: link.account_id }, link, hold, reader, settings),
    holdsTime: true,
  })
  return { start: () => queue.start(), stop: () => queue.stop(), idle: () => queue.idle() }
}

const queueStore = (db: Db, engine: Engine): QueueStore<store.LinkRow, number, 'all'> => ({
  claim: (wanted) => store.claim(db, engine, wanted),
  renew: (owner, ids, until) => store.renew(db, owner, ids, until),
  giveBack: (owner, ids) => store.giveBack(db, owner, ids),
  nextDue: () => store.nextDue(db),
  countDue: (now) => store.countDue(db, now),
})

async function visit(
  ctx: Ctx<never>,
  link: store.LinkRow,
  hold: Hold<number>,
  reader: CalendarReader,
  settings: FeedSettings,
): Promise<void> {
  const fetched: Fetched = settings.enabled.includes(link.service_id as ServiceId)
    ? await fetchFeed(ctx, sourceOf(ctx, link), reader)
    : { kind: 'failed', code: 'switched_off', error: 'The operator has switched this service off.' }
  if (fetched.kind === 'failed') hold.noteFailure()
  await inTransaction(ctx, (tx) => finish(tx, link.link_id, hold.owner, fetched, settings))
}

const sourceOf = (ctx: Ctx<never>, link: store.LinkRow): CalendarSource => ({
  url: ctx.sealer.open(link.url_sealed, sealContext(link.account_id)),
  serviceId: link.service_id as ServiceId,
  addressId: link.address_id,
  etag: link.etag,
  lastModified: link.last_modified,
})
