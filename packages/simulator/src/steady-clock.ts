import type { Clock } from '@latchwork/ldp-device'

/**
 * Time as it passes for a motor: it never goes back. The clock of a sandbox does, when it is set to real time again, and
 * a lock whose motor stops "tomorrow" would be busy until then.
 */
export class SteadyClock {
  readonly #clock: Clock
  #last: number
  /** How far it is ahead of the clock, which went back by as much. */
  #aheadMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#last = clock.now()
  }

  now(): number {
    const shown = this.#clock.now()
    if (shown < this.#last) this.#aheadMs += this.#last - shown
    this.#last = shown
    return shown + this.#aheadMs
  }

  /**
   * A timer for this moment has run, so it is there: what passed between a jump back and the first look at the clock
   * after it could not be seen.
   */
  reach(moment: number): void {
    const unseenMs = moment - this.now()
    if (unseenMs > 0) this.#aheadMs += unseenMs
  }

  /** What the clock shows at a moment of this one. */
  shownAt(moment: number): number {
    return moment - (this.now() - this.#last)
  }
}
