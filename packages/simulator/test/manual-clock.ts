import type { Clock } from '@latchwork/ldp-device'

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now = 1_700_000_000_000
  #timers: { at: number; callback: () => void }[] = []

  now(): number {
    return this.#now
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, delayMs), callback }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** How many timers are waiting. */
  get waiting(): number {
    return this.#timers.length
  }

  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      // The sort is stable: timers of the same moment run in the order they were set.
      const due = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter((timer) => timer !== due)
      this.#now = due.at
      due.callback()
    }
    this.#now = end
  }
}
