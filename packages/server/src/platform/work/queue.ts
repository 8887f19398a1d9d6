import { setTimeout as wait } from 'node:timers/promises'
import type { Platform } from '../context.ts'
import { createLeases, type Lease, type Leases } from './leases.ts'
import { together, type WakeChannel, type Woken } from './wake.ts'
import { createWorkLoop, type WorkLoop } from './work-loop.ts'

/** What is to be claimed. */
export interface Wanted<I, L> {
  /** This process. */
  owner: string
  now: number
  leasedUntil: number
  lane: L
  limit: number
  /** Only work that a wake-up was about is looked for. */
  about: Woken
  /** What this process works on: left alone even when its lease ran out under it, or it would be done twice at once. */
  except: readonly I[]
  /** Keys that have as much under way as they may. */
  exceptKeys: readonly number[]
}

/** A user's own statements. Each but `claim` touches only what the owner still has. */
export interface QueueStore<W, I, L> {
  /** Ends all leases, at the start of the only process there is. */
  clear?(): Promise<unknown>
  /** Looking costs no writer's turn, and most looks find nothing; without it every look is a claim. */
  hasDue?(wanted: Wanted<I, L>): Promise<boolean>
  /** Takes what is due and what nobody has, for as long as the lease. */
  claim(wanted: Wanted<I, L>): Promise<W[]>
  /** Prolongs leases, and returns those that are still the owner's. */
  renew(owner: string, ids: I[], until: number): Promise<readonly I[]>
  /** Ends leases of what was not begun. */
  giveBack(owner: string, ids: I[]): Promise<unknown>
  /** When there will be something to claim. */
  nextDue(): Promise<number | undefined>
  /** How much could be claimed, counted up to `COUNTED`; for the metric. */
  countDue(now: number): Promise<number>
}

/** Nobody needs to know how many thousands wait, and counting them takes time. */
export const COUNTED = 1000

/** One piece of work, while this process has it. */
export interface Hold<I> {
  readonly owner: string
  /** False when it may be somebody else's by now, as after the process was frozen: then it is not gone on with. */
  isOurs(id: I): boolean
  /** Whether something that takes so long may begin: not when it could outlast the lease, nor while the service stops. */
  lastsFor(ms: number): boolean
  /** What is cut off while the service stops says nothing about whoever was asked. */
  isStopping(): boolean
  /** Counts a failure that the user of the queue deals with. */
  noteFailure(): void
}

export interface QueueTerms<W, I extends string | number, L extends string> {
  /** In metrics. */
  name: string
  /** In logs: what is being done. */
  what: string
  /** Tells that something is due sooner than known. */
  channel: WakeChannel
  /** How many pieces are under way at a time in this process. A lane that is full holds up no other. */
  places: Readonly<Record<L, number>>
  /** How many are claimed at once; as many as there are places unless told. */
  batch?: number
  /** How many places of a lane are free before more is claimed; 1 unless told. */
  refillAt?: number
  lease: { ms: number; renewMs?: number }
  /** Pieces of one key under way at a time: who has a hundred waits for their own. */
  perKey?: { limit: number; keyOf(work: W): number | null }
  /** What is leased for a piece of work. */
  idsOf(work: W): readonly I[]
  /** The key of a wake-up about it. When a piece ends only that is looked at again; everything unless told. */
  wakeKeyOf?(work: W): number
  /** Done before each look. Returns what is left to look for; null for nothing. */
  beforeLook?(about: Woken): Promise<Woken | null>
  /** Does one piece, and stores that it is done or put off. When it throws the lease is left to end, or put off. */
  run(work: W, hold: Hold<I>): Promise<void>
  /** How long a piece rests that could not even be tried so many times in a row; until its lease ends unless told. */
  backOff?: {
    delayMs(times: number): number
    putOff(owner: string, ids: I[], until: number): Promise<unknown>
  }
  /** Time that is moved stands still meanwhile; not for what waits for strangers, who may hang. */
  holdsTime?: boolean
}

interface Piece<L> {
  readonly lane: L
  readonly key: number | null
  done: Promise<void>
}

/** Whose failures in a row are remembered; who fell out begins with the shortest rest again. */
const REMEMBERED = 10_000

