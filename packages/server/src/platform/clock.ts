/**
 * The only source of time in the service. Features never call Date or setTimeout, so that tests and the sandbox can
 * move time and everything that waits moves with it.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * Runs `callback` once, `delayMs` from now. Returns a function that cancels it. A callback that starts something
   * returns its promise, so that a clock that is moved can wait for it.
   * Whoever only looks whether something is due says with `nextDue` when that will be: time that is moved goes straight
   * there, instead of looking every second for thirty days.
   */
  after(delayMs: number, callback: TimerCallback, nextDue?: NextDue): () => void
}

// biome-ignore lint/suspicious/noConfusingVoidType: most callbacks return nothing
export type TimerCallback = () => void | Promise<unknown>

/** When there will be something to do; undefined when nothing is in sight. */
export type NextDue = () => Promise<number | undefined>

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    // setTimeout takes at most 2^31-1 ms and would fire at once beyond that.
    const timer = setTimeout(callback, Math.min(Math.max(delayMs, 0), 2_147_483_647))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** A clock that stands still until it is moved; due timers run in order of their time. */
export class ManualClock implements Clock {
  #now: number
  #timers: { at: number; order: number; callback: () => void }[] = []
  #order = 0

  constructor(startMs: number) {
    this.#now = startMs
  }

  now(): number {
    return this.#now
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + Math.max(delayMs, 0), order: this.#order++, callback }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((t) => t !== timer)
    }
  }

  /** Moves time forward, running what falls due on the way at its own moment. */
  advance(byMs: number): void {
    const end = this.#now + byMs
    for (;;) {
      const due = this.#timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at || a.order - b.order)[0]
      if (!due) break
      this.#timers = this.#timers.filter((t) => t !== due)
      this.#now = due.at
      due.callback()
    }
    this.#now = end
  }
}

/** How the wire writes an instant: ISO 8601, UTC, milliseconds (D14). */
export const toWireDate = (ms: number): string => new Date(ms).toISOString()
