import type { Clock } from '@latchwork/ldp-device'

/** Somebody who waits for a lock to be there, and is called back once: then, or after a while. */
export class Waiter {
  readonly #clock: Clock
  #callBack: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  wait(withinMs: number, callback: () => void): void {
    const cancel = this.#clock.after(withinMs, () => this.#callBack?.())
    this.#callBack = () => {
      cancel()
      this.#callBack = undefined
      callback()
    }
  }

  come(): void {
    this.#callBack?.()
  }

  leave(): void {
    this.#callBack = undefined
  }
}
