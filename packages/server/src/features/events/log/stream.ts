import type { StreamRequest } from '../../../http/event-stream.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Ctx, RequestCtx } from '../../../platform/context.ts'
import type { Turns } from '../../../platform/work/turns.ts'
import type { Woken } from '../../../platform/work/wake.ts'
import { RESET, type StreamFormat } from './present.ts'
import { oldestKept, visibleFeatures } from './rules.ts'
import * as store from './store.ts'
import { StreamQuota } from './stream-quota.ts'
import { createLooks, type Subscriber, Tail } from './stream-tail.ts'

const HEARTBEAT_MS = 15_000
/** The safety net when a wake-up was lost. */
const POLL_MS = 1000

export interface StreamQuery {
  after?: string
  format?: StreamFormat
}

export interface EventStreams {
  start(): void
  /** Serves one client until it goes, its token dies or the service stops. */
  serve(ctx: RequestCtx<'quota_exceeded'>, request: StreamRequest, asked: StreamQuery): Promise<void>
  stop(): void
}

/** The live tap of the event log (D93). */
export function createEventStreams(system: Ctx<never>): EventStreams {
  const tails = new Map<number, Tail>()
  const quota = new StreamQuota()
  const looks = createLooks()
  const stops: (() => void)[] = []
  let isStopped = false

  const advance = (about: Woken) => {
    for (const tail of about === 'all' ? tails.values() : named(tails, about)) void tail.advance()
  }

  const doubt = (about: Woken) => {
    for (const tail of tails.values()) tail.doubt(about)
  }
  const lookAtAll = atMostOnce(() => lookAtEach(tails))

  const poll = () => void advanceMissed(system, tails)

  return {
    start() {
      stops.push(
        system.wake.listen('event', advance),
        system.wake.listen('credential', doubt),
        repeat(system.clock, POLL_MS, poll),
        repeat(system.clock, HEARTBEAT_MS, () => {
          for (const tail of tails.values()) for (const { outlet } of tail.subscribers) outlet.write(':\n\n')
          lookAtAll()
        }),
      )
    },
    async serve(ctx, request, asked) {
      quota.enter(ctx)
      const tail = await tailOf(system, looks, tails, ctx.accountId).catch((error: unknown) => {
        quota.leave(ctx.principal)
        throw error
      })
      const subscriber = subscribe(ctx, request, tail, asked)
      tail.add(subscriber)
      system.metrics.eventStreams.inc()
      subscriber.outlet.onClose(() => {
        tail.subscribers.delete(subscriber)
        if (tail.subscribers.size === 0) tails.delete(tail.accountId)
        system.metrics.eventStreams.dec()
        quota.leave(ctx.principal)
      })
      if (isStopped) return subscriber.outlet.end()
      await tail.catchUp(subscriber)
    },
    stop() {
      isStopped = true
      for (const stop of stops) stop()
      void looks.stop()
      for (const tail of tails.values()) for (const { outlet } of tail.subscribers) outlet.end()
    },
  }
}

/** Finds what a wake-up was lost for; one after the other. */
async function lookAtEach(tails: ReadonlyMap<number, Tail>): Promise<void> {
  for (const tail of [...tails.values()])
    for (const subscriber of [...tail.subscribers]) await tail.lookAnew(subscriber)
}

/** What takes longer than the time between two calls is not begun a second time beside itself. */
function atMostOnce(work: () => Promise<void>): () => void {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    void work().finally(() => {
      isRunning = false
    })
  }
}

/** What a wake-up was lost for: one statement for all accounts that have streams. */
async function advanceMissed(system: Ctx<never>, tails: ReadonlyMap<number, Tail>): Promise<void> {
  try {
    const heads = tails.size > 0 ? await store.listHeads(system.db, tails.keys()) : []
    for (const { account_id, id } of heads) {
      const tail = tails.get(account_id)
      if (tail && id !== null && id > tail.cursor) void tail.advance()
    }
  } catch (error) {
    system.log.error({ err: error }, 'reading the event log failed')
  }
}

async function tailOf(
  system: Ctx<never>,
  looks: Turns<number>,
  tails: Map<number, Tail>,
  accountId: number,
): Promise<Tail> {
  const known = tails.get(accountId)
  if (known) return known
  const cursor = (await store.findHead(system.db, accountId)) ?? ''
  const tail = tails.get(accountId) ?? new Tail(system, looks, accountId, cursor)
  tails.set(accountId, tail)
  return tail
}

function* named(tails: ReadonlyMap<number, Tail>, accountIds: ReadonlySet<number>): Iterable<Tail> {
  for (const accountId of accountIds) {
    const tail = tails.get(accountId)
    if (tail) yield tail
  }
}

/** Every commit wakes the streams, so a moved clock need not stop for their safety net: one look at its end is enough. */
const nothingDue = async () => undefined

/** Armed again once the work is under way: a clock that is moved far ahead must not find it due a million times. */
function repeat(clock: Clock, everyMs: number, work: () => void): () => void {
  let cancel = () => {}
  let isStopped = false
  const workAndGoOn = () => {
    work()
    queueMicrotask(again)
  }
  function again(): void {
    if (!isStopped) cancel = clock.after(everyMs, workAndGoOn, nothingDue)
  }
  again()
  return () => {
    isStopped = true
    cancel()
  }
}

/** Opens the answer and finds where it begins: at the cursor, at the oldest event when that is too old, or now. */
function subscribe(
  ctx: RequestCtx<never>,
  request: StreamRequest,
  tail: Tail,
  { after, format = 'event' }: StreamQuery,
): Subscriber {
  const outlet = request.open()
  const since = request.lastEventId ?? after
  const oldest = oldestKept(ctx.clock.now(), ctx.limits.eventRetentionMs)
  const isExpired = since !== undefined && (!/^[0-9a-f]{24}$/.test(since) || since < oldest)
  if (isExpired) outlet.write(RESET[format])
  return {
    outlet,
    accountId: ctx.accountId,
    ownAccountId: ctx.principal.accountId,
    apiKeyId: ctx.principal.apiKeyId,
    format,
    revalidate: request.revalidate,
    features: new Set(visibleFeatures(ctx.principal)),
    bounds: ctx.principal,
    expiresAt: ctx.principal.expiresAt,
    cursor: isExpired ? oldest : (since ?? tail.cursor),
    isLive: false,
    changes: 0,
    known: 0,
    look: undefined,
  }
}
