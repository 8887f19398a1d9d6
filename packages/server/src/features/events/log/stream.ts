import type { StreamRequest } from '../../../http/event-stream.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Ctx, Principal, RequestCtx } from '../../../platform/context.ts'
import type { Woken } from '../../../platform/work/wake.ts'
import { RESET, type StreamFormat } from './present.ts'
import { oldestKept, visibleFeatures } from './rules.ts'
import * as store from './store.ts'
import { StreamQuota } from './stream-quota.ts'
import { type Subscriber, Tail } from './stream-tail.ts'

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
  const stops: (() => void)[] = []
  let isStopped = false

  const advance = (about: Woken) => {
    for (const tail of about === 'all' ? tails.values() : named(tails, about)) void tail.advance()
  }

  const revalidateAll = () => revalidateEach(system, [...tails.values()])

  const poll = () => {
    advanceMissed(system, tails).catch((error: unknown) =>
      system.log.error({ err: error }, 'reading the event log failed'),
    )
  }

  return {
    start() {
      stops.push(
        system.wake.listen('event', advance),
        // A sub-account's streams are its master's by the account, and their tokens its own.
        system.wake.listen('credential', () => void revalidateAll()),
        repeat(system.clock, POLL_MS, poll),
        repeat(system.clock, HEARTBEAT_MS, () => {
          for (const tail of tails.values()) for (const { outlet } of tail.subscribers) outlet.write(':\n\n')
          void revalidateAll()
        }),
      )
    },
    async serve(ctx, request, asked) {
      quota.enter(ctx)
      const tail = await tailOf(system, tails, ctx.accountId).catch((error: unknown) => {
        quota.leave(ctx.principal)
        throw error
      })
      const subscriber = subscribe(ctx, request, tail, asked)
      tail.subscribers.add(subscriber)
      system.metrics.eventStreams.inc()
      subscriber.outlet.onClose(() => {
        tail.subscribers.delete(subscriber)
        if (tail.subscribers.size === 0) tails.delete(tail.accountId)
        system.metrics.eventStreams.dec()
        quota.leave(ctx.principal)
      })
      if (isStopped) return subscriber.outlet.end()
      // Revoked while the stream was being opened: nobody would have told it.
      await revalidate(system, subscriber)
      await tail.catchUp(subscriber)
    },
    stop() {
      isStopped = true
      for (const stop of stops) stop()
      for (const tail of tails.values()) for (const { outlet } of tail.subscribers) outlet.end()
    },
  }
}

/** What a wake-up was lost for: one statement for all accounts that have streams. */
async function advanceMissed(system: Ctx<never>, tails: ReadonlyMap<number, Tail>): Promise<void> {
  const heads = tails.size > 0 ? await store.listHeads(system.db, tails.keys()) : []
  for (const { account_id, id } of heads) {
    const tail = tails.get(account_id)
    if (tail && id !== null && id > tail.cursor) void tail.advance()
  }
}

async function tailOf(system: Ctx<never>, tails: Map<number, Tail>, accountId: number): Promise<Tail> {
  const known = tails.get(accountId)
  if (known) return known
  const cursor = (await store.findHead(system.db, accountId)) ?? ''
  const tail = tails.get(accountId) ?? new Tail(system, accountId, cursor)
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
    apiKeyId: ctx.principal.apiKeyId,
    format,
    revalidate: request.revalidate,
    features: new Set(visibleFeatures(ctx.principal)),
    bounds: ctx.principal,
    expiresAt: ctx.principal.expiresAt,
    cursor: isExpired ? oldest : (since ?? tail.cursor),
    isLive: false,
  }
}

async function revalidateEach(system: Ctx<never>, tails: readonly Tail[]): Promise<void> {
  for (const tail of tails) {
    for (const subscriber of [...tail.subscribers]) await revalidate(system, subscriber)
  }
}

/** A dead token ends the stream; a token with other scopes sees other features. */
async function revalidate(system: Ctx<never>, subscriber: Subscriber): Promise<void> {
  try {
    const principal: Principal | undefined = await subscriber.revalidate()
    if (!principal) return subscriber.outlet.end()
    subscriber.features = new Set(visibleFeatures(principal))
    subscriber.bounds = principal
    subscriber.expiresAt = principal.expiresAt
  } catch (error) {
    // Nobody can say whether the token still counts; the client comes back and is asked anew.
    system.log.warn({ err: error }, 'a stream ended because its token could not be checked')
    subscriber.outlet.end()
  }
}
