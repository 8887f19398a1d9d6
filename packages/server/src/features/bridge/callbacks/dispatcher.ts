import { type Ctx, type Platform, systemContext } from '../../../platform/context.ts'
import type { Db, Engine } from '../../../platform/store/database.ts'
import { type Hold, type QueueStore, WorkQueue } from '../../../platform/work/queue.ts'
import * as events from '../../events/log/service.ts'
import * as smartlocks from '../../locks/service.ts'
import { presentCallback } from '../devices.ts'
import { type News, newsOf, restMs, worthTelling } from './rules.ts'
import * as store from './store.ts'

/** When a process dies, another one goes on after this. */
const LEASE_MS = 30_000
/** Longer than an attempt can take: none begins that could outlast the lease. */
const ATTEMPT_MS = 12_000
/** Receivers served at a time: those that hang wait for time-outs, and must not hold up the others. */
const AT_ONCE = 64
const EVENTS = 100
/** So long a program may take for an answer. */
const ANSWER_MS = 2000
/** How long posts under way get to end when the service stops. */
const STOP_MS = 3000

export interface BridgeCallbacks {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Posts changes of devices to the programs that asked for it; each is served by one process at a time. */
export function createBridgeCallbacks(
  platform: Platform,
  db: Db,
  accountsWithBridge: () => Promise<ReadonlySet<number>>,
): BridgeCallbacks {
  const ctx = systemContext(platform, db, 0)
  const queue = new WorkQueue<store.CallbackRow, string>(platform, queueStore(db, platform.engine), {
    name: 'bridge',
    what: 'telling a bridge program',
    channel: 'event',
    places: { all: AT_ONCE },
    lease: { ms: LEASE_MS },
    idsOf: ({ id }) => [id],
    wakeKeyOf: ({ account_id: accountId }) => accountId,
    async beforeLook(about) {
      if (about === 'all') return about
      const wanted = (await accountsWithBridge()).intersection(about)
      return wanted.size > 0 ? wanted : null
    },
    run: (row, hold) => tellAll({ ...ctx, accountId: row.account_id }, row, hold),
  })
  return { start: () => queue.start(), stop: () => queue.stop(STOP_MS) }
}

const queueStore = (db: Db, engine: Engine): QueueStore<store.CallbackRow, string, 'all'> => ({
  clear: () => store.clear(db),
  hasDue: (wanted) => store.hasDue(db, wanted),
  claim: (wanted) => store.claim(db, engine, wanted),
  renew: (owner, ids, until) => store.renew(db, owner, ids, until),
  giveBack: (owner, ids) => store.giveBack(db, owner, ids),
  nextDue: () => store.nextDue(db),
  countDue: (now) => store.countDue(db, now),
})

/** Page by page. Who does not answer rests, and hears then how things are by that time. */
async function tellAll(ctx: Ctx<never>, claimed: store.CallbackRow, hold: Hold<string>): Promise<void> {
  let row: store.CallbackRow | undefined = claimed
  while (row && hold.lastsFor(ATTEMPT_MS)) {
    const page: events.EventPage | undefined = await events.pageAfter(ctx.db, ctx.accountId, {
      after: row.last_event_id,
      features: ['DEVICE_STATUS', 'DEVICE_LOGS'],
      apiKeyId: null,
      limits: undefined,
      reach: undefined,
      limit: EVENTS,
    })
    if (!page) break
    const upTo = await tell(ctx, row, page.rows, hold)
    const isDone = upTo === undefined
    if (!isDone && hold.isStopping()) return
    row = await store.progress(ctx.db, hold.owner, row.id, {
      last_event_id: upTo ?? page.next,
      ...failuresOf(ctx, row, isDone),
    })
    if (!isDone) break
  }
  if (!hold.isStopping()) await store.giveBack(ctx.db, hold.owner, [claimed.id])
}

const failuresOf = (ctx: Ctx<never>, { failures }: store.CallbackRow, isDone: boolean) =>
  isDone
    ? { failures: 0, next_at: 0 }
    : { failures: failures + 1, next_at: ctx.clock.now() + restMs(failures + 1) }

/** Undefined when all were told; otherwise the last event before the one that nobody took. */
async function tell(
  ctx: Ctx<never>,
  { url, last_event_id: from }: store.CallbackRow,
  rows: readonly events.EventRow[],
  hold: Hold<string>,
): Promise<string | undefined> {
  const relevant = rows.flatMap((row) => {
    const news = newsOf(row.payload)
    return news ? [{ id: row.id, smartlock_id: row.smartlock_id, news }] : []
  })
  const told = worthTelling(relevant, ctx.clock.now())
  const locks = await smartlocks.views(ctx, [...new Set(told.map(({ news }) => news.smartlockId))])
  const rowOf = new Map(locks.map(({ row }) => [row.smartlock_id, row]))
  let last = from
  for (const { id, news } of told) {
    const lock = rowOf.get(news.smartlockId)
    if (lock) {
      if (!hold.lastsFor(ATTEMPT_MS)) return last
      if (!(await isTaken(ctx, url, messageOf(ctx, lock, news)))) {
        hold.noteFailure()
        return last
      }
    }
    last = id
  }
  return undefined
}

/** Bridges do not wait for an answer, and some programs give none: who took the message has been told. */
async function isTaken(
  ctx: Ctx<never>,
  url: string,
  message: ReturnType<typeof messageOf>,
): Promise<boolean> {
  const result = await ctx.outbound.post({ url, reach: 'near', withinMs: ANSWER_MS, ...message })
  return result.isSilent === true || (result.status !== undefined && result.status < 300)
}

function messageOf(ctx: Ctx<never>, lock: smartlocks.SmartlockRow, { state, rungAt }: News) {
  const now = ctx.clock.now()
  const device = {
    smartlockId: lock.smartlock_id,
    type: lock.type,
    state: state ?? smartlocks.shownState(lock, now),
  }
  return {
    headers: { 'content-type': 'application/json', 'user-agent': 'Latchwork' },
    body: JSON.stringify(presentCallback(device, rungAt, now)),
  }
}
