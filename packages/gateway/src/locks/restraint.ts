import type { Clock } from '@latchwork/ldp-device'

/** Says no more than the service takes, whatever the hub says: so many at once, and then one after each interval. */
class Restraint {
  readonly #clock: Clock
  readonly #burst: number
  readonly #everyMs: number
  #left: number
  #countedAt: number
  #cancel: (() => void) | undefined

  constructor(clock: Clock, { burst, everyMs }: { burst: number; everyMs: number }) {
    this.#clock = clock
    this.#burst = burst
    this.#everyMs = everyMs
    this.#left = burst
    this.#countedAt = clock.now()
  }

  /** Whether one more may be said now; if so it counts. */
  allows(): boolean {
    const now = this.#clock.now()
    const earned = Math.floor(Math.max(0, now - this.#countedAt) / this.#everyMs)
    if (earned > 0) {
      this.#left = Math.min(this.#burst, this.#left + earned)
      this.#countedAt = now
    }
    if (this.#left === 0) return false
    this.#left -= 1
    return true
  }

  /** Says it now, or once for all that wanted to be said as soon as that is allowed again. */
  whenAllowed(say: () => void): void {
    if (this.#cancel) return
    if (this.allows()) {
      say()
      return
    }
    this.#cancel = this.#clock.after(this.#everyMs, () => {
      this.#cancel = undefined
      this.whenAllowed(say)
    })
  }

  stop(): void {
    this.#cancel?.()
  }
}

/** How often a lock may say what, so that all of it together stays below what the service takes from one device. */
export const restraintsFor = (clock: Clock) => ({
  states: new Restraint(clock, { burst: 10, everyMs: 200 }),
  infos: new Restraint(clock, { burst: 5, everyMs: 5000 }),
  presences: new Restraint(clock, { burst: 10, everyMs: 5000 }),
  happenings: new Restraint(clock, { burst: 100, everyMs: 200 }),
})
