/** Where a device gets its time from. It has the shape of the service's clock, so that both can share one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * Runs `callback` once, `delayMs` from now. Returns a function that cancels it. A callback that starts something
   * returns its promise, so that a clock that is moved can wait for it.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most callbacks return nothing
  after(delayMs: number, callback: () => void | Promise<unknown>): () => void
}