/**
 * Durable work, leased by one process at a time. It looks when woken up, when a piece ends and by the clock, claims as
 * much as there are places for, renews the leases for as long as it works, and gives what it did not begin back. When
 * a process dies its leases end, and another goes on.
 */
export class WorkQueue<W, I extends string | number, L extends string = 'all'> {
  readonly #platform: Platform
  readonly #store: QueueStore<W, I, L>
  readonly #terms: QueueTerms<W, I, L>
  readonly #owner: string
  readonly #leases: Leases<I>
  readonly #loop: WorkLoop
  readonly #pieces = new Set<Piece<L>>()
  readonly #failures = new Map<I, number>()
  #isStopping = false
  #taken = 0
  /** Looked for when there was no place for it, or none for its key. */
  #missed: Woken | undefined

  constructor(platform: Platform, store: QueueStore<W, I, L>, terms: QueueTerms<W, I, L>) {
    this.#platform = platform
    this.#store = store
    this.#terms = terms
    this.#owner = platform.ids.random()
    const { ms: leaseMs, renewMs } = terms.lease
    const renew = (ids: I[], until: number) => store.renew(this.#owner, ids, until)
    this.#leases = createLeases(platform.clock, platform.log, { leaseMs, renewMs, renew })
    this.#loop = createWorkLoop(
      platform,
      terms.channel,
      `looking for work (${terms.name})`,
      (about) => this.#look(about),
      () => store.nextDue(),
      terms.holdsTime ? () => this.idle() : undefined,
    )
  }

  async start(): Promise<void> {
    if (this.#platform.engine === 'sqlite') await this.#store.clear?.()
    this.#platform.metrics.queues.measure(this.#terms.name, () =>
      this.#store.countDue(this.#platform.clock.now()),
    )
    this.#loop.start()
  }

