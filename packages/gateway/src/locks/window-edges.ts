import type { Clock } from '@latchwork/ldp-device'
import type { LockPage } from '../book/lock-page.ts'
import { nextEdge, type Surroundings, targetOf } from './code-plan.ts'

/** The clock of a machine may be set, and machines sleep: the time is looked at at least this often. */
export const LONGEST_WAIT_MS = 60_000

export interface EdgeHost {
  surroundings(): Surroundings | undefined
  isReached(): boolean
  /** Rights whose window opened or closed, where nobody else says so. */
  tell(keys: readonly string[]): void
  /** A window opened or closed. */
  passed(): void
}

/**
 * Watches the edges of windows, by itself: a piece of work that waits for a lock which is not there any more must not keep
 * anybody from hearing that a code is still on it. Where the lock is there the work tells what came of it.
 */
export class WindowEdges {
  readonly #page: LockPage
  readonly #clock: Clock
  readonly #host: EdgeHost
  /** Rights whose window was open when they were last looked at. */
  #open: Set<string> | undefined
  /** Rights whose window closed, or opened while the lock was offline, since they were last told of. */
  readonly #untold = new Set<string>()
  #cancelWake: (() => void) | undefined
  #isStopped = false

  constructor(page: LockPage, clock: Clock, host: EdgeHost) {
    this.#page = page
    this.#clock = clock
    this.#host = host
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelWake?.()
  }

  /** Looks at the windows as they are now, and again at the next edge. True: some opened or closed since the last look. */
  watch(): boolean {
    const surroundings = this.#host.surroundings()
    if (!surroundings || this.#isStopped) return false
    const open = new Set<string>()
    for (const right of this.#page.rights.values())
      if (targetOf(right, surroundings) !== undefined) open.add(right.key)
    const before = this.#open ?? open
    const changed = open.symmetricDifference(before)
    // A code that is about to be written is not told as missing meanwhile; one that should be off is.
    const isReached = this.#host.isReached()
    for (const key of changed) if (!isReached || before.has(key)) this.#untold.add(key)
    this.#open = open
    if (!isReached) this.tellRest()
    this.#wakeAt(nextEdge(this.#page.rights.values(), surroundings), surroundings.now)
    return changed.size > 0
  }

  /** Somebody said how it stands. */
  told(key: string): void {
    this.#untold.delete(key)
  }

  /** The work will say no more: the lock is offline, or there was nothing to do. */
  tellRest(): void {
    if (this.#untold.size === 0 || this.#isStopped) return
    const keys = [...this.#untold]
    this.#untold.clear()
    this.#host.tell(keys)
  }

  #wakeAt(edge: number, now: number): void {
    this.#cancelWake?.()
    if (!Number.isFinite(edge)) return
    this.#cancelWake = this.#clock.after(Math.min(edge - now, LONGEST_WAIT_MS), () => this.#host.passed())
  }
}
