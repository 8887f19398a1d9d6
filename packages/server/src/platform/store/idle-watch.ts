/**
 * Notices when something was not used for a while. The time of each use is noted, and the timer looks at that when it
 * fires: setting it anew with every use would cost more than many a use.
 */
export class IdleWatch {
  readonly #limitMs: number
  readonly #onIdle: () => void
  #timer: NodeJS.Timeout | undefined
  #usedAt = 0

  constructor(limitMs: number, onIdle: () => void) {
    this.#limitMs = limitMs
    this.#onIdle = onIdle
  }

  /** To be called with every use. */
  used(): void {
    this.#usedAt = performance.now()
    this.#timer ??= this.#lookIn(this.#limitMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #lookIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const leftMs = this.#usedAt + this.#limitMs - performance.now()
      this.#timer = leftMs > 0 ? this.#lookIn(leftMs) : undefined
      if (!this.#timer) this.#onIdle()
    }, ms).unref()
  }
}
