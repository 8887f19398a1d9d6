import type { Clock } from '@latchwork/ldp-device'
import type { Faults } from './faults.ts'

/** How soon a device looks at an order, and how soon it takes another one: sleeping locks, busy gateways. */
export class Attention {
  readonly #clock: Clock
  readonly #faults: Pick<Faults, 'mute' | 'commandDelayMs' | 'commandGapMs'>
  #lastTurnAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, faults: Pick<Faults, 'mute' | 'commandDelayMs' | 'commandGapMs'>) {
    this.#clock = clock
    this.#faults = faults
  }

  /** Looks at an order now, later, or never. */
  give(look: () => void): void {
    if (this.#faults.mute) return
    if (this.#faults.commandDelayMs > 0) this.#clock.after(this.#faults.commandDelayMs, look)
    else look()
  }

  /** Whether an order can be taken now; if so, the next one has to wait. */
  takeTurn(): boolean {
    const now = this.#clock.now()
    // Where the clock went back nobody knows how long it was; the next order is let in.
    const gap = now - this.#lastTurnAt
    if (gap >= 0 && gap < this.#faults.commandGapMs) return false
    this.#lastTurnAt = now
    return true
  }
}
