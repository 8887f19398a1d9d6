import type { Platform } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { shareOfDevice } from '../../../schema/lock-shares.ts'
import type { Ownership } from './owner.ts'
import { divide } from './rules.ts'
import * as store from './store.ts'
import { createProcessWatch } from './watch.ts'

/** How often a process says that it is there, and looks who else is. */
const BEAT_MS = 500
/** Whoever was silent for so long serves nothing any more. */
const LEASE_MS = 2000
/** What a process itself relies on is a little less: its last message may still be on its way when it ends. */
const RELIED_ON_MS = LEASE_MS - 200
/** A new process gets shares of others only when it has shown that it stays. */
const SETTLED_AFTER_MS = 3000

export interface ShareEvents {
  /** These are ours from now on, or again after a while in which they were nobody's. */
  taken(shares: readonly number[]): void
  /** These are to go to others: resolves when nothing is under way for their locks. They are ours until then. */
  leaving(shares: readonly number[]): Promise<void>
  /** These are not ours any more, and whoever has them now did not wait. */
  lost(shares: readonly number[]): void
}

export interface LeasedOwnership extends Ownership {
  /** Resolves when this process has taken what was free. */
  start(events: ShareEvents): Promise<void>
  /** What it has and does not give away, also while it may not act because it was silent for too long. */
  held(): readonly number[]
  /** Looks at once: the link to the broker came or went. */
  look(): void
  /** Gives everything away. */
  stop(): Promise<void>
}

export interface LeaseOptions {
  readonly platform: Platform
  /** A connection of its own: a lease that waited behind other work would be lost when there is most of it. */
  readonly db: Db
  readonly isLinked: () => boolean
}

/** Two clocks: one that nobody sets, and one that goes on while the machine sleeps. */
const moment = () => ({ mono: performance.now(), wall: Date.now() })

/**
 * Which locks this process serves, when several do. A share of locks belongs to one process for as long as that one says
 * every half second that it is there; each judges by its own clock how long another has been silent, and by its own
 * clock, from before it last said so, for how long it may act itself.
 */
export function createLeasedOwnership(options: LeaseOptions): LeasedOwnership {
  return new Leases(options)
}

class Leases implements LeasedOwnership {
  readonly #options: LeaseOptions
  readonly #watch = createProcessWatch()
  readonly #held = new Set<number>()
  readonly #leaving = new Set<number>()
  /** Shares of which something was let go because the lease had lapsed. */
  readonly #missed = new Set<number>()
  #processId: string
  #saidAt = { mono: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY }
  #events: ShareEvents = { taken() {}, leaving: async () => {}, lost() {} }
  /** Statements run one look after the other, so that none works with what another has just changed. */
  #line: Promise<unknown> = Promise.resolve()
  #giving: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #unlisten = () => {}
  #isRunning = false
  #isFailing = false

  constructor(options: LeaseOptions) {
    this.#options = options
    this.#processId = options.platform.ids.timeOrdered()
  }

  isHeard(deviceId: string): boolean {
    return this.#held.has(shareOfDevice(deviceId))
  }

