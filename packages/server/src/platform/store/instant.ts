/** A moment by both clocks of the machine: one stands still while it sleeps, the other can be set. */
export interface Instant {
  readonly monotonic: number
  readonly wall: number
}

export const instant = (): Instant => ({ monotonic: performance.now(), wall: Date.now() })

/** Milliseconds since then, by whichever clock says more. */
export const elapsedSince = (then: Instant): number =>
  Math.max(performance.now() - then.monotonic, Date.now() - then.wall)
