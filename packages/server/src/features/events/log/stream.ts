import type { EventOutlet, StreamRequest } from '../../../http/event-stream.ts'
import type { Ctx, Principal, RequestCtx, TokenLimits } from '../../../platform/context.ts'
import { frameOf } from './present.ts'
import { isAbout, oldestKept, visibleFeatures } from './rules.ts'
import { pageAfter } from './service.ts'
import * as store from './store.ts'

const HEARTBEAT_MS = 15_000
/** The safety net when a wake-up was lost. */
const POLL_MS = 1000
const PAGE = 500

interface Subscriber {
  readonly outlet: EventOutlet
  readonly accountId: number
  readonly apiKeyId: number | null
  readonly revalidate: StreamRequest['revalidate']
  features: ReadonlySet<string>
  limits: TokenLimits | undefined
  /** When the token ends by itself. */
  expiresAt: number
  /** Everything up to here was sent or is not for this client. */
  cursor: string
  /** True once it has caught up: from then on it is fed from the shared reading of its account. */
  isLive: boolean
}

/** The streams of one account share one reading of the log, however many there are. */
interface Tail {
  readonly accountId: number
  readonly subscribers: Set<Subscriber>
  cursor: string
  reading: Promise<void> | undefined
  again: boolean
}

/** How many there are of each; what there is none of is forgotten. */
class Count<K> {
  readonly #counts = new Map<K, number>()

  of(key: K): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: K, n: number): void {
    const sum = this.of(key) + n
    if (sum > 0) this.#counts.set(key, sum)
    else this.#counts.delete(key)
  }
}

export interface EventStreams {
  start(): void
  /** Serves one client until it goes, its token dies or the service stops. */
  serve(ctx: RequestCtx<'quota_exceeded'>, request: StreamRequest, after: string | undefined): Promise<void>
  stop(): void
}

/** The live tap of the event log (D93). */
export function createEventStreams(system: Ctx<never>): EventStreams {
  const tails = new Map<number, Tail>()
  const openByToken = new Count<string>()
  const openByAccount = new Count<number>()
  const stops: (() => void)[] = []

  /** Sends what is new to everybody of the account; one reading at a time. */
  function advance(tail: Tail): Promise<void> {
    tail.again = true
    tail.reading ??= (async () => {
      while (tail.again && tail.subscribers.size > 0) {
        tail.again = false
        const rows = await store.listAll(system.db, tail.accountId, tail.cursor, PAGE)
        for (const row of rows) broadcast(tail, row, system.clock.now())
        if (rows.length === PAGE) tail.again = true
      }
    })()
      .catch((error: unknown) => system.log.error({ err: error }, 'reading the event log failed'))
      .finally(() => {
        tail.reading = undefined
      })
    return tail.reading
  }

  const advanceAll = () => {
    for (const tail of tails.values()) void advance(tail)
  }

  async function tailOf(accountId: number): Promise<Tail> {
    const known = tails.get(accountId)
    if (known) return known
    const cursor = (await store.findHead(system.db, accountId)) ?? ''
    const tail = tails.get(accountId) ?? {
      accountId,
      subscribers: new Set(),
      cursor,
      reading: undefined,
      again: false,
    }
    tails.set(accountId, tail)
    return tail
  }

  function leave({ tokenId, ownerAccountId }: Principal): void {
    openByToken.add(tokenId, -1)
    openByAccount.add(ownerAccountId, -1)
  }

  /** Counted before anything is awaited, so that calls at the same time cannot all be the last that fits. */
  function enter(ctx: RequestCtx<'quota_exceeded'>): void {
    const { tokenId, ownerAccountId } = ctx.principal
    const { streamsPerToken, streamsPerAccount } = ctx.limits
    const refuse = (limit: number, of: string) =>
      ctx.fail('quota_exceeded', { message: `At most ${limit} event streams per ${of}.` })
    if (openByToken.of(tokenId) >= streamsPerToken) refuse(streamsPerToken, 'token')
    if (openByAccount.of(ownerAccountId) >= streamsPerAccount) refuse(streamsPerAccount, 'account')
    openByToken.add(tokenId, 1)
    openByAccount.add(ownerAccountId, 1)
  }

  async function revalidateAll(): Promise<void> {
    for (const tail of [...tails.values()]) {
      for (const subscriber of [...tail.subscribers]) await revalidate(system, subscriber)
    }
  }

  /** Every commit wakes the streams, so a moved clock need not stop for their safety net: one look at its end is enough. */
  const nothingDue = async () => undefined

  /** Armed again once the work is under way: a clock that is moved far ahead must not find it due a million times. */
  function repeat(everyMs: number, work: () => void): void {
    let cancel = () => {}
    let isStopped = false
    const again = () => {
      if (isStopped) return
      cancel = system.clock.after(
        everyMs,
        () => {
          work()
          queueMicrotask(again)
        },
        nothingDue,
      )
    }
    again()
    stops.push(() => {
      isStopped = true
      cancel()
    })
  }

  return {
    start() {
      stops.push(
        system.wake.listen('event', advanceAll),
        system.wake.listen('credential', () => void revalidateAll()),
      )
      repeat(POLL_MS, advanceAll)
      repeat(HEARTBEAT_MS, () => {
        for (const tail of tails.values()) for (const { outlet } of tail.subscribers) outlet.write(':\n\n')
        void revalidateAll()
      })
    },
    async serve(ctx, request, after) {
      enter(ctx)
      const tail = await tailOf(ctx.accountId).catch((error: unknown) => {
        leave(ctx.principal)
        throw error
      })
      const subscriber = subscribe(ctx, request, tail, request.lastEventId ?? after)
      tail.subscribers.add(subscriber)
      system.metrics.eventStreams.inc()
      subscriber.outlet.onClose(() => {
        tail.subscribers.delete(subscriber)
        if (tail.subscribers.size === 0) tails.delete(tail.accountId)
        system.metrics.eventStreams.dec()
        leave(ctx.principal)
      })
      // Revoked while the stream was being opened: nobody would have told it.
      await revalidate(system, subscriber)
      await catchUp(system, tail, subscriber)
    },
    stop() {
      for (const stop of stops) stop()
      for (const tail of tails.values()) for (const { outlet } of tail.subscribers) outlet.end()
    },
  }
}