  /** Nothing begins any more. What is under way ends first, or is cut off after a while where one is given. */
  async stop(patienceMs?: number, cutOff?: () => Promise<unknown>): Promise<void> {
    this.#isStopping = true
    this.#platform.metrics.queues.forget(this.#terms.name)
    await this.#loop.stop()
    const ended = Promise.all([...this.#pieces].map(({ done }) => done))
    const limit = patienceMs === undefined ? ended : wait(patienceMs, 'over' as const, { ref: false })
    if ((await Promise.race([ended, limit])) === 'over') {
      this.#platform.log.warn({ pieces: this.#pieces.size }, `${this.#terms.what}: cut off, done again later`)
      await cutOff?.().then(() => ended)
    }
    this.#leases.stop()
  }

  /** Does all that is due now, and says how much that was. */
  async run(): Promise<number> {
    const before = this.#taken
    await this.#loop.run()
    await this.idle()
    return this.#taken - before
  }

  /** Resolves when nothing is being looked for or done. */
  async idle(): Promise<void> {
    await this.#loop.idle()
    while (this.#pieces.size > 0) {
      await Promise.all([...this.#pieces].map(({ done }) => done))
      await this.#loop.idle()
    }
  }

  async #look(about: Woken): Promise<void> {
    if (this.#isStopping) return
    const { beforeLook, places } = this.#terms
    const wanted = beforeLook ? await beforeLook(about) : about
    if (wanted === null) return
    for (const lane of Object.keys(places) as L[]) while (await this.#fill(lane, wanted));
  }

  /** Whether there may be more to claim. */
  async #fill(lane: L, about: Woken): Promise<boolean> {
    if (this.#isStopping) return false
    const look = this.#wanted(lane, about)
    // Hidden by what is under way: looked for again when some of that ends.
    if (look.limit === 0 || look.exceptKeys.length > 0) this.#missed = together(this.#missed, about)
    if (look.limit === 0 || (await this.#store.hasDue?.(look)) === false) return false
    const wanted = this.#wanted(lane, about)
    const claimed = await this.#store.claim(wanted)
    const notBegun = claimed.filter((work) => !this.#begin(work, wanted))
    if (notBegun.length > 0) {
      this.#missed = together(this.#missed, about)
      const ids = notBegun.flatMap((work) => this.#terms.idsOf(work))
      await this.#store.giveBack(this.#owner, ids)
    }
    return claimed.length >= wanted.limit
  }

  /** How many may be claimed. */
  #room(lane: L): number {
    const { places, batch = places[lane], refillAt = 1 } = this.#terms
    const free = places[lane] - [...this.#pieces].filter((piece) => piece.lane === lane).length
    return free < refillAt ? 0 : Math.min(free, batch)
  }

  #wanted(lane: L, about: Woken): Wanted<I, L> {
    const { lease, perKey } = this.#terms
    const now = this.#platform.clock.now()
    const keys = [...this.#underWayOf()].filter(([, n]) => n >= (perKey?.limit ?? Number.POSITIVE_INFINITY))
    return {
      owner: this.#owner,
      now,
      leasedUntil: now + lease.ms,
      lane,
      limit: this.#room(lane),
      about,
      except: this.#leases.ids(),
      exceptKeys: keys.map(([key]) => key),
    }
  }

  #underWayOf(): Map<number, number> {
    const counts = new Map<number, number>()
    for (const { key } of this.#pieces) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts
  }

  /** False when it has to wait: the service stops, or the claim brought more of its key than may be under way. */
  #begin(work: W, { lane, leasedUntil }: Wanted<I, L>): boolean {
    const { perKey, idsOf } = this.#terms
    const key = perKey?.keyOf(work) ?? null
    if (this.#isStopping) return false
    if (perKey && key !== null && (this.#underWayOf().get(key) ?? 0) >= perKey.limit) return false
    const ids = idsOf(work)
    const piece: Piece<L> = { lane, key, done: Promise.resolve() }
    this.#pieces.add(piece)
    this.#taken += ids.length
    this.#platform.metrics.queues.taken.inc({ queue: this.#terms.name }, ids.length)
    const lease = this.#leases.take(ids, leasedUntil)
    piece.done = this.#serve(work, lease).finally(() => {
      lease.end()
      this.#pieces.delete(piece)
      if (!this.#isStopping) void this.#loop.run(this.#hiddenBy(work))
    })
    return true
  }

  /** What came since the last look may have found its place taken, its key, or itself under way. */
  #hiddenBy(work: W): Woken {
    const { wakeKeyOf } = this.#terms
    const about = together(this.#missed, wakeKeyOf ? new Set([wakeKeyOf(work)]) : 'all')
    this.#missed = undefined
    return about
  }

  async #serve(work: W, lease: Lease<I>): Promise<void> {
    const { name: queue, run, idsOf } = this.#terms
    const { queues } = this.#platform.metrics
    const ended = queues.duration.startTimer({ queue })
    queues.underWay.inc({ queue })
    try {
      await run(work, {
        owner: this.#owner,
        isOurs: lease.isOurs,
        lastsFor: (ms) => !this.#isStopping && lease.lastsFor(ms),
        isStopping: () => this.#isStopping,
        noteFailure: () => queues.failed.inc({ queue }),
      })
      for (const id of idsOf(work)) this.#failures.delete(id)
    } catch (error) {
      queues.failed.inc({ queue })
      await this.#putOff([...idsOf(work)], error)
    } finally {
      queues.underWay.dec({ queue })
      ended()
    }
  }

  /** Something is wrong on our side: trying again at once would not help. */
  async #putOff(ids: I[], error: unknown): Promise<void> {
    const { what, backOff } = this.#terms
    const { log, clock } = this.#platform
    const times = Math.max(...ids.map((id) => this.#failures.get(id) ?? 0)) + 1
    log.error({ err: error, ids, times }, `${what} failed`)
    if (!backOff) return
    for (const id of ids) this.#failures.delete(id)
    for (const id of ids) this.#failures.set(id, times)
    for (const id of this.#failures
      .keys()
      .take(Math.max(this.#failures.size - REMEMBERED, 0))
      .toArray())
      this.#failures.delete(id)
    await backOff
      .putOff(this.#owner, ids, clock.now() + backOff.delayMs(times))
      .catch((reason: unknown) => log.warn({ err: reason, ids }, `${what}: the lease has to run out`))
  }
}