  isOurs(deviceId: string): boolean {
    const share = shareOfDevice(deviceId)
    if (!this.#held.has(share)) return false
    if (this.#isValid()) return true
    this.#missed.add(share)
    return false
  }

  maySend(): boolean {
    return this.#isRunning && this.#isValid() && this.#options.isLinked()
  }

  shares(): readonly number[] {
    return this.#isValid() ? this.held() : []
  }

  held(): readonly number[] {
    return [...this.#held].filter((share) => !this.#leaving.has(share))
  }

  async start(events: ShareEvents): Promise<void> {
    this.#events = events
    const { platform, db, isLinked } = this.#options
    await store.join(db, this.#processId, isLinked())
    this.#isRunning = true
    this.#unlisten = platform.wake.listen('share', () => this.look())
    await this.#turn()
  }

  look(): void {
    void this.#turn()
  }

  async stop(): Promise<void> {
    if (!this.#isRunning) return
    this.#isRunning = false
    this.#unlisten()
    clearTimeout(this.#timer)
    await this.#giving
    await this.#line
    await this.#give([...this.#held])
    await store.leave(this.#options.db, this.#processId).catch(() => undefined)
    this.#options.platform.wake.notify('share')
  }

  #isValid(): boolean {
    const { mono, wall } = this.#saidAt
    return performance.now() - mono < RELIED_ON_MS && Date.now() - wall < RELIED_ON_MS
  }

  /** One look at a time; the next follows by the clock. */
  #turn(): Promise<void> {
    const turn = this.#line.then(async () => {
      if (!this.#isRunning) return
      clearTimeout(this.#timer)
      try {
        await this.#lookAround()
        this.#isFailing = false
      } catch (err) {
        if (!this.#isFailing) this.#options.platform.log.warn({ err }, 'the lease on locks cannot be renewed')
        this.#isFailing = true
      }
      if (this.#isRunning) this.#timer = setTimeout(() => this.look(), BEAT_MS).unref()
    })
    this.#line = turn
    return turn
  }

  async #lookAround(): Promise<void> {
    const { db } = this.#options
    await this.#sayThere()
    const at = performance.now()
    this.#watch.note(await store.listProcesses(db), at)
    for (const silent of this.#watch.silentFor(LEASE_MS, at)) await this.#removeSilent(silent)
    const processes = await store.listProcesses(db)
    const shares = await store.listShares(db)
    this.#setHeld(shares.filter(({ process_id }) => process_id === this.#processId).map((row) => row.share))
    const settled = this.#watch.thereFor(SETTLED_AFTER_MS, at)
    const { take, give } = divide({ processId: this.#processId, processes, settled, shares })
    if (take.length > 0) this.#setHeld([...this.#held, ...(await store.take(db, this.#processId, take))])
    if (give.length > 0)
      this.#giving ??= this.#give(give).finally(() => {
        this.#giving = undefined
      })
  }

  async #sayThere(): Promise<void> {
    const { platform, db, isLinked } = this.#options
    const before = moment()
    const wasValid = this.#isValid()
    if (!(await store.beat(db, this.#processId, isLinked()))) {
      // We were silent for too long, as after a pause of the whole machine, and have nothing any more.
      platform.log.warn('other processes took over the locks of this one, which was silent for too long')
      this.#setHeld([])
      this.#processId = platform.ids.timeOrdered()
      await store.join(db, this.#processId, isLinked())
    }
    if (!wasValid && Number.isFinite(this.#saidAt.mono)) platform.metrics.lockLeaseLapses.inc()
    this.#saidAt = before
    const missed = [...this.#missed].filter((share) => this.#held.has(share))
    this.#missed.clear()
    if (missed.length > 0) this.#events.taken(missed)
  }

  async #removeSilent(silent: store.ServingProcess): Promise<void> {
    if (silent.process_id === this.#processId) return
    if (await store.remove(this.#options.db, silent))
      this.#options.platform.log.warn({ processId: silent.process_id }, 'a process that served locks is gone')
  }

  #setHeld(shares: readonly number[]): void {
    const { metrics } = this.#options.platform
    const now = new Set(shares)
    const lost = [...this.#held].filter((share) => !now.has(share))
    const taken = shares.filter((share) => !this.#held.has(share))
    for (const share of lost) this.#held.delete(share)
    for (const share of taken) this.#held.add(share)
    metrics.lockShares.set(this.#held.size)
    metrics.lockShareMoves.inc({ way: 'lost' }, lost.length)
    metrics.lockShareMoves.inc({ way: 'taken' }, taken.length)
    if (lost.length > 0) this.#events.lost(lost)
    if (taken.length > 0) this.#events.taken(taken)
  }

  /** First nothing new is begun for their locks, then what is under way ends, then they are anybody's. */
  async #give(shares: readonly number[]): Promise<void> {
    if (shares.length === 0) return
    const { platform, db } = this.#options
    for (const share of shares) this.#leaving.add(share)
    try {
      await this.#events.leaving(shares)
      const given = this.#line.then(async () => {
        await store.give(db, this.#processId, shares)
        for (const share of shares) this.#held.delete(share)
      })
      this.#line = given.catch(() => undefined)
      await given
      platform.metrics.lockShares.set(this.#held.size)
      platform.metrics.lockShareMoves.inc({ way: 'given' }, shares.length)
      platform.wake.notify('share')
    } catch (err) {
      platform.log.warn({ err }, 'locks could not be given to another process')
    } finally {
      for (const share of shares) this.#leaving.delete(share)
    }
  }
}