/** Opens the answer and finds where it begins: at the cursor, at the oldest event when that is too old, or now. */
function subscribe(
  ctx: RequestCtx<never>,
  request: StreamRequest,
  tail: Tail,
  since: string | undefined,
): Subscriber {
  const outlet = request.open()
  const oldest = oldestKept(ctx.clock.now(), ctx.limits.eventRetentionMs)
  const isExpired = since !== undefined && (!/^[0-9a-f]{24}$/.test(since) || since < oldest)
  if (isExpired) outlet.write('event: reset\ndata: {}\n\n')
  return {
    outlet,
    accountId: ctx.accountId,
    apiKeyId: ctx.principal.apiKeyId,
    revalidate: request.revalidate,
    features: new Set(visibleFeatures(ctx.principal)),
    limits: ctx.principal.limits,
    expiresAt: ctx.principal.expiresAt,
    cursor: isExpired ? oldest : (since ?? tail.cursor),
    isLive: false,
  }
}

/** Reads on until nothing is left between the client and the shared reading; then, in the same moment, joins it. */
async function catchUp(system: Ctx<never>, tail: Tail, subscriber: Subscriber): Promise<void> {
  while (subscriber.outlet.isOpen) {
    if (subscriber.cursor >= tail.cursor) {
      subscriber.isLive = true
      return
    }
    const page = await pageAfter(system.db, subscriber.accountId, {
      after: subscriber.cursor,
      features: [...subscriber.features] as never[],
      apiKeyId: subscriber.apiKeyId,
      limits: subscriber.limits,
      limit: PAGE,
    })
    for (const row of page?.rows ?? []) subscriber.outlet.write(frameOf(row))
    // Without a page the rows up to the shared reading are past their time and gone.
    subscriber.cursor = page?.next ?? tail.cursor
    await subscriber.outlet.drained()
  }
}

/** The frame is built once, whoever gets it. */
function broadcast(tail: Tail, row: store.EventRow, now: number): void {
  let frame: Buffer | undefined
  for (const subscriber of tail.subscribers) {
    if (!subscriber.isLive || subscriber.cursor >= row.id) continue
    subscriber.cursor = row.id
    if (subscriber.expiresAt <= now) subscriber.outlet.end()
    if (!sees(subscriber, row)) continue
    frame ??= frameOf(row)
    subscriber.outlet.write(frame)
  }
  tail.cursor = row.id
}

const sees = (subscriber: Subscriber, row: store.EventRow): boolean =>
  isAbout(subscriber.limits, row) &&
  (row.feature === 'CALLBACK'
    ? row.api_key_id !== null && row.api_key_id === subscriber.apiKeyId
    : subscriber.features.has(row.feature))

/** A dead token ends the stream; a token with other scopes sees other features. */
async function revalidate(system: Ctx<never>, subscriber: Subscriber): Promise<void> {
  try {
    const principal: Principal | undefined = await subscriber.revalidate()
    if (!principal) return subscriber.outlet.end()
    subscriber.features = new Set(visibleFeatures(principal))
    subscriber.limits = principal.limits
    subscriber.expiresAt = principal.expiresAt
  } catch (error) {
    // Nobody can say whether the token still counts; the client comes back and is asked anew.
    system.log.warn({ err: error }, 'a stream ended because its token could not be checked')
    subscriber.outlet.end()
  }
}
