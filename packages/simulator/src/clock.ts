/** Where a simulated lock gets its time from. It has the shape of the service's clock, so that both can share one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `callback` once, `delayMs` from now. Returns a function that cancels it. */
  after(delayMs: number, callback: () => void): () => void
}
