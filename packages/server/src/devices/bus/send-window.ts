/**
 * As many messages as a broker takes unconfirmed (MQTT 5, receive maximum); further ones wait for their turn. Brokers
 * end the connection of a client that sends more.
 */
export class SendWindow {
  #size = 0
  #used = 0
  #waiting: ((entered: boolean) => void)[] = []

  /** Starts over for a new connection. */
  open(size: number): void {
    this.close()
    this.#size = size
  }

  /** Turns away everybody who waits, and all who come until it opens again. */
  close(): void {
    this.#size = 0
    this.#used = 0
    for (const turnAway of this.#waiting.splice(0)) turnAway(false)
  }

  /** True when a message may be sent now; false when the time is up or the connection ended first. */
  async enter(withinMs: number): Promise<boolean> {
    if (this.#size === 0) return false
    if (this.#used < this.#size) {
      this.#used += 1
      return true
    }
    return new Promise((resolve) => {
      const settle = (entered: boolean): void => {
        clearTimeout(timer)
        resolve(entered)
      }
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== settle)
        resolve(false)
      }, withinMs)
      timer.unref()
      this.#waiting.push(settle)
    })
  }

  /** One message was confirmed; the place goes to whoever waits longest. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next) next(true)
    else this.#used = Math.max(0, this.#used - 1)
  }
}
