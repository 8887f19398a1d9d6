import type { Clock } from '@latchwork/ldp-device'

/** The clock a lock goes by when it says what time it is; it may be wrong. What it waits for still takes as long. */
export class DeviceClock implements Clock {
  readonly #clock: Clock
  #skewMs = 0
  #driftPpm = 0
  #driftsSince = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now() + this.aheadMs
  }

  after(delayMs: number, callback: Parameters<Clock['after']>[1]): () => void {
    return this.#clock.after(delayMs, callback)
  }

  get skewMs(): number {
    return this.#skewMs
  }

  get driftPpm(): number {
    return this.#driftPpm
  }

  /** How far it is ahead now. */
  get aheadMs(): number {
    const driftedMs = ((this.#clock.now() - this.#driftsSince) * this.#driftPpm) / 1_000_000
    return this.#skewMs + Math.round(driftedMs)
  }

  /** Sets it wrong by this much, drifting from now on. */
  set(skewMs: number, driftPpm: number): void {
    this.#skewMs = skewMs
    if (driftPpm !== this.#driftPpm) this.#driftsSince = this.#clock.now()
    this.#driftPpm = driftPpm
  }
}
